// Arguments for the tasks of a recorded run, which tells none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/trace/read/history.hpp>

#include "apps/grammar/recorded/run_tree.hpp"

namespace jackdaw::apps::grammar {

/// What decides what a task does is often an argument that counts down, as of fib. Then tasks with the same argument have the
/// same tree below them, and the run has few different trees: the argument is the number of the task's tree, from the
/// smallest ones on. Else it is how deep the task lies below the initial ones.
struct inferred_arguments {
  /// More different trees than that, or trees whose tasks create more in all, are too many.
  static constexpr std::size_t most_trees = 256;
  static constexpr std::size_t most_children = 20'000;
  /// All tasks that lie deeper have this argument.
  static constexpr std::uint32_t deepest = 63;

  bool of_trees = false;               ///< else of depths
  std::vector<std::uint32_t> values;   ///< by task
  std::vector<bool> is_needed;         ///< by kind, as numbered in `kinds`: its tasks have different ones
  std::vector<std::string> kinds;      ///< the names, sorted
  std::vector<std::uint32_t> kind_of;  ///< by task

  [[nodiscard]] static inferred_arguments of(const trace::history& run, const run_tree& tree);
};

}  // namespace jackdaw::apps::grammar
