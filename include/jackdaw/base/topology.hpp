// Which logical processors share a core, and which cores are weaker than others.
//
// Source: Linux, /sys/devices/system/cpu/cpu*/topology (core_cpus_list, thread_siblings_list,
// physical_package_id), cpu_capacity beside it (Arm), /sys/devices/cpu_core and cpu_atom (x86 hybrid). Read
// directly, without hwloc: hwloc reads the same files; see docs/machine.md.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <jackdaw/base/cpu_list.hpp>

namespace jackdaw::base {

/// Which of the processors that a process may use are worth a worker each.
enum class cpu_use {
  all,           ///< every logical processor: SMT siblings and weak cores, too
  one_per_core,  ///< one logical processor of each core
  strong_cores,  ///< one of each core of the strongest kind
};

/// One logical processor.
struct cpu_place {
  unsigned cpu;       ///< its number
  unsigned core;      ///< the lowest number among the logical processors of its core
  unsigned package;   ///< the chip, by the kernel's number
  unsigned strength;  ///< comparable between processors of one machine; 0 where the kernel says nothing
};

/// What the kernel says about some processors. `root` stands before /sys, for tests with a false file tree.
/// What cannot be read counts as: a core of its own, package 0, as strong as the others. Reading costs
/// about 10 µs a processor.
class topology {
 public:
  explicit topology(const cpu_list& cpus, const std::string& root = {}) {
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
