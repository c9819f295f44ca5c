// system_calls.cpp: the counting functions.
//
// Chapter: none.
// The one thing to know: with `--wrap=send` the linker makes of each call of send() one of
// __wrap_send(), and of __real_send() the one that was meant.
#include "tests/bench/system_calls.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>

namespace bench {

SystemCalls system_calls;

}  // namespace bench

using bench::system_calls;

extern "C" {

ssize_t __real_send(int fd, const void* bytes, size_t size, int flags);
ssize_t __real_recv(int fd, void* buffer, size_t size, int flags);
int __real_epoll_wait(int epoll_fd, epoll_event* events, int most, int timeout);
int __real_epoll_ctl(int epoll_fd, int operation, int fd, epoll_event* event);

ssize_t __wrap_send(int fd, const void* bytes, size_t size, int flags) {
    ++system_calls.send;
    return __real_send(fd, bytes, size, flags);
}

ssize_t __wrap_recv(int fd, void* buffer, size_t size, int flags) {
    ++system_calls.recv;
    const ssize_t count = __real_recv(fd, buffer, size, flags);
    if (count < 0 && errno == EAGAIN) ++system_calls.recv_in_vain;
    return count;
}

int __wrap_epoll_wait(int epoll_fd, epoll_event* events, int most, int timeout) {
    ++system_calls.epoll_wait;
    return __real_epoll_wait(epoll_fd, events, most, timeout);
}

int __wrap_epoll_ctl(int epoll_fd, int operation, int fd, epoll_event* event) {
    ++system_calls.epoll_ctl;
    return __real_epoll_ctl(epoll_fd, operation, fd, event);
}

}  // extern "C"
