// Allocations of this program that fail on purpose: by malloc() and its like, which operator new uses, too.
#pragma once

#include <cstdint>

namespace jackdaw::tests {

/// From now on the `first`-th allocation fails, counted from 1; with `persistently`, each later one, too. 0: none fails,
/// and they are counted.
void fail_allocations(std::uint64_t first, bool persistently) noexcept;

/// None fails any more. Returns how many there were since the last call of fail_allocations.
std::uint64_t allow_allocations() noexcept;

}  // namespace jackdaw::tests
