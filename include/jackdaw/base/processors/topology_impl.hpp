// The functions of base/processors/topology.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include <jackdaw/base/processors/topology.hpp>
#include <jackdaw/base/processors/topology_hwloc.hpp>

namespace jackdaw::base {

JACKDAW_INLINE topology::topology(const cpu_list& cpus, const std::string& root) {
#if defined(JACKDAW_HWLOC)
  if (root.empty()) places_ = hwloc_view::of_this_machine().places(cpus);
  if (!places_.empty()) return;
#endif
  const auto strong = cpu_list_in(root + "/sys/devices/cpu_core/cpus");
  for (const unsigned cpu : cpus) {
    const std::string folder = root + "/sys/devices/system/cpu/cpu" + std::to_string(cpu);
    cpu_list siblings = cpu_list_in(folder + "/topology/core_cpus_list");
    if (siblings.empty()) siblings = cpu_list_in(folder + "/topology/thread_siblings_list");
    const unsigned core = siblings.empty() ? cpu : siblings.front();
    const unsigned by_kind = std::binary_search(strong.begin(), strong.end(), cpu) ? 1 : 0;
    places_.push_back({cpu, core, number_in(folder + "/topology/physical_package_id", 0),
                       number_in(folder + "/cpu_capacity", by_kind)});
  }
}

JACKDAW_INLINE cpu_list topology::usable(cpu_use use) const {
  unsigned strongest = 0;
  for (const auto& place : places_) strongest = std::max(strongest, place.strength);
  cpu_list chosen;
  std::vector<unsigned> cores;
  for (const auto& place : places_) {
    if (use == cpu_use::strong_cores && place.strength < strongest) continue;
    if (use != cpu_use::all) {
      if (std::find(cores.begin(), cores.end(), place.core) != cores.end()) continue;
      cores.push_back(place.core);
    }
    chosen.push_back(place.cpu);
  }
  return chosen;
}

JACKDAW_INLINE unsigned topology::number_in(const std::string& name, unsigned otherwise) {
  std::ifstream file(name);
  unsigned value = 0;
  return file >> value ? value : otherwise;
}

}  // namespace jackdaw::base
