// From the calls of the instrumentation to the exploration.
#pragma once

#include <cstddef>

namespace jackdaw::simulated {

/// An access to plain data of any size.
void note_accesses(const void* address, std::size_t size, bool is_write, const void* caller);

/// As operator new; 0: of the usual alignment.
void* allocate(std::size_t size, std::size_t alignment);

/// Another function has allocated this: as allocate().
void note_allocation(const void* memory, std::size_t size);

/// An atomic that is not explored was loaded, or something was added to it: a count of a shared pointer is seen, or
/// goes down. `order`: as the compiler numbers them.
void note_load(const void* object, int order);
void note_addition(const void* object, bool is_negative, int order);

/// From now on plain accesses are told.
void link_race_calls();

}  // namespace jackdaw::simulated
