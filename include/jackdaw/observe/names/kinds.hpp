// The kinds of tasks that one worker has met: what a task is called, without asking it each time.
#pragma once

#include <array>
#include <cstdint>
#include <new>
#include <string>

#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::observe {

/// Numbers kinds by the function that the header of a task points to. A task that has a name of its own is numbered by
/// that, too. For the hooks of one worker; a number that was handed on to another thread (release, acquire) can be
/// asked for its kind there.
class kinds {
 public:
  static constexpr std::uint32_t most = 128;

  /// The number of the kind of `t`; `most` for those that do not fit. Looks at what is executed; only tasks with names
  /// of their own are asked each time.
  [[nodiscard]] std::uint32_t number_of(const task& t) noexcept {
    if (t.execute == last_) return last_number_;
    std::uint32_t number = 0;
    while (number < count_ && known_[number] != t.execute) ++number;
    if (number == count_ || kinds_[number].own_name) {
      task_kind asked;
      t.execute(const_cast<task&>(t), &asked, task_verb::describe);
      if (asked.own_name) return number_of_own(t.execute, asked, number);
      if (number < most) add(t.execute, asked);
    }
    last_ = t.execute;
    return last_number_ = number;
  }

  /// The kind that number_of() has numbered so.
  [[nodiscard]] task_kind kind(std::uint32_t number) const noexcept {
    return number < most ? kinds_[number] : task_kind{"(other kinds)", {}};
  }

 private:
  /// The number of tasks that execute the same and are called the same; not below `first`.
  [[nodiscard]] std::uint32_t number_of_own(task::entry_point execute, task_kind asked,
                                            std::uint32_t first) noexcept {
    for (std::uint32_t i = first; i < count_; ++i) {
      if (known_[i] == execute && kinds_[i].name == asked.name) return i;
    }
    if (count_ == most) return most;
    try {
      asked.name = texts_[count_] = asked.name;
    } catch (const std::bad_alloc&) { return most; }
    add(execute, asked);
    return count_ - 1;
  }

  void add(task::entry_point execute, const task_kind& kind) noexcept {
    known_[count_] = execute;
    kinds_[count_] = kind;
    ++count_;
  }

  task::entry_point last_ = nullptr;  // what was executed last of those that are of one kind each
  std::uint32_t last_number_ = 0;
  std::uint32_t count_ = 0;
  std::array<task::entry_point, most> known_{};
  std::array<task_kind, most> kinds_{};
  std::array<std::string, most> texts_;  // own names: the task's text may be gone when a reader asks
};

}  // namespace jackdaw::observe
