// The functions of base/processors/budget/cpu_budget.hpp that are compiled once (base/compiled.hpp).
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

#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/processors/topology.hpp>

namespace jackdaw::base {

JACKDAW_INLINE cpu_budget::cpu_budget(std::string root, cpu_use use)
    : root_(std::move(root)), use_(use), mounts_(root_) {}

JACKDAW_INLINE unsigned cpu_budget::affinity() {
  const cpu_list cpus = affinity_of();
  return cpus.empty() ? std::max(1U, std::thread::hardware_concurrency())
                      : static_cast<unsigned>(cpus.size());
}

JACKDAW_INLINE cpu_list cpu_budget::allowed(pid_t thread) const {
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

JACKDAW_INLINE std::optional<double> cpu_budget::quota() const {
  double smallest = std::numeric_limits<double>::infinity();
  std::ifstream membership(root_ + "/proc/self/cgroup");
  for (std::string line; std::getline(membership, line);) {
    // "hierarchy:controllers:path"; the unified hierarchy is "0::path"
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = std::string(",").append(line, first + 1, second - first - 1).append(",");
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") {
      for (const auto& mount : mounts_.unified) smallest = std::min(smallest, along(mount, path, &limit_v2));
    } else if (controllers.find(",cpu,") != std::string::npos) {
      for (const auto& mount : mounts_.processor)
        smallest = std::min(smallest, along(mount, path, &limit_v1));
    }
  }
  if (std::isinf(smallest)) return std::nullopt;
  return smallest;
}

JACKDAW_INLINE unsigned cpu_budget::workers(const cpu_list& mask) const {
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

JACKDAW_INLINE double cpu_budget::along(const cgroup_mount& mount, const std::string& group,
                                        double (*limit)(const std::string&)) {
  std::string path = mount.below(group);
  double smallest = limit(mount.point);
  while (!path.empty() && path != "/") {
    smallest = std::min(smallest, limit(mount.point + path));
    path.erase(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/'));
  }
  return smallest;
}

JACKDAW_INLINE double cpu_budget::limit_v2(const std::string& group) {
  std::ifstream file(group + "/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || period <= 0 || quota == "max") return unlimited;
  std::istringstream number(quota);
  double value = 0;
  return (number >> value) && value > 0 ? value / period : unlimited;
}

JACKDAW_INLINE double cpu_budget::limit_v1(const std::string& group) {
  double quota = 0;
  double period = 0;
  std::ifstream quota_file(group + "/cpu.cfs_quota_us");
  std::ifstream period_file(group + "/cpu.cfs_period_us");
  if (!(quota_file >> quota) || !(period_file >> period) || quota <= 0 || period <= 0) return unlimited;
  return quota / period;
}

}  // namespace jackdaw::base
