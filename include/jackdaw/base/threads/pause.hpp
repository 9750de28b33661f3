// Telling the processor that this is a waiting loop.
#pragma once

#if defined(JACKDAW_EXPLORE_SCHEDULES)
#include <jackdaw/simulated/explorer.hpp>
#endif

namespace jackdaw::base {

/// One pause between two looks at a word that another processor will write. It saves power, frees the sibling
/// hardware thread, and avoids the flush that leaving a tight loop costs. How long it takes depends on the processor,
/// 4 to 70 ns. So a count of pauses is no measure of time (short_pause.hpp has one). Armv8: `isb`, since `yield` does
/// nothing on most.
inline void pause() noexcept {
#if defined(JACKDAW_EXPLORE_SCHEDULES)
  simulated::explorer::pause();
#elif defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

}  // namespace jackdaw::base
