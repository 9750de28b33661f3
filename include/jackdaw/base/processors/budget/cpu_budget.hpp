// How many processors this process may use, which is not how many the machine has.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include <sys/types.h>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/processors/budget/cgroup_mounts.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/cpu_place.hpp>

namespace jackdaw::base {

/// Reads what the kernel says about this process. `root` stands before /proc and /sys, for tests with a
/// false file tree; `use` says which processors of the mask count (base/processors/topology.hpp).
///
/// Sources: sched_getaffinity(2); cgroup v2 cpu.max and cgroup v1 cpu.cfs_quota_us / cpu.cfs_period_us. Of the group
/// of this process and of every group above it, the smallest quota counts. Where they are mounted is read when this
/// object is made (base/processors/budget/cgroup_mounts.hpp). Anything unreadable counts as no limit.
class cpu_budget {
 public:
  explicit cpu_budget(std::string root = {}, cpu_use use = cpu_use::all);

  /// Processors in the affinity mask of the calling thread, at least 1.
  [[nodiscard]] static unsigned affinity();

  /// The affinity mask of a thread by its kernel number, 0 for the calling thread. In a false file tree it is what
  /// Cpus_allowed_list says, where that is there.
  [[nodiscard]] cpu_list allowed(pid_t thread = 0) const;

  /// Processors by quota, such as 1.5; nothing where there is no limit.
  [[nodiscard]] std::optional<double> quota() const;

  /// Workers worth having: affinity ∩ quota, rounded up, at least 1.
  [[nodiscard]] unsigned workers() const { return workers(allowed()); }

  /// The same for a mask that the caller has read. Some 50 µs for the files.
  [[nodiscard]] unsigned workers(const cpu_list& mask) const;

  [[nodiscard]] const std::string& root() const noexcept { return root_; }
  [[nodiscard]] cpu_use use() const noexcept { return use_; }

 private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  // The smallest limit of `path` and of all groups above it. Inside a container the path of the host may not
  // exist below the mount: then the mount itself is the group.
  static double along(const cgroup_mount& mount, const std::string& group,
                      double (*limit)(const std::string&));

  static double limit_v2(const std::string& group);

  static double limit_v1(const std::string& group);

  std::string root_;
  cpu_use use_;
  cgroup_mounts mounts_;
};

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/processors/budget/cpu_budget_impl.hpp>
#endif
