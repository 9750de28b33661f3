// On which processor the calling thread runs, and how it gets to another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

#include <sched.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>

namespace jackdaw::base {

/// How many changes of place (change_processor) of threads of this process have begun, and how many have ended. Meanwhile
/// the mask of such a thread says nothing: who reads masks reads them again where `ended` before and `begun` after differ.
struct changes_of_place {
  inline static atomic<std::uint64_t> begun{0};
  inline static atomic<std::uint64_t> ended{0};
};

/// Old when it is returned. Negative where the kernel does not say. Cost: some nanoseconds.
[[nodiscard]] inline int current_processor() noexcept { return sched_getcpu(); }

/// Lets the calling thread go on on another processor than this one, if its affinity mask has `least` processors or more,
/// at least 2: the kernel moves a thread at once when its mask excludes the processor on which it runs, and then it gets
/// its mask back. Whether that was done. Not for a thread whose mask is changed at the same moment from elsewhere: that
/// would be lost. Cost: three system calls, and caches that are cold.
inline bool change_processor(int from, std::size_t least) noexcept {
  bool moved = false;
  changes_of_place::begun.fetch_add(1);
  try {
    const cpu_list all = affinity_of();
    cpu_list others = all;
    std::erase_if(others, [from](unsigned cpu) { return static_cast<int>(cpu) == from; });
    if (all.size() >= std::max<std::size_t>(least, 2) && others.size() < all.size())
      moved = allow_calling_thread(others) && allow_calling_thread(all);
  } catch (const std::bad_alloc&) {
    moved = false;  // there was no room for the lists: it stays
  }
  changes_of_place::ended.fetch_add(1);
  return moved;
}

}  // namespace jackdaw::base
