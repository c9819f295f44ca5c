// stored.hpp: how a result is kept.
//
// Chapter: none; a Python variable can hold anything, None and references included.
// The one thing to know: void and T& are no types of which there can be a variable, so futures
// and promises keep something else for them.
#pragma once

#include <functional>
#include <type_traits>
#include <variant>

namespace aio {

// How a T is kept: void as nothing, a reference as a pointer in disguise.
template <class T>
using Stored =
    std::conditional_t<std::is_void_v<T>, std::monostate,
                       std::conditional_t<std::is_reference_v<T>,
                                          std::reference_wrapper<std::remove_reference_t<T>>, T>>;

}  // namespace aio
