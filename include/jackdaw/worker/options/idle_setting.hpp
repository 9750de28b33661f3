// How long a worker without work searches before it sleeps: one option with three settings.
#pragma once

#include <jackdaw/base/compiled.hpp>

namespace jackdaw {

/// What a worker does that finds no task, where the scheduler's idle policy has settings, as spin_yield_park has
/// (worker/idle/spin_yield_park.hpp). Each parks at last, and uses no processor then.
enum class idle_use {
  automatic,  ///< JACKDAW_IDLE, `latency`, `balanced` or `thrifty`, where that is set; else balanced
  latency,    ///< it searches for half a millisecond: it seldom sleeps between two bursts of work
  balanced,   ///< it searches for some microseconds, and longer where work comes again soon
  thrifty     ///< it hardly searches: a burst of work begins with a system call
};

namespace working {

/// The setting that this stands for; never automatic. Throws std::invalid_argument for a wrong JACKDAW_IDLE.
[[nodiscard]] idle_use idle_setting(idle_use chosen);

}  // namespace working

}  // namespace jackdaw

#ifndef JACKDAW_COMPILED
#include <jackdaw/worker/options/idle_setting_impl.hpp>
#endif
