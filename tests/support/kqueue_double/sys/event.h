// sys/event.h: a small double of kqueue for systems without it, over poll.
//
// Only the tests on Linux find this file, through their include path; on macOS and the BSDs the
// system's own <sys/event.h> is used. It exists so that core/loop/kqueue_selector.cpp is compiled
// and run by the same tests as its siblings. The names and their meaning are those of the manual
// page kqueue(2); the numbers are this file's own.
// The one thing to know: like the real one it reports each filter on its own, all the readers
// before all the writers, and forgets the filters of a descriptor that was closed.
// Left out on purpose: every other filter and flag, errors returned as events of EV_ERROR (they
// are always returned through errno), and the socket's error in `fflags` (to ask would clear it).
#pragma once

#include <cstdint>
#include <ctime>

struct kevent {
    std::uintptr_t ident;  // The descriptor.
    std::int16_t filter;   // EVFILT_READ or EVFILT_WRITE.
    std::uint16_t flags;
    std::uint32_t fflags;
    std::int64_t data;  // For EVFILT_READ the bytes that wait; with EV_ERROR an errno.
    void* udata;
};

inline constexpr std::int16_t EVFILT_READ = -1;
inline constexpr std::int16_t EVFILT_WRITE = -2;
inline constexpr std::uint16_t EV_ADD = 0x0001;
inline constexpr std::uint16_t EV_DELETE = 0x0002;
inline constexpr std::uint16_t EV_ERROR = 0x4000;
inline constexpr std::uint16_t EV_EOF = 0x8000;

// A new queue. The caller closes it with close(). -1 and errno if there is no descriptor left.
int kqueue();

// Applies the changes, then waits for events if there is room for any. Returns how many, or -1
// and errno: ENOENT for a filter that is not there, EBADF for a descriptor that is not open, EPIPE
// for the write filter of a pipe whose other end is closed.
int kevent(int queue, const struct kevent* changes, int change_count, struct kevent* events,
           int event_count, const timespec* timeout);
