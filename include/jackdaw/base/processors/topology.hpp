// Which logical processors share a core, and which cores are weaker than others.
//
// Source: Linux, /sys/devices/system/cpu/cpu*/topology (core_cpus_list, thread_siblings_list,
// physical_package_id), cpu_capacity beside it (Arm), /sys/devices/cpu_core and cpu_atom (x86 hybrid). Where
// JACKDAW_HWLOC is defined, hwloc says it (base/processors/topology_hwloc.hpp); see docs/internals/machine.md.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/cpu_place.hpp>
#include <jackdaw/base/processors/topology_hwloc.hpp>

namespace jackdaw::base {

/// What the kernel says about some processors. `root` stands before /sys, for tests with a false file tree.
/// What cannot be read counts as: a core of its own, package 0, as strong as the others. Reading costs
/// about 10 µs a processor.
class topology {
 public:
  explicit topology(const cpu_list& cpus, const std::string& root = {}) {
#if defined(JACKDAW_HWLOC)
    if (root.empty()) places_ = hwloc_view::of_this_machine().places(cpus);
    if (!places_.empty()) return;
#endif
    const auto strong = list_in(root + "/sys/devices/cpu_core/cpus");
    for (const unsigned cpu : cpus) {
      const std::string folder = root + "/sys/devices/system/cpu/cpu" + std::to_string(cpu);
      cpu_list siblings = list_in(folder + "/topology/core_cpus_list");
      if (siblings.empty()) siblings = list_in(folder + "/topology/thread_siblings_list");
      const unsigned core = siblings.empty() ? cpu : siblings.front();
      const unsigned by_kind = std::binary_search(strong.begin(), strong.end(), cpu) ? 1 : 0;
      places_.push_back({cpu, core, number_in(folder + "/topology/physical_package_id", 0),
                         number_in(folder + "/cpu_capacity", by_kind)});
    }
  }

  /// What somebody else has found out.
  explicit topology(std::vector<cpu_place> places) : places_(std::move(places)) {}

  [[nodiscard]] const std::vector<cpu_place>& places() const noexcept { return places_; }

  /// The processors to use, ascending; empty only when there are none at all.
  [[nodiscard]] cpu_list usable(cpu_use use) const {
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

 private:
  static cpu_list list_in(const std::string& name) {
    std::ifstream file(name);
    std::string line;
    if (!std::getline(file, line)) return {};
    return parse_cpu_list(line).value_or(cpu_list{});
  }

  static unsigned number_in(const std::string& name, unsigned otherwise) {
    std::ifstream file(name);
    unsigned value = 0;
    return file >> value ? value : otherwise;
  }

  std::vector<cpu_place> places_;
};

}  // namespace jackdaw::base
