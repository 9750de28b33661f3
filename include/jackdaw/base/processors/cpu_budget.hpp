// How many processors this process may use, which is not how many the machine has.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <sys/types.h>

#include <jackdaw/base/processors/cgroup_mounts.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/topology.hpp>

namespace jackdaw::base {

/// Reads what the kernel says about this process. `root` stands before /proc and /sys, for tests with a
/// false file tree; `use` says which processors of the mask count (base/processors/topology.hpp).
///
/// Sources: sched_getaffinity(2); cgroup v2 cpu.max and cgroup v1 cpu.cfs_quota_us / cpu.cfs_period_us, of
/// the group of this process and of every group above it, of which the smallest counts; where they are mounted
/// when this object is made (base/processors/cgroup_mounts.hpp). Anything unreadable counts as no limit.
class cpu_budget {
 public:
  explicit cpu_budget(std::string root = {}, cpu_use use = cpu_use::all)
      : root_(std::move(root)), use_(use), mounts_(root_) {}

  /// Processors in the affinity mask of the calling thread, at least 1.
  [[nodiscard]] static unsigned affinity() {
    const cpu_list cpus = affinity_of();
    return cpus.empty() ? std::max(1U, std::thread::hardware_concurrency())
                        : static_cast<unsigned>(cpus.size());
  }

  /// The affinity mask of a thread by its kernel number, 0 for the calling thread; in a false file tree what
  /// Cpus_allowed_list says, where it is there.
  [[nodiscard]] cpu_list allowed(pid_t thread = 0) const {
    if (!root_.empty()) {
      std::ifstream status(root_ + "/proc/self/status");
      for (std::string line; std::getline(status, line);) {
        constexpr std::string_view key = "Cpus_allowed_list:";
        if (!line.starts_with(key)) continue;
        const auto begin = std::min(line.find_first_not_of(" \t", key.size()), line.size());
        return parse_cpu_list(line.substr(begin)).value_or(cpu_list{});
      }
    }
    return affinity_of(thread);
  }

  /// Processors by quota, such as 1.5; nothing where there is no limit.
  [[nodiscard]] std::optional<double> quota() const {
    double smallest = std::numeric_limits<double>::infinity();
    std::ifstream membership(root_ + "/proc/self/cgroup");
    for (std::string line; std::getline(membership, line);) {
      // "hierarchy:controllers:path"; the unified hierarchy is "0::path"
      const auto first = line.find(':');
      const auto second = first == std::string::npos ? first : line.find(':', first + 1);
      if (second == std::string::npos) continue;
      const std::string controllers =
          std::string(",").append(line, first + 1, second - first - 1).append(",");
      const std::string path = line.substr(second + 1);
      if (controllers == ",,") {
        for (const auto& mount : mounts_.unified)
          smallest = std::min(smallest, along(mount, path, &limit_v2));
      } else if (controllers.find(",cpu,") != std::string::npos) {
        for (const auto& mount : mounts_.processor)
          smallest = std::min(smallest, along(mount, path, &limit_v1));
      }
    }
    if (std::isinf(smallest)) return std::nullopt;
    return smallest;
  }

  /// Workers worth having: affinity ∩ quota, rounded up, at least 1.
  [[nodiscard]] unsigned workers() const { return workers(allowed()); }

  /// The same for a mask that the caller has read. Some 50 µs for the files.
  [[nodiscard]] unsigned workers(const cpu_list& mask) const {
    unsigned by_mask = static_cast<unsigned>(mask.size());
    if (mask.empty()) {
      by_mask = affinity();
    } else if (use_ != cpu_use::all) {
      by_mask = static_cast<unsigned>(topology(mask, root_).usable(use_).size());
    }
    const auto by_quota = quota();
    if (!by_quota) return by_mask;
    return std::clamp(static_cast<unsigned>(std::ceil(std::min(*by_quota, 1e6))), 1U, by_mask);
  }

  [[nodiscard]] const std::string& root() const noexcept { return root_; }
  [[nodiscard]] cpu_use use() const noexcept { return use_; }

 private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  // The smallest limit of `path` and of all groups above it. Inside a container the path of the host may not
  // exist below the mount: then the mount itself is the group.
  static double along(const cgroup_mount& mount, const std::string& group,
                      double (*limit)(const std::string&)) {
    std::string path = mount.below(group);
    double smallest = limit(mount.point);
    while (!path.empty() && path != "/") {
      smallest = std::min(smallest, limit(mount.point + path));
      path.erase(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/'));
    }
    return smallest;
  }

  static double limit_v2(const std::string& group) {
    std::ifstream file(group + "/cpu.max");
    std::string quota;
    double period = 0;
    if (!(file >> quota >> period) || period <= 0 || quota == "max") return unlimited;
    std::istringstream number(quota);
    double value = 0;
    return (number >> value) && value > 0 ? value / period : unlimited;
  }

  static double limit_v1(const std::string& group) {
    double quota = 0;
    double period = 0;
    std::ifstream quota_file(group + "/cpu.cfs_quota_us");
    std::ifstream period_file(group + "/cpu.cfs_period_us");
    if (!(quota_file >> quota) || !(period_file >> period) || quota <= 0 || period <= 0) return unlimited;
    return quota / period;
  }

  std::string root_;
  cpu_use use_;
  cgroup_mounts mounts_;
};

}  // namespace jackdaw::base
