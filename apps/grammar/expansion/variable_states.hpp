// Shared variables that change during a run (KR02 section 2.2), such that every run has the same tasks.
//
// What a task reads would depend on the schedule. So the serial expansion decides: it runs one task after the other, the one
// that was put last first, and writes down what the variables were when each task began, and when it went on after each
// of its joins. In between no other task changes anything. All runs take the values from there, whatever their schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jackdaw::apps::grammar {

/// The values of all shared variables, for each part of a task: its begin, and after each join.
using task_states = std::vector<std::vector<std::int64_t>>;

/// By the key of a task. Filled by one thread, then read by any.
class variable_states {
 public:
  /// The next part of the task begins now. The reference is valid until the next call.
  const task_states& begin_part(std::uint64_t key, const std::vector<std::int64_t>& now) {
    task_states& all = of_[key];
    all.push_back(now);
    return all;
  }
  [[nodiscard]] const task_states& of(std::uint64_t key) const { return of_.at(key); }

 private:
  std::unordered_map<std::uint64_t, task_states> of_;
};

}  // namespace jackdaw::apps::grammar
