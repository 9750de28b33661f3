// What the attributes of a task make of it: what it has besides its accesses and its function.
#pragma once

#include <type_traits>

#include <jackdaw/flow/event/awaited_event.hpp>
#include <jackdaw/flow/resource/required_units.hpp>
#include <jackdaw/flow/task/attribute_set.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/flow/task/dispatch/pinned_dispatch.hpp>
#include <jackdaw/flow/task/dispatch/ticket_dispatch.hpp>
#include <jackdaw/flow/task/subtasks.hpp>

namespace jackdaw::dataflow {

/// In the place of what a task has not; takes no room. `Which`: so that each is of a type of its own.
template <int Which>
struct absent {
  explicit absent(const auto&... /*unused*/) noexcept {}
};

/// `Attributes`: a tuple.
template <class Scheduler, class Attributes>
struct task_traits {
  static constexpr bool is_pinned = has_attribute<pinned, Attributes>;
  static constexpr bool has_priority = has_attribute<priority, Attributes>;
  static constexpr bool has_affinity = has_attribute<affinity, Attributes>;
  static constexpr bool has_ticket = has_priority || has_affinity;  // in the pool is a ticket for it
  static constexpr bool is_placed = is_pinned || has_ticket;
  static constexpr bool has_subtasks = has_attribute<with_subtasks_t, Attributes>;
  static constexpr bool is_subtask = has_attribute<subtask_of<Scheduler>, Attributes>;
  static constexpr bool has_event = has_attribute<with_completion_t, Attributes>;
  static constexpr bool has_resources = resource_count<Attributes> != 0;
  static constexpr bool is_always = has_attribute<always_t, Attributes>;

  /// Whether it may wait for something else than its data and a worker.
  static constexpr bool has_links = is_placed || has_subtasks || is_subtask || has_event || has_resources;

  using subtasks = std::conditional_t<has_subtasks, basic_subtasks<Scheduler>, absent<0>>;
  using event = std::conditional_t<has_event, awaited_event, absent<1>>;
  using units = std::conditional_t<has_resources, required_units<resource_count<Attributes>>, absent<2>>;
  using ticketed = std::conditional_t<has_priority, prioritized<Scheduler>, with_affinity<Scheduler>>;
  using placement = std::conditional_t<is_pinned, pinned_task<Scheduler>,
                                       std::conditional_t<has_ticket, ticketed, absent<3>>>;

  /// What `placement` is made with.
  [[nodiscard]] static auto wanted_place([[maybe_unused]] const Attributes& attributes) noexcept {
    if constexpr (is_pinned) {
      return std::get<pinned>(attributes);
    } else if constexpr (has_priority) {
      return std::get<priority>(attributes);
    } else if constexpr (has_affinity) {
      return std::get<affinity>(attributes);
    } else {
      return nullptr;
    }
  }
};

/// Whether the function of a task is told by fail(thrown) what the task has failed by, and by end(failed) that it is
/// about to be over.
template <class Function>
inline constexpr bool hears_end = false;

/// Whether the task around it reads for it: what that has read counts as its own (flow/task/further_reads.hpp).
template <class Function>
inline constexpr bool is_read_for = false;

}  // namespace jackdaw::dataflow
