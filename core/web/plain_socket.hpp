// plain_socket.hpp: a non-blocking socket, and nothing that waits for it.
//
// Chapter: the `sock` of its Fetchers (L07, L08, L10, L11, L31, L40): Python's socket.socket()
// after setblocking(False). Stages 1 and 2 wait for it with a selector; Socket, for stage 3, waits
// by itself.
//
// The one thing to know: each call makes one system call and returns at once, also when the
// answer is "not now". Python raises BlockingIOError then; here it is an empty result, since it
// is no error.
//
// Left out on purpose: waiting, and names (see resolver.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/web/address.hpp"

namespace aio {

// [plain-socket]
// Owned by a fetcher; owns its descriptor, and closes it. Whoever registered the descriptor takes
// it out of the selector before that. A failed system call is a std::system_error with its name.
class PlainSocket {
  public:
    // No socket yet.
    PlainSocket() = default;
    // A TCP socket, non-blocking and close-on-exec; `family` is AF_INET or AF_INET6.
    explicit PlainSocket(int family);
    // Takes over an open descriptor, such as accept() returns.
    static PlainSocket from_fd(int fd);
    PlainSocket(PlainSocket&& other) noexcept;
    PlainSocket& operator=(PlainSocket&& other) noexcept;
    ~PlainSocket() { close(); }

    int fd() const { return fd_; }
    // Begins to connect. The connection is there, or has failed, when the socket is writable.
    void connect(const Address& address);
    // Writable does not mean connected: throws ("connect") if the connection has failed.
    void check_connected() const;
    // How many of these bytes the system took: zero if it takes none now.
    std::size_t send(std::string_view bytes);
    // At most `most` bytes: nothing if none are there now, an empty string after the last one.
    std::optional<std::string> recv(std::size_t most);
    // Harmless when repeated.
    void close();

  private:
    void set_options();

    int fd_ = -1;
};
// [/plain-socket]

}  // namespace aio
