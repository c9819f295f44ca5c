// socket.hpp: a connection whose waits are awaits.
//
// Chapter: "Async" (L02, L03: non-blocking connect and send), "Building Coroutines" (L31, L33)
// and "Factoring Coroutines" (L40: `read`); asyncio's sock_connect, sock_recv, sock_sendall.
//
// The one thing to know: each call tries the system call first, and waits only if the system says
// "not now" (EAGAIN). What a wait promises, somebody else may have taken, so it tries in a loop.
//
// Left out on purpose: buffers (asyncio's streams), datagrams, TLS.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/loop/fd_wait.hpp"
#include "core/web/address.hpp"

namespace aio {

// [socket]
// Owned by whoever talks over it; owns its descriptor, which is non-blocking and close-on-exec.
// Moves. A closed or moved-from one needs no loop; an open one must not outlive its loop. It must
// stay in its place, open, while one of its coroutines runs or one of its waits is pending.
// A failed system call is a std::system_error with the call's name.
class Socket {
  public:
    // Takes over an open descriptor.
    Socket(EventLoop& loop, int fd);
    Socket(Socket&& other) noexcept;
    Socket& operator=(Socket&& other) noexcept;
    ~Socket() { close(); }

    // A TCP connection to `address`. Throws std::system_error ("connect") if there is none.
    static Coro<Socket> connect(EventLoop& loop, Address address);

    // Waits for bytes, at most `size`; zero means the peer has closed its side. The caller owns
    // the buffer, and keeps it until this coroutine has ended.
    Coro<std::size_t> recv_into(char* buffer, std::size_t size);
    // The same into a string; empty at the end. The chapter's `read` (L40).
    Coro<std::string> recv(std::size_t most);
    // Sends all of it, in as many pieces as it takes (L03).
    Coro<void> send_all(std::string bytes);

    // One system call without waiting: how many bytes, or nothing if it would have to wait.
    std::optional<std::size_t> try_recv(char* buffer, std::size_t size);
    std::optional<std::size_t> try_send(std::string_view bytes);
    // Waits for one direction; one wait per direction at a time.
    FdWait wait_readable() const { return readable(use_->get(), fd_); }
    FdWait wait_writable() const { return writable(use_->get(), fd_); }

    // Tells the peer that no more bytes will come; receiving goes on.
    void shutdown_write();
    // Ends both directions at once. The descriptor stays open, and whoever waits for it wakes up.
    void shutdown_both() noexcept;
    // Whether a connection that nobody uses could still be used: the peer has neither closed it
    // nor sent anything.
    bool idle_and_open() const;
    int fd() const { return fd_; }
    bool is_open() const { return fd_ >= 0; }
    // Harmless when repeated.
    void close();

  private:
    std::optional<LoopUse> use_;
    int fd_;
    bool filled_ = false;  // The last recv_into got all that it had room for.
};
// [/socket]

// [listener]
// Owned by a server; owns the listening socket. Must not outlive its loop.
class Listener {
  public:
    // Listens on `address`; with port 0 on a free one. Throws std::system_error.
    Listener(EventLoop& loop, Address address);

    // Where it listens, with the real port.
    Address address() const;
    // The next connection. One that went away before it was accepted is no error; if the program
    // is out of descriptors, it tries again every tenth of a second.
    Coro<Socket> accept();
    void close() { socket_.close(); }

  private:
    EventLoop& loop_;
    Socket socket_;
};
// [/listener]

}  // namespace aio
