// request_errors.cpp: the sentences of the errors that need some putting together.
//
// Chapter: none of its listings.
// The one thing to know: a limit is shown as it was set, not what was left of it.
#include "core/web/request_errors.hpp"

#include <fmt/format.h>

namespace aio {

namespace {

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

RequestTimeout::RequestTimeout(const std::string& phase, Duration limit)
    : ClientError(fmt::format("timeout {} (the limit is {:g} s)", phase, seconds(limit))) {}

HttpStatusError::HttpStatusError(int status, const std::string& reason)
    : ClientError(reason.empty()
                      ? fmt::format("the server answered {}", status)
                      : fmt::format("the server answered {} {}", status, quote_bytes(reason))),
      status_(status) {}

}  // namespace aio
