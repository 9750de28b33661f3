// Figures of a recorded run: how many tasks ran at once, how long they were, which worker stole from which.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <jackdaw/base/number_as.hpp>
#include <jackdaw/trace/read/history.hpp>

namespace jackdaw::trace {

/// Figures for pictures. Throws std::bad_alloc.
struct profile {
  /// The tasks of one kind.
  struct of_kind {
    std::uint64_t tasks = 0;
    std::uint64_t nanoseconds = 0;  ///< in tasks of this kind, without those that ran inside
    std::uint64_t longest = 0;
  };

  /// What the tasks of one kind have said with one text (observe/task_log.hpp).
  struct of_log {
    std::uint32_t kind = history::none;  ///< none: tasks whose kind is not known
    std::uint32_t text = 0;              ///< of history::logs
    std::uint64_t events = 0;            ///< points in time
    std::uint64_t spans = 0;             ///< stretches of time
    std::uint64_t nanoseconds =
        0;                 ///< in these, as of_kind::nanoseconds; one inside another of its text counts, too
    std::int64_t sum = 0;  ///< of what was counted, modulo 2^64
    bool is_counter = false;  ///< something was counted
  };

  std::vector<of_kind> kinds;          ///< by number of the kind
  std::vector<std::uint64_t> lengths;  ///< element i: tasks of 2^(i-1) to 2^i - 1 nanoseconds
  std::vector<double> parallelism;     ///< workers that ran tasks, on average, in equal parts of the time
  std::vector<std::vector<std::uint64_t>> stolen;  ///< tasks, by thief and victim
  std::vector<std::uint64_t> busy;                 ///< nanoseconds in tasks, by worker
  std::vector<std::uint64_t> parked;               ///< nanoseconds asleep, by worker
  std::vector<std::uint64_t> preempted;  ///< nanoseconds in which other threads had its processor, by worker
  std::vector<std::uint64_t>
      blocked;                     ///< nanoseconds in which it waited for something besides work, by worker
  std::vector<of_log> logs;        ///< by kind and text
  std::uint64_t tasks_run = 0;     ///< tasks
  std::uint64_t steals = 0;        ///< looks into other workers' queues that found tasks
  std::uint64_t tasks_stolen = 0;  ///< tasks that they took
};

/// What tasks have said, for profile_of(). Throws std::bad_alloc.
[[nodiscard]] inline std::vector<profile::of_log> logs_of(const history& run) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, profile::of_log> found;
  const auto at = [&](std::uint32_t task, std::uint32_t text) -> profile::of_log& {
    const std::uint32_t kind = task == history::none ? history::none : run.tasks[task].kind;
    profile::of_log& one = found[{kind, text}];
    one.kind = kind;
    one.text = text;
    return one;
  };
  for (const history::log_entry& each : run.log_entries) {
    profile::of_log& one = at(each.task, each.text);
    ++(each.is_span ? one.spans : one.events);
    one.nanoseconds += each.own_length();
  }
  for (const history::log_count& each : run.log_counts) {
    profile::of_log& one = at(each.task, each.text);
    one.is_counter = true;
    one.sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(one.sum) +
                                        static_cast<std::uint64_t>(each.amount));
  }
  std::vector<profile::of_log> all;
  all.reserve(found.size());
  for (const auto& [key, one] : found) all.push_back(one);
  return all;
}

/// The figures of a run. `parts`: in how many parts the time is divided for the parallelism.
///     const profile figures = profile_of(read_history(seen));
///     std::printf("%lu steals", figures.steals);
///
/// Cost: some steps a task. Threads: any. Errors: std::bad_alloc.
[[nodiscard]] inline profile profile_of(const history& run, std::size_t parts = 200) {
  profile found;
  found.kinds.resize(run.kinds.size());
  found.parallelism.resize(parts, 0);
  found.stolen.assign(run.workers, std::vector<std::uint64_t>(run.workers, 0));
  found.busy.resize(run.workers, 0);
  found.parked.resize(run.workers, 0);
  found.preempted.resize(run.workers, 0);
  found.blocked.resize(run.workers, 0);

  const double part = static_cast<double>(std::max<std::uint64_t>(run.end, 1)) / static_cast<double>(parts);
  const auto spread = [&](std::uint64_t from, std::uint64_t to, double sign) {
    const auto begin = static_cast<double>(from);
    const auto end = static_cast<double>(to);
    for (auto i = static_cast<std::size_t>(begin / part); i < parts && static_cast<double>(i) * part < end;
         ++i) {
      const double left = std::max(begin, static_cast<double>(i) * part);
      const double right = std::min(end, static_cast<double>(i + 1) * part);
      if (right > left) found.parallelism[i] += sign * (right - left) / part;
    }
  };
  for (const auto& task : run.tasks) {
    if (!task.ran()) continue;
    ++found.tasks_run;
    const std::uint64_t length = task.own_length();
    const auto bin = base::number_as<std::size_t>(std::bit_width(length));
    if (found.lengths.size() <= bin) found.lengths.resize(bin + 1, 0);
    ++found.lengths[bin];
    if (task.kind < found.kinds.size()) {
      auto& kind = found.kinds[task.kind];
      ++kind.tasks;
      kind.nanoseconds += length;
      kind.longest = std::max(kind.longest, length);
    }
    found.busy[task.worker] += length;
    if (task.depth == 0) spread(task.started, task.finished, 1);
  }
  // A worker that waits inside a task works only as far as it runs others then.
  for (const auto& wait : run.waits) spread(wait.from, wait.to, -1);
  for (const auto& task : run.tasks) {
    if (task.ran() && task.inside_wait) spread(task.started, task.finished, 1);
  }
  // Where in its stretch a worker was without a processor is not known: all over it.
  for (const auto& each : run.absences) {
    (each.blocked ? found.blocked : found.preempted)[each.worker] += each.nanoseconds;
    const std::uint64_t stretch = each.to - each.from;
    if (!each.in_task || stretch == 0) continue;
    spread(each.from, each.to, -static_cast<double>(each.nanoseconds) / static_cast<double>(stretch));
  }
  for (double& each : found.parallelism) each = std::max(each, 0.0);
  for (const auto& each : run.parked) found.parked[each.worker] += each.to - each.from;
  for (const auto& each : run.thefts) {
    ++found.steals;
    found.tasks_stolen += each.tasks;
    if (each.victim < run.workers) found.stolen[each.thief][each.victim] += each.tasks;
  }
  found.logs = logs_of(run);
  return found;
}

}  // namespace jackdaw::trace
