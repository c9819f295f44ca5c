// heap_count.cpp: operator new and operator delete, with a count.
//
// Chapter: none.
// The one thing to know: the flag is thread_local, since Catch2 has a thread of its own for its
// statistics.
// Left out on purpose: blocks with more than the usual alignment; nothing here has any.
#include "tests/bench/heap_count.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace {

thread_local bool counting = false;
thread_local std::size_t live = 0;

}  // namespace

void* operator new(std::size_t size) {
    void* block = std::malloc(size);
    if (block == nullptr) throw std::bad_alloc();
    if (counting) live += ::malloc_usable_size(block);
    return block;
}

void operator delete(void* block) noexcept {
    if (counting) live -= ::malloc_usable_size(block);
    std::free(block);
}

void operator delete(void* block, std::size_t) noexcept { operator delete(block); }

namespace bench {

HeapCount::HeapCount() {
    counting = true;
    live = 0;
}

HeapCount::~HeapCount() { counting = false; }

std::size_t HeapCount::bytes() const { return live; }

}  // namespace bench
