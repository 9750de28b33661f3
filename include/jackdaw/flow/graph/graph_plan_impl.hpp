// The functions of flow/graph/graph_plan.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/flow/graph/graph_plan.hpp>

namespace jackdaw::dataflow {

/// What is known of a handle while the accesses are gone through: its last group, and the one before.
struct graph_plan::history {
  graph_object* object = nullptr;
  const void* type = nullptr;
  bool commutative = false;
  std::vector<std::uint32_t> before;  // tasks
  std::vector<std::uint32_t> now;     // accesses
};

JACKDAW_INLINE void graph_plan::add(graph_vertex& task, std::vector<recorded_access> accesses) {
  merge(accesses);
  const auto number = static_cast<std::uint32_t>(tasks_.size());
  const std::size_t before = noted_.size();
  try {
    for (const recorded_access& each : accesses) noted_.push_back({each.of, each.terms, number});
    tasks_.push_back(&task);
  } catch (...) {
    noted_.resize(before);
    throw;
  }
  is_settled_ = false;
}

/// One for each handle: as a write, unless all are of one type.
JACKDAW_INLINE void graph_plan::merge(std::vector<recorded_access>& accesses) {
  std::sort(accesses.begin(), accesses.end(),
            [](const recorded_access& a, const recorded_access& b) { return a.of < b.of; });
  std::size_t count = 0;
  for (const recorded_access& each : accesses) {
    if (count != 0 && accesses[count - 1].of == each.of) {
      if (accesses[count - 1].terms != each.terms) accesses[count - 1].terms = &terms_of<write_access>;
    } else {
      accesses[count++] = each;
    }
  }
  accesses.resize(count);
}

JACKDAW_INLINE void graph_plan::find_order() {
  accesses_.assign(noted_.size(), {});
  objects_.clear();
  gates_.clear();
  edges_.clear();
  roots_.clear();
  for (graph_vertex* const task : tasks_) task->contends = false;
  find_groups();
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  connect_end();
  store_edges();
  is_settled_ = true;
}

JACKDAW_INLINE void graph_plan::find_groups() {
  std::unordered_map<const versions*, history> all;
  std::size_t first = 0;
  for (std::size_t i = 0; i < noted_.size(); ++i) {
    const noted_access& each = noted_[i];
    history& at = all[each.of];
    if (at.object == nullptr) at.object = &objects_.emplace_back(*each.of);
    const access_terms& as = *each.terms;
    const bool joins = !at.now.empty() && at.commutative && at.type == as.type;
    if (!joins) {
      if (!at.now.empty()) close(at);
      at.type = as.type;
      at.commutative = as.commutative;
    }
    accesses_[i] = {at.object, at.object->groups, (as.flags & requirement::readonly) != 0, false};
    at.now.push_back(static_cast<std::uint32_t>(i));
    if (i + 1 == noted_.size() || noted_[i + 1].task != each.task) {
      tasks_[each.task]->accesses = std::span<const graph_access>(accesses_).subspan(first, i + 1 - first);
      first = i + 1;
    }
  }
  for (auto& [handle, at] : all) close(at);
}

/// The group of the handle is complete: it comes after the one before.
JACKDAW_INLINE void graph_plan::close(history& at) {
  const std::size_t count = at.now.size();
  std::vector<std::uint32_t> tasks;
  tasks.reserve(count);
  for (const std::uint32_t access : at.now) {
    const noted_access& each = noted_[access];
    tasks.push_back(each.task);
    if (count > 1 && (each.terms->flags & requirement::contending) != 0) {
      accesses_[access].takes_turn = true;
      tasks_[each.task]->contends = true;
    }
  }
  if (at.before.size() * count > at.before.size() + count) {
    const std::uint32_t gate = make_gate();
    for (const std::uint32_t from : at.before) edges_.emplace_back(from, gate);
    for (const std::uint32_t to : tasks) edges_.emplace_back(gate, to);
  } else {
    for (const std::uint32_t from : at.before) {
      for (const std::uint32_t to : tasks) edges_.emplace_back(from, to);
    }
  }
  at.before = std::move(tasks);
  at.now.clear();
  ++at.object->groups;
}

JACKDAW_INLINE std::uint32_t graph_plan::make_gate() {
  gates_.emplace_back().is_gate = true;
  return static_cast<std::uint32_t>(tasks_.size() + gates_.size() - 1);
}

/// The end of a round comes after all tasks that have none behind them.
JACKDAW_INLINE void graph_plan::connect_end() {
  if (tasks_.empty()) return;
  std::vector<bool> has_next(tasks_.size() + gates_.size());
  for (const edge& each : edges_) has_next[each.first] = true;
  std::vector<std::uint32_t> last;
  for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
    tasks_[i]->is_last = !has_next[i];
    if (!has_next[i]) last.push_back(i);
  }
  while (last.size() > most_before_end) {
    std::vector<std::uint32_t> gates;
    for (std::size_t i = 0; i < last.size(); ++i) {
      if (i % most_before_end == 0) gates.push_back(make_gate());
      edges_.emplace_back(last[i], gates.back());
    }
    last = std::move(gates);
  }
  const std::uint32_t end = make_gate();
  for (const std::uint32_t each : last) edges_.emplace_back(each, end);
  end_ = &gates_.back();
  std::sort(edges_.begin(), edges_.end());
}

/// Those behind a task are put in the order of the list, and a worker takes first what it has put last. So the last
/// ones stand first: then it goes on in the order of submission.
JACKDAW_INLINE void graph_plan::store_edges() {
  const std::size_t count = tasks_.size() + gates_.size();
  std::vector<std::uint32_t> before(count);
  next_.clear();
  next_.reserve(edges_.size());
  auto at = edges_.begin();
  for (std::uint32_t from = 0; from < count; ++from) {
    const std::size_t first = next_.size();
    for (; at != edges_.end() && at->first == from; ++at) {
      next_.push_back(&vertex(at->second));
      ++before[at->second];
    }
    std::reverse(next_.begin() + static_cast<std::ptrdiff_t>(first), next_.end());
    vertex(from).next = std::span<graph_vertex* const>(next_).subspan(first);
  }
  for (std::uint32_t i = 0; i < count; ++i) vertex(i).before.expect(before[i]);
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (before[i] == 0 && tasks_[i]->has_ticket) roots_.push_back(tasks_[i]);
  }
  for (std::size_t i = tasks_.size(); i-- > 0;) {
    if (before[i] == 0 && !tasks_[i]->has_ticket) roots_.push_back(tasks_[i]);
  }
  edges_ = {};
}

}  // namespace jackdaw::dataflow
