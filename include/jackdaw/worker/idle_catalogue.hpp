// The idle policies by name.
#pragma once

#include <string_view>
#include <tuple>

#include <jackdaw/worker/spin_yield_park.hpp>
#include <jackdaw/worker/wake_every_put.hpp>

namespace jackdaw::working {

template <idle_policy Idle>
struct idle_entry {
  using type = Idle;
  std::string_view name;
  std::string_view source;
  std::string_view line;
};

/// Every idle policy that can be chosen by name. Tests, benches and the command iterate it.
inline constexpr std::tuple idle_catalogue{
    idle_entry<wake_every_put>{"wake_every_put", "KR02 section 6.3",
                               "sleep at once; every put wakes a sleeper"},
    idle_entry<spin_yield_park>{"spin_yield_park", "Jackdaw",
                                "spin some microseconds, yield, park; a put wakes one if nobody searches"},
    idle_entry<spin_long>{"spin_long", "Jackdaw",
                          "the same, for latency: spin half a millisecond before parking"},
    idle_entry<park_soon>{"park_soon", "Jackdaw", "the same, for the neighbours: hardly spin before parking"},
};

}  // namespace jackdaw::working
