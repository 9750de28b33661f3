// What the tasks of flows wait for, in counters of a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <jackdaw/replay/program.hpp>
#include <jackdaw/trace/read/data_order.hpp>

namespace jackdaw::replay {

/// Each group of accesses has a counter, which opens the gates of those of the next group. A gate keeps a task from
/// being put; where the task began without the access, the rest of it. For program_reader.
class data_gates {
 public:
  explicit data_gates(const trace::recording& seen)
      : order_(trace::data_order::read(seen)), turns_(order_.groups.size()), late_(order_.groups.size()) {}

  /// Makes the counters; `gate_of(task number)` is the counter that puts the task, with one more to wait for. Once,
  /// before all others.
  void make(std::vector<program::counter>& counters, auto&& gate_of) {
    first_ = counters.size();
    for (const auto& each : order_.groups)
      counters.emplace_back().left = static_cast<std::uint32_t>(each.members.size());
    for (std::size_t g = 0; g < order_.groups.size(); ++g) {
      const auto& each = order_.groups[g];
      for (std::uint32_t i = 0; i < each.members.size(); ++i) {
        const auto next_gate = [&] {
          return each.members[i].late ? make_late_gate(counters, g, i) : gate_of(each.members[i].task);
        };
        if (each.before != trace::data_order::none) {
          const std::uint32_t gate = next_gate();  // first: it may make room for more counters
          counters[first_ + each.before].next.push_back(gate);
        }
        if (each.one_by_one && i > 0) turns_[g].push_back(next_gate());
      }
    }
  }

  /// The access event number `index` of a worker.
  [[nodiscard]] const trace::data_order::access& at(std::size_t worker, std::size_t index) const {
    return order_.of_worker[worker][index];
  }

  /// The gate of what a task does after it has acquired this; none: it need not wait.
  [[nodiscard]] std::uint32_t late_gate_of(const trace::data_order::access& now) const {
    const auto found = late_[now.group].find(now.place);
    return found == late_[now.group].end() ? none : found->second;
  }

  /// Calls arrive(counter) for all that wait for this release.
  void release(const trace::data_order::access& over, auto&& arrive) const {
    arrive(static_cast<std::uint32_t>(first_ + over.group));
    if (over.place < turns_[over.group].size()) arrive(turns_[over.group][over.place]);
  }

 private:
  std::uint32_t make_late_gate(std::vector<program::counter>& counters, std::size_t group,
                               std::uint32_t place) {
    const auto [at, is_new] = late_[group].try_emplace(place, static_cast<std::uint32_t>(counters.size()));
    if (is_new) counters.emplace_back().left = 1;  // the task's first part
    ++counters[at->second].left;
    return at->second;
  }

  trace::data_order order_;
  std::size_t first_ = 0;                          // of the groups, among the counters
  std::vector<std::vector<std::uint32_t>> turns_;  // by group: the gates of those whose turn comes after each
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> late_;  // by group: gates by place
};

}  // namespace jackdaw::replay
