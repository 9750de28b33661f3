// Which task of a graph comes after which: found once, by what the versions of the handles would do in each run.
//
// As in a flow, accesses of one type that commute form a group, and a group comes after the one before it
// (flow/version/versions.hpp). Each task of a group comes after all of the group before. Where both are large, a gate
// stands between them, so that there are as many edges as accesses, and not as pairs. All tasks that have none behind
// them come before one last gate, in two steps where they are many. When the last gate is passed, the round is over.
// Callers: the thread that makes the graph, or runs it; not while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/flow/graph/graph_vertex.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/versions.hpp>

namespace jackdaw::dataflow {

/// An access as a task declares it.
struct recorded_access {
  versions* of;
  const access_terms* terms;
};

class graph_plan {
 public:
  /// A task after all others. Strong guarantee. Throws std::bad_alloc.
  void add(graph_vertex& task, std::vector<recorded_access> accesses);

  /// Finds out what has changed since the last time. Throws std::bad_alloc; then it has to be called again.
  void settle() {
    if (!is_settled_) find_order();
  }

  /// How many tasks there are.
  [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }

  // ---- when it is settled ----

  /// The tasks that are ready when a round begins; those that have tickets first, as they were submitted.
  [[nodiscard]] std::span<graph_vertex* const> roots() const noexcept {
    return {roots_.data(), roots_.size()};
  }
  /// The last gate. Where there are tasks.
  [[nodiscard]] const graph_vertex* end() const noexcept { return end_; }
  [[nodiscard]] std::deque<graph_object>& objects() noexcept { return objects_; }

 private:
  using edge = std::pair<std::uint32_t, std::uint32_t>;
  struct noted_access {
    versions* of;
    const access_terms* terms;
    std::uint32_t task;
  };
  struct history;
  static constexpr std::size_t most_before_end = 32;

  static void merge(std::vector<recorded_access>& accesses);
  void find_order();
  void find_groups();
  void close(history& at);
  void connect_end();
  void store_edges();
  [[nodiscard]] std::uint32_t make_gate();
  [[nodiscard]] graph_vertex& vertex(std::uint32_t number) {
    return number < tasks_.size() ? *tasks_[number] : gates_[number - tasks_.size()];
  }

  std::vector<graph_vertex*> tasks_;
  std::vector<noted_access> noted_;     // task by task, each by the addresses of handles
  std::vector<graph_access> accesses_;  // of each of these
  std::deque<graph_object> objects_;
  std::deque<graph_vertex> gates_;
  std::vector<edge> edges_;  // while the order is being found
  std::vector<graph_vertex*> next_;
  std::vector<graph_vertex*> roots_;
  const graph_vertex* end_ = nullptr;
  bool is_settled_ = true;
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/graph/graph_plan_impl.hpp>
#endif
