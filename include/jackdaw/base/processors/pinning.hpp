// On which processor each worker runs, when it may run on one only.
#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/topology.hpp>

namespace jackdaw::base {

/// Whether workers are bound to processors.
enum class pinning {
  none,     ///< the kernel places them: the default, and right wherever the machine is shared
  compact,  ///< neighbours in number share a core, then a package: for workers that share data
  scatter,  ///< one worker a package in turn, then one a core, siblings last: for memory bandwidth
};

/// The processors of `machine` in the order in which workers 0, 1, … are bound to them; after the last the
/// first comes again. As many as there are places, none for pinning::none.
[[nodiscard]] inline cpu_list pinning_order(const topology& machine, pinning how) {
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
