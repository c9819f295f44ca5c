// heap_count.hpp: how much of the heap something takes.
//
// Chapter: none.
// The one thing to know: this program replaces operator new and operator delete. Each block counts
// as malloc_usable_size() says, which is what was asked for, rounded up to 8 bytes more than a
// multiple of 16. The 8 bytes in which glibc keeps a block's size are not counted.
#pragma once

#include <cstddef>

namespace bench {

// Counts while it lives; otherwise the replaced operators only look at a flag, so that the other
// measures do not pay for this one. Owned by the benchmark; one at a time, in one thread.
class HeapCount {
  public:
    HeapCount();
    HeapCount(const HeapCount&) = delete;
    HeapCount& operator=(const HeapCount&) = delete;
    ~HeapCount();
    // What is in use now of what was allocated since this was made.
    std::size_t bytes() const;
};

}  // namespace bench
