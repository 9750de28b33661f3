// Threads of this program that are refused on purpose: by a pthread_create() of its own, which calls the real one.
#pragma once

namespace jackdaw::tests {

/// From now on `count` threads are refused with EAGAIN, beginning with the `first`-th that is asked for, counted from
/// 1. 0: none is refused, and they are counted.
void refuse_threads(unsigned first, unsigned count) noexcept;

/// None is refused any more. Returns how many were asked for since the last call of refuse_threads.
unsigned allow_threads() noexcept;

}  // namespace jackdaw::tests
