// The function of flow/resource/required_units.hpp that is compiled once (base/compiled.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include <jackdaw/base/characters.hpp>
#include <jackdaw/flow/resource/required_units.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void require_enough(std::span<const units_of> all) {
  for (const units_of& first : all) {
    std::uint64_t sum = 0;
    bool is_more = false;  // than such a number says
    for (const units_of& each : all) {
      if (each.of != first.of) continue;
      is_more = is_more || each.units > ~sum;
      sum = is_more ? ~std::uint64_t{0} : sum + each.units;
    }
    const std::uint64_t most = first.of->units();
    if (sum <= most && !is_more) continue;
    const std::string name = first.of->name();
    throw std::invalid_argument("a task requires " + std::string(is_more ? "more than " : "") +
                                std::to_string(sum) + " units of " +
                                (name.empty() ? "a resource" : '\'' + base::visible_name(name) + '\'') +
                                "; expected at most the " + std::to_string(most) + " that it has");
  }
}

}  // namespace jackdaw::dataflow
