// resolver.cpp: one thread per look-up, and the mailbox through which its answer comes back.
//
// Chapter: none of its listings; asyncio's run_in_executor(None, getaddrinfo).
// The one thing to know: nobody can interrupt getaddrinfo, and nobody may wait for it at exit. So
// a thread owns all that it touches. It leaves its answer in the mailbox, which knows, under its
// mutex, whether there is still a resolver that wants it.
#include "core/web/resolver.hpp"

#include <fmt/format.h>
#include <netdb.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "core/loop/waiting_line.hpp"
#include "core/web/ascii.hpp"
#include "core/web/request_errors.hpp"

namespace aio {

// Shared by the resolver and those who wait for this name, since either may go first.
struct Resolver::LookUp {
    ~LookUp() {
        if (thread.joinable()) thread.detach();
    }

    std::string host;
    std::thread thread;
    WaitingLine waiters{"Resolver.resolve"};
    bool done = false;
    std::vector<Address> addresses;
    std::string error;  // Why there are no addresses.
    TimePoint expires{};
};

// Shared by the resolver and its threads.
struct Resolver::Mailbox {
    std::mutex mutex;  // Guards the pointer: the resolver, and so its loop, lives while it is set.
    Resolver* resolver;
};

std::vector<Address> system_look_up(const std::string& host) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int code = ::getaddrinfo(host.c_str(), nullptr, &hints, &found);
    if (code == EAI_SYSTEM) {
        throw std::runtime_error(std::error_code(errno, std::generic_category()).message());
    }
    if (code != 0) throw std::runtime_error(::gai_strerror(code));

    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
    std::vector<Address> addresses;
    for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
        addresses.push_back(Address::from_sockaddr(entry->ai_addr, entry->ai_addrlen));
    }
    return addresses;
}

namespace {

struct HostAndPort {
    std::string host;
    std::optional<std::uint16_t> port;
};

// "host", "host:port", "[v6]", "[v6]:port", and an IPv6 address as it is.
HostAndPort split_host_and_port(const std::string& text) {
    std::string host = text;
    std::string port;
    const std::size_t colon = text.rfind(':');
    if (text.starts_with('[')) {
        const std::size_t bracket = text.find(']');
        if (bracket == std::string::npos) throw std::invalid_argument(text);
        host = text.substr(1, bracket - 1);
        port = text.substr(bracket + 1);
    } else if (colon != std::string::npos && text.find(':') == colon) {
        host = text.substr(0, colon);
        port = text.substr(colon);
    }
    if (host.empty()) throw std::invalid_argument(text);
    if (port.empty()) return {host, std::nullopt};

    const std::string digits = port.substr(1);
    const bool is_number = !digits.empty() && digits.size() <= 5 &&
                           std::all_of(digits.begin(), digits.end(), is_digit);
    const unsigned long number = is_number ? std::stoul(digits) : 0;
    if (port[0] != ':' || number == 0 || number > 65535) throw std::invalid_argument(text);
    return {host, static_cast<std::uint16_t>(number)};
}

}  // namespace

Resolver::Resolver(EventLoop& loop, ResolverOptions options)
    : loop_(loop), look_up_(std::move(options.look_up)), keep_(options.keep) {
    for (const auto& [name, destination] : options.hostname_mapping) {
        try {
            const HostAndPort to = split_host_and_port(destination);
            mapping_.emplace(lower_case(name), Destination{to.host, to.port.value_or(0)});
        } catch (const std::invalid_argument&) {
            throw std::invalid_argument(fmt::format("the mapping of {} to {} is no host and port",
                                                    name, quote_bytes(destination)));
        }
    }
    mailbox_ = std::make_shared<Mailbox>();
    mailbox_->resolver = this;
}

Resolver::~Resolver() {
    {
        const std::lock_guard lock(mailbox_->mutex);
        mailbox_->resolver = nullptr;
    }
    give_up();
}

void Resolver::give_up() {
    for (const auto& [host, look_up] : std::exchange(look_ups_, {})) {
        if (look_up->done) continue;
        look_up->done = true;
        look_up->error = "the look-up was given up";
        look_up->waiters.wake_all();
    }
}

Coro<std::vector<Address>> Resolver::resolve(std::string host, std::uint16_t port) {
    const Destination to = mapped(host, port);
    std::vector<Address> addresses;
    if (const auto numeric = Address::from_numeric(to.host, to.port)) {
        addresses.push_back(*numeric);
        co_return addresses;
    }
    const std::shared_ptr<LookUp> look_up = find_or_start(to.host);
    if (!look_up->done) co_await look_up->waiters.wait(loop_.get());
    // From here on this object may be gone.
    if (!look_up->error.empty()) {
        throw ResolveError(
            fmt::format("the name {} cannot be resolved: {}", to.host, look_up->error));
    }
    addresses = look_up->addresses;
    for (Address& address : addresses) address.set_port(to.port);
    co_return addresses;
}

Resolver::Destination Resolver::mapped(const std::string& host, std::uint16_t port) const {
    auto found = mapping_.find(fmt::format("{}:{}", host, port));
    if (found == mapping_.end()) found = mapping_.find(host);
    if (found == mapping_.end()) return {host, port};
    const Destination& to = found->second;
    return {to.host, to.port == 0 ? port : to.port};
}

std::shared_ptr<Resolver::LookUp> Resolver::find_or_start(const std::string& host) {
    const TimePoint now = loop_.get().time();
    std::erase_if(look_ups_, [now](const auto& entry) {
        return entry.second->done && entry.second->expires <= now;
    });
    const auto found = look_ups_.find(host);
    if (found != look_ups_.end()) return found->second;

    auto look_up = std::make_shared<LookUp>();
    look_up->host = host;
    try {
        look_up->thread = std::thread(&Resolver::run_thread, mailbox_, look_up_, host,
                                      std::weak_ptr<LookUp>(look_up));
        look_ups_.emplace(host, look_up);
    } catch (const std::system_error& error) {
        look_up->done = true;
        look_up->error = fmt::format("no thread for it: {}", error.what());
    }
    return look_up;
}

void Resolver::run_thread(std::shared_ptr<Mailbox> mailbox, LookUpFunction look_up,
                          std::string host, std::weak_ptr<LookUp> wanted_by) {
    std::vector<Address> addresses;
    std::string error = "it has no addresses";
    try {
        addresses = look_up(host);
    } catch (const std::exception& failure) {
        error = failure.what();
    }
    const std::lock_guard lock(mailbox->mutex);
    if (mailbox->resolver == nullptr) return;
    // In the loop's own thread the resolver, or the look-up, may have gone before this runs.
    mailbox->resolver->loop_.get().call_soon_threadsafe([mailbox, wanted_by, addresses, error] {
        const std::shared_ptr<LookUp> waiting = wanted_by.lock();
        if (waiting == nullptr || waiting->done || mailbox->resolver == nullptr) return;
        mailbox->resolver->finish(*waiting, addresses, error);
    });
}

void Resolver::finish(LookUp& look_up, std::vector<Address> addresses, std::string error) {
    look_up.thread.join();  // It has nothing left to do.
    look_up.done = true;
    look_up.expires = loop_.get().after(keep_);
    look_up.waiters.wake_all();
    if (addresses.empty()) {
        look_up.error = std::move(error);
        look_ups_.erase(look_up.host);
    } else {
        look_up.addresses = std::move(addresses);
    }
}

}  // namespace aio
