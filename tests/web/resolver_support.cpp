// resolver_support.cpp: look-ups that tests can hold back and count.
#include "tests/web/resolver_support.hpp"

#include <stdexcept>
#include <utility>

namespace aio::test {

std::shared_ptr<Directory> Directory::of(std::vector<std::string> addresses, std::string error) {
    auto directory = std::make_shared<Directory>();
    directory->addresses_ = std::move(addresses);
    directory->error_ = std::move(error);
    return directory;
}

LookUpFunction Directory::function() {
    return [self = shared_from_this()](const std::string& host) { return self->look_up(host); };
}

std::vector<Address> Directory::look_up(const std::string&) {
    thread_ = std::this_thread::get_id();
    ++calls_;
    if (held_.valid()) {
        const std::shared_future<void> mine = held_;
        mine.wait();
    }
    if (addresses_.empty() && !error_.empty()) throw std::runtime_error(error_);
    std::vector<Address> found;
    for (const std::string& text : addresses_) {
        found.push_back(Address::from_numeric(text, 0).value());
    }
    return found;
}

Coro<std::string> resolve(Resolver& resolver, std::string host, std::uint16_t port) {
    std::string text;
    try {
        const std::vector<Address> addresses = co_await resolver.resolve(host, port);
        for (const Address& address : addresses) text += (text.empty() ? "" : " ") + address.str();
    } catch (const ClientError& error) {
        text = describe(error);
    }
    co_return text;
}

}  // namespace aio::test
