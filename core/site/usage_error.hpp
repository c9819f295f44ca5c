// usage_error.hpp: a command line that cannot be followed.
//
// Chapter: none; what argparse does with a wrong argument.
// The one thing to know: every program of this project ends with exit code 2 on it, before it has
// done anything.
#pragma once

#include <stdexcept>

namespace aio {

// An argument that is wrong. what() is a sentence that names it.
class UsageError : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace aio
