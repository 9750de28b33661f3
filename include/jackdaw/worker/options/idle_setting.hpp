// How much processor a worker without work spends on being quick: one option with three settings.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace jackdaw {

/// What a worker does that finds no task, where the scheduler's idle policy leaves that open, as spin_yield_park does
/// (worker/idle/spin_yield_park.hpp). Each parks at last, and uses no processor then.
enum class idle_use {
  automatic,  ///< JACKDAW_IDLE, `latency`, `balanced` or `thrifty`, where that is set; else balanced
  latency,    ///< it searches for half a millisecond: it seldom sleeps between two bursts of work
  balanced,   ///< it searches for some microseconds, and longer where work comes again soon
  thrifty     ///< it hardly searches: a burst of work begins with a system call
};

namespace working {

/// What that comes to; never automatic. Throws std::invalid_argument for a wrong JACKDAW_IDLE.
[[nodiscard]] inline idle_use idle_setting(idle_use chosen) {
  if (chosen != idle_use::automatic) return chosen;
  const char* const set = std::getenv("JACKDAW_IDLE");
  const std::string_view text = set == nullptr ? "" : set;
  if (text.empty() || text == "balanced") return idle_use::balanced;
  if (text == "latency") return idle_use::latency;
  if (text == "thrifty") return idle_use::thrifty;
  throw std::invalid_argument("environment variable JACKDAW_IDLE is '" + std::string(text) +
                              "'; expected latency, balanced or thrifty");
}

}  // namespace working

}  // namespace jackdaw
