// What hwloc says about the processors, for programs that want it: compiled where JACKDAW_HWLOC is defined, in all
// files of a program or in none (CMake: JACKDAW_USE_HWLOC).
//
// Source: hwloc 2.4 and later, https://www.open-mpi.org/projects/hwloc: cores and packages by objects, kinds of
// processors by hwloc_cpukinds, of which a later one is stronger where their order is known.
#pragma once

#if defined(JACKDAW_HWLOC)

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <hwloc.h>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/cpu_place.hpp>

namespace jackdaw::base {

/// A machine as hwloc sees it. Threads: any may ask, all at the same time. Processors that appear later are not seen.
class hwloc_view {
 public:
  using machine = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, void (*)(hwloc_topology_t)>;

  /// `loaded`: such as hwloc_topology_load leaves it; null: nothing is known.
  explicit hwloc_view(machine loaded) : machine_(std::move(loaded)) {}

  /// Loaded once for the process, on first use; some milliseconds.
  [[nodiscard]] static const hwloc_view& of_this_machine() {
    static const hwloc_view here(load_this_machine());
    return here;
  }

  /// Those of `cpus` in their order; what hwloc does not say counts as in base/processors/topology.hpp. None where it
  /// says nothing.
  [[nodiscard]] std::vector<cpu_place> places(const cpu_list& cpus) const {
    std::vector<cpu_place> all;
    if (machine_ == nullptr) return all;
    for (const unsigned cpu : cpus) {
      const hwloc_obj_t unit = hwloc_get_pu_obj_by_os_index(machine_.get(), cpu);
      const hwloc_obj_t core = above(unit, HWLOC_OBJ_CORE);
      const hwloc_obj_t package = above(unit, HWLOC_OBJ_PACKAGE);
      const bool numbered = package != nullptr && package->os_index != HWLOC_UNKNOWN_INDEX;
      all.push_back({cpu, core == nullptr ? cpu : static_cast<unsigned>(hwloc_bitmap_first(core->cpuset)),
                     numbered ? package->os_index : 0, unit == nullptr ? 0 : strength_of(unit)});
    }
    return all;
  }

 private:
  static machine load_this_machine() {
    hwloc_topology_t fresh = nullptr;
    if (hwloc_topology_init(&fresh) != 0) return {nullptr, &hwloc_topology_destroy};
    machine loaded(fresh, &hwloc_topology_destroy);
    // Also what this process may not use now: it may later, and cores are to be known as a whole.
    hwloc_topology_set_flags(fresh, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    hwloc_topology_set_io_types_filter(fresh, HWLOC_TYPE_FILTER_KEEP_NONE);
    if (hwloc_topology_load(fresh) != 0) loaded.reset();
    return loaded;
  }

  [[nodiscard]] hwloc_obj_t above(hwloc_obj_t unit, hwloc_obj_type_t type) const {
    return unit == nullptr ? nullptr : hwloc_get_ancestor_obj_by_type(machine_.get(), type, unit);
  }

  [[nodiscard]] unsigned strength_of(hwloc_obj_t unit) const {
    const int kind = hwloc_cpukinds_get_by_cpuset(machine_.get(), unit->cpuset, 0);
    if (kind < 0) return 0;
    int efficiency = -1;
    hwloc_cpukinds_get_info(machine_.get(), static_cast<unsigned>(kind), nullptr, &efficiency, nullptr,
                            nullptr, 0);
    return efficiency < 0 ? 0 : static_cast<unsigned>(efficiency);
  }

  machine machine_;
};

}  // namespace jackdaw::base

#endif
