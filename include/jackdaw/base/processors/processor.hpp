// On which processor the calling thread runs, and how it gets to another one.
#pragma once

#include <cstddef>
#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>

namespace jackdaw::base {

/// How many changes of place (change_processor) of threads of this process have begun, and how many have ended.
/// Meanwhile the mask of such a thread says nothing. A reader of masks reads them again where `ended` before and
/// `begun` after differ.
struct changes_of_place {
  inline static atomic<std::uint64_t> begun{0};
  inline static atomic<std::uint64_t> ended{0};
};

/// Old when it is returned. Negative where the kernel does not say. Cost: some nanoseconds.
[[nodiscard]] int current_processor() noexcept;

/// Lets the calling thread go on on another processor than this one, if its affinity mask has `least` processors or
/// more, at least 2. The kernel moves a thread at once when its mask excludes the processor on which it runs; then
/// the thread gets its mask back. Returns whether that was done. Not for a thread whose mask is changed at the same
/// moment from elsewhere: that change would be lost. Cost: three system calls, and caches that are cold.
bool change_processor(int from, std::size_t least) noexcept;

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/processors/processor_impl.hpp>
#endif
