// What a run was like that no grammar tells: comments of a derived one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/trace/read/history.hpp>

#include "apps/grammar/recorded/run_tree.hpp"

namespace jackdaw::apps::grammar {

/// How many phases the run had: in each new one an initial task was created when all tasks before were over.
[[nodiscard]] inline std::size_t phases_of(const trace::history& run, const run_tree& tree) {
  std::vector<std::size_t> by_time(run.tasks.size());
  for (std::size_t i = 0; i < by_time.size(); ++i) by_time[i] = i;
  std::stable_sort(by_time.begin(), by_time.end(), [&run](std::size_t a, std::size_t b) {
    return run.tasks[a].created < run.tasks[b].created;
  });
  std::size_t phases = by_time.empty() ? 0 : 1;
  std::uint64_t all_over = 0;
  bool ran_some = false;
  for (const std::size_t i : by_time) {
    const trace::history::task& each = run.tasks[i];
    if (ran_some && tree.is_initial(i) && each.created > all_over) ++phases;
    if (each.ran()) {
      all_over = std::max(all_over, each.finished);
      ran_some = true;
    }
  }
  return phases;
}

/// Lines that begin with "# "; none where the grammar tells all.
[[nodiscard]] inline std::string not_told(const trace::history& run, const run_tree& tree) {
  std::string lines;
  if (const std::size_t phases = phases_of(run, tree); phases > 1) {
    lines += "# the run had " + std::to_string(phases) +
             " phases, one after the other: a grammar has one, so more can be parallel here\n";
  }
  if (!run.versions.empty())
    lines += "# its tasks waited for data of others: no grammar tells that, so more can be parallel here\n";
  return lines;
}

}  // namespace jackdaw::apps::grammar
