// The idle policies by name.
#pragma once

#include <string_view>

#include <jackdaw/base/entries.hpp>
#include <jackdaw/worker/idle/lower_then_yield.hpp>
#include <jackdaw/worker/idle/sleep_until_ready.hpp>
#include <jackdaw/worker/idle/spin_on_flag.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>
#include <jackdaw/worker/idle/wake_at_empty.hpp>
#include <jackdaw/worker/idle/wake_every_put.hpp>

namespace jackdaw::working {

/// An idle_policy (worker/idle/idle_policy.hpp), of which only the name is needed here.
template <class Idle>
struct idle_entry {
  using type = Idle;
  std::string_view name;
  std::string_view source;
  std::string_view line;
  /// Whether workers without work stay on their processors for milliseconds: then more workers than
  /// processors get in each other's way.
  bool spins = false;
};

/// Every idle policy that can be chosen by name. Tests, benches and the command iterate it.
inline constexpr base::entries idle_catalogue{
    idle_entry<wake_every_put>{"wake_every_put", "KR02 section 6.3",
                               "sleep at once; every put wakes a sleeper"},
    idle_entry<wake_at_empty>{"wake_at_empty", "KR02 section 6.3 (dq9)",
                              "sleep at once; a put into an empty queue wakes a sleeper"},
    idle_entry<spin_on_flag>{"spin_on_flag", "KR02 section 6.3 (dq10)",
                             "never sleep; look at a flag that every put raises"},
    idle_entry<sleep_until_ready>{"sleep_until", "WSL06 section 3.4",
                                  "sleep at once; every put wakes all sleepers, to look again"},
    idle_entry<spin_yield_park>{"spin_yield_park", "Jackdaw",
                                "spin some microseconds, yield, park; a put wakes one if none searches"},
    idle_entry<spin_long>{"spin_long", "Jackdaw",
                          "the same, for latency: spin half a millisecond before parking"},
    idle_entry<park_soon>{"park_soon", "Jackdaw", "the same, for other programs: hardly spin before parking"},
    idle_entry<spin>{"spin", "BP98 section 4", "spin without yielding for milliseconds, then park", true},
    idle_entry<yield>{"yield", "T15, published code", "yield between looks for milliseconds, then park"},
    idle_entry<lower_then_yield>{"lower_then_yield", "BP98 section 3.2",
                                 "spin briefly, yield between looks, lower the priority once, then park"},
    idle_entry<batch_then_yield>{"batch_then_yield", "Jackdaw", "the same, lowered to SCHED_BATCH"},
};

}  // namespace jackdaw::working
