// A cluster of stars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/barnes/bodies/body.hpp"

namespace jackdaw::apps::barnes {

/// Bodies of equal mass drawn from Plummer's model (Aarseth, Hénon, Wielen 1974), in equilibrium: a dense middle,
/// few bodies far out. Total mass 1, energy -1/4, as far as chance has it; at rest around the origin as a whole.
[[nodiscard]] std::vector<body> plummer(std::size_t count, std::uint64_t seed);

}  // namespace jackdaw::apps::barnes
