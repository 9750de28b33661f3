// The kinds of tasks that one worker has met: what a task is called, without asking it each time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::observe {

/// Numbers kinds by the function that the header of a task points to. For the hooks of one worker; a number that was
/// handed on to another thread (release, acquire) can be asked for its kind there.
class kinds {
 public:
  static constexpr std::uint32_t most = 128;

  /// The number of the kind of `t`; `most` for those that do not fit. Looks at what is executed, not at the task's
  /// contents.
  [[nodiscard]] std::uint32_t number_of(const task& t) noexcept {
    if (t.execute == last_) return last_number_;
    last_ = t.execute;
    const auto end = known_.begin() + count_;
    const auto found = std::find(known_.begin(), end, t.execute);
    if (found == end && count_ < most) {
      known_[count_] = t.execute;
      t.execute(const_cast<task&>(t), &kinds_[count_], task_verb::describe);
      ++count_;
    } else if (found == end) {
      return last_number_ = most;
    }
    return last_number_ = static_cast<std::uint32_t>(found - known_.begin());
  }

  /// The kind that number_of() has numbered so.
  [[nodiscard]] task_kind kind(std::uint32_t number) const noexcept {
    return number < most ? kinds_[number] : task_kind{"(other kinds)", {}};
  }

 private:
  task::entry_point last_ = nullptr;
  std::uint32_t last_number_ = 0;
  std::uint32_t count_ = 0;
  std::array<task::entry_point, most> known_{};
  std::array<task_kind, most> kinds_{};
};

}  // namespace jackdaw::observe
