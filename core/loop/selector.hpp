// selector.hpp: asks the operating system which descriptors are ready.
//
// Chapter: "Async", listings L04 and L05; Python's module `selectors`.
// `selector.register_fd(fd, Event::write, callback)` and `for (auto& [key, mask] :
// selector.select()) key.data(key, mask);` are the chapter's own lines. (`register` is a reserved
// word in C++, so it is `register_fd` here, and `unregister_fd` beside it.)
//
// The one thing to know: this class keeps the table of what is registered and checks every
// argument, so that all backends (epoll, kqueue, poll, select) behave alike; a backend only
// talks to its system call, through the four `do_` functions at the end.
//
// Left out on purpose: registering a file object instead of a number, and a context manager.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/loop/clock.hpp"

namespace aio {

// What to wait for, as a mask: Python's EVENT_READ and EVENT_WRITE.
using EventMask = unsigned;
struct Event {
    static constexpr EventMask read = 1;
    static constexpr EventMask write = 2;
};

// A descriptor that is not in the table, or is in it already: Python's KeyError.
class KeyError : public std::logic_error {
    using std::logic_error::logic_error;
};

struct SelectorKey;
// What the chapter keeps in `key.data`: called with the key and the events that are ready.
using SelectorCallback = std::function<void(const SelectorKey& key, EventMask mask)>;

// One registration: the descriptor, the events it waits for, and the data, which comes back as is.
struct SelectorKey {
    int fd;
    EventMask events;
    SelectorCallback data;
};

// A key that is ready, and for what. It is a copy: the callback may unregister its own key.
struct ReadyKey {
    SelectorKey key;
    EventMask mask;
};

// [selector]
// Owned by its event loop, or by the program in stages 1 and 2. It does not own the descriptors.
class Selector {
  public:
    Selector() = default;
    Selector(const Selector&) = delete;
    Selector& operator=(const Selector&) = delete;
    virtual ~Selector() = default;

    // Starts to wait for `events` on `fd`. Returns the key, as get_key does. Throws KeyError if
    // `fd` is registered already, std::invalid_argument for a bad number or mask, std::system_error
    // if the system refuses; in each case nothing new is registered.
    const SelectorKey& register_fd(int fd, EventMask events, SelectorCallback data = {});
    // Replaces mask and data. Throws as register_fd; KeyError if `fd` is unknown. If the system
    // refuses, `fd` is no longer registered. A change of the data alone is no system call.
    const SelectorKey& modify(int fd, EventMask events, SelectorCallback data = {});
    // Takes `fd` out and returns what was registered. Throws KeyError if it is unknown. A
    // descriptor that was closed in the meantime is no error.
    SelectorKey unregister_fd(int fd);
    // The registration of `fd`; KeyError if there is none. Valid until it is changed.
    const SelectorKey& get_key(int fd) const;
    // How many descriptors are registered.
    std::size_t size() const { return keys_.size(); }

    // Waits until something is ready, but not longer than `timeout`, nor than a day; without a
    // timeout for ever. Zero or less only looks. A signal (EINTR) does not end the wait.
    std::vector<ReadyKey> select(std::optional<Duration> timeout = std::nullopt);

    virtual std::string name() const = 0;

  protected:
    virtual void do_register(int fd, EventMask events) = 0;
    virtual void do_modify(int fd, EventMask events) = 0;
    virtual void do_unregister(int fd) = 0;
    // One system call; `timeout` is zero to a day. Adds what is ready with add_ready(), each
    // descriptor once; returns false on EINTR.
    virtual bool do_select(std::optional<Duration> timeout) = 0;

    // Notes that `fd` is ready for `mask`; events that nobody registered for are dropped.
    void add_ready(int fd, EventMask mask);

  private:
    std::unordered_map<int, SelectorKey> keys_;
    std::vector<ReadyKey> ready_;
};
// [/selector]

// The best selector of this system: Python's DefaultSelector. Epoll or kqueue, else poll.
std::unique_ptr<Selector> default_selector();

}  // namespace aio
