// What one task requires of resources: so many units of each, all of them at once.
#pragma once

#include <cstdint>
#include <span>

#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class unit_pool;
struct unit_request;

/// Units of one resource, at least one. What is behind the first three is for a task that waits, and under the lock of
/// all resources (unit_sharing.hpp).
struct unit_demand {
  unit_pool* of = nullptr;
  std::uint64_t units = 0;
  unit_request* by = nullptr;

  unit_demand* older = nullptr;  ///< of all that wait and require some of this resource
  unit_demand* newer = nullptr;
  unit_demand* sooner = nullptr;  ///< below it in the tree (waiting_demands.hpp)
  unit_demand* later = nullptr;
  std::uint64_t least = 0;  ///< the fewest units of those below it and of itself
};

/// All that a task requires. At most one demand for each resource.
struct unit_request {
  /// Puts the task into its scheduler; any thread.
  using resumption = void (*)(waiter& task);

  unit_request(waiter& of, resumption how, int how_urgent) noexcept
      : task(&of), resume(how), priority(how_urgent) {}
  unit_request(const unit_request&) = delete;
  unit_request& operator=(const unit_request&) = delete;

  waiter* task;
  resumption resume;
  int priority;
  std::span<unit_demand> demands;
  bool has_units = false;           ///< by the thread that has taken them, or granted them; then by the task
  bool is_skipped = false;          ///< it needs none, and was counted as skipped; by the task
  unsigned process = 0;             ///< which has taken them (unit_sharing.hpp US-F1)
  std::uint64_t age = 0;            ///< when it last asked: a larger number is younger
  unit_demand* standing = nullptr;  ///< in whose tree it waits; null: it does not wait; under the lock
  unit_request* next = nullptr;     ///< of those that have been granted together

 protected:
  ~unit_request() = default;
};

}  // namespace jackdaw::dataflow
