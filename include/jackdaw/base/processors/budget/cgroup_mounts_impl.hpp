// The functions of base/processors/budget/cgroup_mounts.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <jackdaw/base/processors/budget/cgroup_mounts.hpp>

namespace jackdaw::base {

JACKDAW_INLINE std::string cgroup_mount::below(const std::string& path) const {
  const bool inside = path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
  return inside ? path.substr(root.size()) : path;
}

JACKDAW_INLINE cgroup_mounts::cgroup_mounts(const std::string& root) {
  std::ifstream mounts(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) add(line, root);
  if (unified.empty()) unified = {{root + "/sys/fs/cgroup"}, {root + "/sys/fs/cgroup/unified"}};
  if (processor.empty()) processor = {{root + "/sys/fs/cgroup/cpu"}, {root + "/sys/fs/cgroup/cpu,cpuacct"}};
}

JACKDAW_INLINE void cgroup_mounts::add(const std::string& line, const std::string& root) {
  const auto dash = line.find(" - ");
  if (dash == std::string::npos) return;
  std::istringstream left(line);
  std::istringstream right(line.substr(dash + 3));
  std::string skipped;
  cgroup_mount found;
  std::string kind;
  std::string controllers;
  left >> skipped >> skipped >> skipped >> found.root >> found.point;
  right >> kind >> skipped >> controllers;
  if (found.point.empty()) return;
  found.point = root + plain(found.point);
  found.root = found.root == "/" ? "" : plain(found.root);
  if (kind == "cgroup2") unified.push_back(found);
  if (kind == "cgroup" && ("," + controllers + ",").find(",cpu,") != std::string::npos)
    processor.push_back(found);
}

JACKDAW_INLINE std::string cgroup_mounts::plain(std::string_view written) {
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto digit = [&](std::size_t at) { return written[i + at] - '0'; };
    const auto octal = [&](std::size_t at) { return digit(at) >= 0 && digit(at) < 8; };
    if (written[i] == '\\' && i + 3 < written.size() && octal(1) && octal(2) && octal(3)) {
      text += static_cast<char>(64 * digit(1) + 8 * digit(2) + digit(3));
      i += 3;
    } else {
      text += written[i];
    }
  }
  return text;
}

}  // namespace jackdaw::base
