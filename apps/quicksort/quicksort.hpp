// Quicksort as a task-pool program: the entry for apps/registry.hpp.
#pragma once

#include <memory>

#include "apps/app.hpp"

namespace jackdaw::apps::quicksort {

/// Sorts 32-bit integers or doubles from a file or a generator. A task partitions its range and puts one part
/// as a new task; below the grain it sorts serially (HR10 section 4.2 with 10^8 integers, WSL06 section 2.4
/// with 10^7 and 10^8). Work is O(n log n) and the stack O(log n) for every input. Memory: input, result and
/// serial reference, so 1.2 GB for 10^8 integers and 2.4 GB for 10^8 doubles.
[[nodiscard]] std::unique_ptr<app> make_quicksort();

}  // namespace jackdaw::apps::quicksort
