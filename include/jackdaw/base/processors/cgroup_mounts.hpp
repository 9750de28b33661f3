// Where the control groups are in the file system.
#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::base {

/// One hierarchy of control groups as it is mounted.
struct cgroup_mount {
  std::string point;      ///< where its files are
  std::string root = {};  ///< the group that is seen there, by its path in the hierarchy; empty: the top

  /// The folder of a group by its path in the hierarchy, as /proc/self/cgroup says it. A path that is not below `root`
  /// is taken as one of a container, below the mount.
  [[nodiscard]] std::string below(const std::string& path) const {
    const bool inside = path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
    return inside ? path.substr(root.size()) : path;
  }
};

/// The mounted hierarchies that may have a quota for processors.
///
/// Source: proc(5), /proc/self/mountinfo: number, parent, device, root, mount point, options, further fields up to a
/// lone `-`, kind, source, options of the file system. Where that names none of a kind, the places where distributions
/// mount it. `root` stands before /proc and /sys, for tests. Cost: a file of a line for each mount.
struct cgroup_mounts {
  std::vector<cgroup_mount> unified;    ///< version 2
  std::vector<cgroup_mount> processor;  ///< version 1, with the controller `cpu`

  explicit cgroup_mounts(const std::string& root = {}) {
    std::ifstream mounts(root + "/proc/self/mountinfo");
    for (std::string line; std::getline(mounts, line);) add(line, root);
    if (unified.empty()) unified = {{root + "/sys/fs/cgroup"}, {root + "/sys/fs/cgroup/unified"}};
    if (processor.empty()) processor = {{root + "/sys/fs/cgroup/cpu"}, {root + "/sys/fs/cgroup/cpu,cpuacct"}};
  }

 private:
  void add(const std::string& line, const std::string& root) {
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

  /// A blank, a tab, a line break and a backslash are written as \ooo, in octal digits.
  static std::string plain(std::string_view written) {
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
};

}  // namespace jackdaw::base
