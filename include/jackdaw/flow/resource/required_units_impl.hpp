// The function of flow/resource/required_units.hpp that is compiled once (base/compiled.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include <jackdaw/flow/resource/required_units.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void require_enough(std::span<const units_of> all) {
  for (const units_of& first : all) {
    std::uint64_t sum = 0;
    for (const units_of& each : all) {
      if (each.of == first.of) sum = each.units <= ~sum ? sum + each.units : ~std::uint64_t{0};
    }
    const std::uint64_t most = first.of->units();
    if (sum <= most) continue;
    const std::string name = first.of->name();
    throw std::invalid_argument("a task requires " + std::to_string(sum) + " units of " +
                                (name.empty() ? "a resource" : '\'' + name + '\'') +
                                "; expected at most the " + std::to_string(most) + " that it has");
  }
}

}  // namespace jackdaw::dataflow
