// The tasks from outside for one worker, in several lists, which a thread that brings many uses by turns.
//
// Tasks of a burst lie all over the memory, and whoever walks along one list waits for each before it knows where the
// next one is. In several lists it waits for several at a time.
//
// Callers: as for an inbox (worker/external/inbox.hpp), which each lane is. The worker looks at the first one before a
// task, and at no other.
// Invariant
//   IL-L1  where a lane is not empty, the first one is not quiet, or the thread that has filled the lane is about to
//          hint. That thread hints after it has made the lane not empty (IL-L2), and looks for sleepers after that. A
//          worker that takes all takes the hint back first, and looks at the lanes then. So either it finds the task,
//          or it has come before that, and the hint stands. Others may have taken all in between: a hint for nothing
//          costs one look, as it is taken back.
// Ordering: IL-L2 hint -> take_all: the lanes are looked at after that.
#pragma once

#include <array>
#include <cstdint>

#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/inbox.hpp>

namespace jackdaw::working {

template <task_header Task>
class inbox_lanes {
 public:
  static constexpr unsigned lanes = 4;

  /// Some tasks in each lane, newest first, linked by `next`.
  using lists = std::array<Task*, lanes>;

  /// As inbox::push().
  template <class Admit>
  [[nodiscard]] bool push(unsigned lane, Task& item, Admit&& admit) {
    bool was_empty = false;
    const bool superfluous = lanes_[lane].push(item, [&] {
      admit();
      was_empty = true;
    });
    if (was_empty && lane != 0) first().hint();  // IL-L1
    return superfluous;
  }

  /// All tasks. Returns how many lanes were not empty.
  [[nodiscard]] unsigned take_all(lists& into) noexcept {
    into = {};
    if (looks_empty()) return 0;
    bool others = false;
    into[0] = first().take_all(others);  // IL-L1: the hint before a look at the others
    unsigned filled = into[0] != nullptr ? 1 : 0;
    for (unsigned lane = 1; others && lane < lanes; ++lane) {
      if (lanes_[lane].looks_empty()) continue;
      into[lane] = lanes_[lane].take_all();
      if (into[lane] != nullptr) ++filled;
    }
    return filled;
  }

  /// Whether the first lane has no task, and no hint. Old when it is returned.
  [[nodiscard]] bool looks_empty() const noexcept { return first().is_unhinted_and_empty(); }

  /// How many lanes are not empty; old when it is returned.
  [[nodiscard]] unsigned looks_filled() const noexcept {
    unsigned filled = 0;
    if (looks_empty()) return filled;
    for (const auto& lane : lanes_) filled += lane.looks_empty() ? 0U : 1U;
    return filled;
  }

  /// As a rule another number after a push.
  [[nodiscard]] std::uintptr_t mark() const noexcept {
    std::uintptr_t sum = 0;
    for (const auto& lane : lanes_) sum += lane.mark();
    return sum;
  }

  /// Where the worker is called, and looks before each task.
  [[nodiscard]] inbox<Task>& first() noexcept { return lanes_[0]; }
  [[nodiscard]] const inbox<Task>& first() const noexcept { return lanes_[0]; }

 private:
  std::array<inbox<Task>, lanes> lanes_;
};

}  // namespace jackdaw::working
