// What a graph knows of a task: how many come before it, which come after it, and which objects it uses.
#pragma once

#include <cstdint>
#include <span>

#include <jackdaw/flow/graph/predecessor_count.hpp>
#include <jackdaw/flow/graph/task_turn.hpp>
#include <jackdaw/flow/version/versions.hpp>

namespace jackdaw::dataflow {

/// An object of a graph. Of whole cache lines, as recordings name it by its address (observe/annotation.hpp).
struct alignas(64) graph_object {
  static constexpr std::uint32_t whole = ~std::uint32_t{0};

  explicit graph_object(const versions& handle) noexcept : of(&handle) {}

  const versions* of;
  task_turn turn;
  std::uint32_t groups = 0;  ///< of accesses that may come at the same time, one after another
  std::uint32_t damaged_from =
      whole;  ///< the first group of which a task has failed to write it (graph_failures.hpp)
};

/// An access of a task, in the order of objects.
struct graph_access {
  graph_object* to;
  std::uint32_t group;
  bool reads_only;
  bool takes_turn;
};

/// A task, or a gate: that is a point without work between many tasks and many others.
struct graph_vertex {
  predecessor_count before;
  bool is_gate = false;
  bool contends = false;            ///< some access takes a turn
  bool is_last = false;             ///< only the end of the round comes behind it
  bool has_ticket = false;          ///< in the pool is a ticket for it: it has a priority or an affinity
  std::uint32_t turns_reached = 0;  ///< of the accesses that may take turns, how many have been gone through
  std::span<graph_vertex* const> next;
  std::span<const graph_access> accesses;
};

}  // namespace jackdaw::dataflow
