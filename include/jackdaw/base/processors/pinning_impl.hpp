// The functions of base/processors/pinning.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <jackdaw/base/processors/pinning.hpp>
#include <jackdaw/base/processors/topology.hpp>

namespace jackdaw::base {

JACKDAW_INLINE cpu_list pinning_order(const topology& machine, pinning how) {
  if (how == pinning::none) return {};
  auto places = machine.places();
  std::sort(places.begin(), places.end(), [](const cpu_place& a, const cpu_place& b) {
    return std::tie(a.package, a.core, a.cpu) < std::tie(b.package, b.core, b.cpu);
  });
  if (how == pinning::scatter) {
    // Compact order first: it numbers the siblings of each core, and the cores of each package.
    std::map<std::pair<unsigned, unsigned>, unsigned> siblings;  // of (package, core), so far
    std::map<std::pair<unsigned, unsigned>, unsigned> cores;     // of (package, n-th sibling), so far
    std::map<unsigned, std::tuple<unsigned, unsigned, unsigned>> rank;
    for (const auto& place : places) {
      const unsigned sibling = siblings[{place.package, place.core}]++;
      rank[place.cpu] = {sibling, cores[{place.package, sibling}]++, place.package};
    }
    std::sort(places.begin(), places.end(),
              [&](const cpu_place& a, const cpu_place& b) { return rank.at(a.cpu) < rank.at(b.cpu); });
  }
  cpu_list order;
  for (const auto& place : places) order.push_back(place.cpu);
  return order;
}

}  // namespace jackdaw::base
