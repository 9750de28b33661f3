// Which logical processors share a core, and which cores are weaker than others.
//
// Source: Linux, /sys/devices/system/cpu/cpu*/topology (core_cpus_list, thread_siblings_list,
// physical_package_id), cpu_capacity beside it (Arm), /sys/devices/cpu_core and cpu_atom (x86 hybrid). Where
// JACKDAW_HWLOC is defined, hwloc says it (base/processors/topology_hwloc.hpp); see
// docs/internals/scheduler/machine.md.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/cpu_place.hpp>

namespace jackdaw::base {

/// What the kernel says about some processors. `root` stands before /sys, for tests with a false file tree.
/// What cannot be read counts as: a core of its own, package 0, as strong as the others. Reading costs
/// about 10 µs a processor.
class topology {
 public:
  explicit topology(const cpu_list& cpus, const std::string& root = {});

  /// Places that the caller has found out.
  explicit topology(std::vector<cpu_place> places) : places_(std::move(places)) {}

  [[nodiscard]] const std::vector<cpu_place>& places() const noexcept { return places_; }

  /// The processors to use, ascending; empty only when there are none at all.
  [[nodiscard]] cpu_list usable(cpu_use use) const;

 private:
  static unsigned number_in(const std::string& name, unsigned otherwise);

  std::vector<cpu_place> places_;
};

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/processors/topology_impl.hpp>
#endif
