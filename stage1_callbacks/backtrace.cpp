// backtrace.cpp: walks the stack and names its frames (see backtrace.hpp).
//
// The one thing to know: the stack holds return addresses. ::backtrace collects them, dladdr finds
// the function that each lies in, and __cxa_demangle turns "_ZN6sketch4loopERNS_5CrawlE" into C++.
#include "stage1_callbacks/backtrace.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace sketch {

namespace {

// The function that `address` lies in; empty if it is not known.
std::string function_at(const void* address) {
    Dl_info info{};
    if (::dladdr(address, &info) == 0 || info.dli_sname == nullptr) return {};
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> plain(
        abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), std::free);
    const std::string name = plain ? plain.get() : info.dli_sname;
    return name.substr(0, name.find_first_of("[("));  // Without its parameters.
}

}  // namespace

std::vector<std::string> backtrace() {
    std::array<void*, 64> addresses{};
    const int count = ::backtrace(addresses.data(), static_cast<int>(addresses.size()));
    std::vector<std::string> functions;
    for (int i = 0; i < count; ++i) {
        const std::string name = function_at(addresses[static_cast<std::size_t>(i)]);
        if (name == "sketch::backtrace") {
            functions.clear();  // This function, and what it called, is no part of the answer.
        } else if (name == "main" || name.starts_with("sketch::")) {
            functions.push_back(name);
        }
    }
    std::reverse(functions.begin(), functions.end());
    return functions;
}

}  // namespace sketch
