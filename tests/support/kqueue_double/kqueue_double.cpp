// kqueue_double.cpp: kqueue and kevent over poll, for the tests on Linux.
//
// The one thing to know: the real kernel is told when a descriptor is closed; this double finds
// out later, by comparing the file behind the number with the one that the filter was added for.
// Left out on purpose: speed. A wait looks at every filter and asks fstat about each.
#include <fcntl.h>
#include <poll.h>
#include <sys/event.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <cerrno>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace {

// Which file a descriptor stands for. Two sockets never share both numbers.
using File = std::pair<dev_t, ino_t>;
// The readers stand before the writers, so that the two filters of a descriptor are apart.
using Filter = std::pair<int, int>;  // -filter, fd
using Queue = std::map<Filter, File>;

// By the queue's descriptor. A number that was closed and given again starts empty.
std::map<int, Queue>& queues() {
    static std::map<int, Queue> all;
    return all;
}

std::optional<File> file_of(int fd) {
    struct stat status{};
    if (::fstat(fd, &status) < 0) return std::nullopt;
    return File{status.st_dev, status.st_ino};
}

bool is_stale(const Queue::value_type& entry) {
    return file_of(entry.first.second) != entry.second;
}

// As on the BSDs, nobody may begin to wait for a pipe to take data when its other end is closed.
bool is_broken_pipe(int fd) {
    struct stat status{};
    pollfd entry{fd, 0, 0};
    return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode) && ::poll(&entry, 1, 0) == 1;
}

// Returns an errno, 0 for success.
int apply(Queue& queue, const struct kevent& change) {
    const int fd = static_cast<int>(change.ident);
    const std::optional<File> file = file_of(fd);
    if (!file) return EBADF;
    const Filter filter{-change.filter, fd};
    const auto old = queue.find(filter);
    if (old != queue.end() && is_stale(*old)) queue.erase(old);
    if ((change.flags & EV_ADD) != 0) {
        if (change.filter == EVFILT_WRITE && is_broken_pipe(fd)) return EPIPE;
        queue.insert_or_assign(filter, *file);
    }
    if ((change.flags & EV_DELETE) != 0 && queue.erase(filter) == 0) return ENOENT;
    return 0;
}

int wanted(const Filter& filter) {
    return filter.first == -EVFILT_READ ? POLLIN | POLLRDHUP : POLLOUT;
}

// Asks poll, each descriptor once. Returns what each is ready for; nothing at all on an error.
std::optional<std::map<int, int>> poll_files(const Queue& queue, const timespec* timeout) {
    std::map<int, int> bits;
    for (const auto& [filter, file] : queue) {
        bits[filter.second] |= wanted(filter);
    }
    std::vector<pollfd> polled;
    for (const auto& [fd, events] : bits) {
        polled.push_back(pollfd{fd, static_cast<short>(events), 0});
    }
    if (::ppoll(polled.data(), polled.size(), timeout, nullptr) < 0) return std::nullopt;
    for (const pollfd& entry : polled) {
        bits[entry.fd] = entry.revents;
    }
    return bits;
}

struct kevent to_kevent(const Filter& filter, int bits) {
    struct kevent event{};
    event.ident = static_cast<std::uintptr_t>(filter.second);
    event.filter = static_cast<std::int16_t>(-filter.first);
    if ((bits & (POLLHUP | POLLERR | POLLRDHUP)) != 0) event.flags |= EV_EOF;
    if (event.filter == EVFILT_READ) {
        int waiting = 0;
        ::ioctl(filter.second, FIONREAD, &waiting);
        event.data = waiting;
    }
    return event;
}

}  // namespace

int kqueue() {
    const int queue = ::open("/dev/null", O_RDONLY);
    if (queue >= 0) queues()[queue] = Queue{};
    return queue;
}

int kevent(int queue, const struct kevent* changes, int change_count, struct kevent* events,
           int event_count, const timespec* timeout) {
    Queue& filters = queues()[queue];
    for (int i = 0; i < change_count; ++i) {
        errno = apply(filters, changes[i]);
        if (errno != 0) return -1;
    }
    if (event_count == 0) return 0;
    std::erase_if(filters, is_stale);
    auto ready = poll_files(filters, timeout);
    if (!ready) return -1;
    int count = 0;
    for (const auto& [filter, file] : filters) {
        const int bits = (*ready)[filter.second] & (wanted(filter) | POLLHUP | POLLERR);
        if (bits != 0 && count < event_count) events[count++] = to_kevent(filter, bits);
    }
    return count;
}
