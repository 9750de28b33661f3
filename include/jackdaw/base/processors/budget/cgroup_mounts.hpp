// Where the control groups are in the file system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/base/compiled.hpp>

namespace jackdaw::base {

/// One hierarchy of control groups as it is mounted.
struct cgroup_mount {
  std::string point;      ///< where its files are
  std::string root = {};  ///< the group that is seen there, by its path in the hierarchy; empty: the top

  /// The folder of a group by its path in the hierarchy, as /proc/self/cgroup says it. A path that is not below `root`
  /// is taken as one of a container, below the mount.
  [[nodiscard]] std::string below(const std::string& path) const;
};

/// The mounted hierarchies that may have a quota for processors.
///
/// Source: proc(5), /proc/self/mountinfo: number, parent, device, root, mount point, options, further fields up to a
/// lone `-`, kind, source, options of the file system. Where that names none of a kind, the places where distributions
/// mount it. `root` stands before /proc and /sys, for tests. Cost: a file of a line for each mount.
struct cgroup_mounts {
  std::vector<cgroup_mount> unified;    ///< version 2
  std::vector<cgroup_mount> processor;  ///< version 1, with the controller `cpu`

  explicit cgroup_mounts(const std::string& root = {});

 private:
  void add(const std::string& line, const std::string& root);

  /// A blank, a tab, a line break and a backslash are written as \ooo, in octal digits.
  static std::string plain(std::string_view written);
};

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/processors/budget/cgroup_mounts_impl.hpp>
#endif
