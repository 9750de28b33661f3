// What a group of tasks does with exceptions: the first wins, or all are collected.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/characters.hpp>
#include <jackdaw/base/said_by.hpp>
#include <jackdaw/base/threads/mutex.hpp>

namespace jackdaw {

/// What happens when a task of a group throws.
enum class on_failure : unsigned char {
  skip_rest,  ///< tasks that have not begun are not run; the wait throws the first exception
  collect     ///< the other tasks run all the same; the wait throws task_failures
};

namespace fork_join {

/// What a list of failures says in one line: how many they are, and of the first ones what they say. Of a fixed size,
/// so that there is one where memory has run out.
class failure_text {
 public:
  failure_text(const std::vector<std::exception_ptr>& each, std::size_t count) noexcept {
    append(std::to_string(count));  // short enough to need no memory
    append(count == 1 ? " task of a group failed" : " tasks of a group failed");
    const std::size_t shown = std::min(each.size(), most_shown);
    for (std::size_t i = 0; i < shown; ++i) {
      append(i == 0 ? ": " : "; ");
      append_what(each[i]);
    }
    if (shown > 0 && shown < count) append("; …");
  }

  [[nodiscard]] const char* get() const noexcept { return text_.data(); }

  static constexpr std::size_t most_shown = 3;
  static constexpr std::size_t longest = 120;  ///< bytes of what one says

 private:
  void append_what(const std::exception_ptr& failure) noexcept {
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& e) { append_shortened(base::said_by(e)); } catch (...) {
      append("something that is no std::exception");
    }
  }

  void append_shortened(std::string_view what) noexcept {
    const std::string_view shown = base::beginning(what, longest);
    append(shown);
    if (shown.size() < what.size()) append("…");
  }

  void append(std::string_view part) noexcept { size_ += part.copy(text_.data() + size_, room - size_); }

  static constexpr std::size_t room = 100 + most_shown * (longest + 8);
  std::array<char, room + 1> text_{};
  std::size_t size_ = 0;
};

}  // namespace fork_join

/// All exceptions of a group whose failures are collected. what() says how many they are, and the texts of the first
/// three: "5 tasks of a group failed: odd; odd; odd; …".
struct task_failures : std::runtime_error {
  task_failures(std::vector<std::exception_ptr> exceptions, std::size_t how_many)
      : std::runtime_error(fork_join::failure_text(exceptions, how_many).get()),
        each(std::move(exceptions)),
        count(how_many) {}

  std::vector<std::exception_ptr> each;  ///< in the order in which they were thrown
  std::size_t count;                     ///< more than each.size() when there was no memory for all of them
};

namespace fork_join {

/// The exceptions of one group. record() by any worker; rethrow() by the thread that waits, when all tasks are over.
/// What record() writes is published by the end of its task (fork_join/group/group_count.hpp, TG-G1).
class failure_record {
 public:
  explicit failure_record(on_failure policy) noexcept : policy_(policy) {}

  /// Whether tasks that have not begun are to be left out.
  [[nodiscard]] bool skips() const noexcept {
    return policy_ == on_failure::skip_rest && raised_.load(base::relaxed);
  }

  void record(std::exception_ptr what) noexcept {
    const std::lock_guard hold(mutex_);
    ++count_;
    raised_.store(true, base::relaxed);
    if (policy_ == on_failure::skip_rest && count_ > 1) return;
    try {
      each_.push_back(std::move(what));
    } catch (const std::bad_alloc&) {
      return;  // it is counted all the same
    }
  }

  /// Throws what was recorded, and forgets it.
  void rethrow() {
    if (raised_.load(base::relaxed)) [[unlikely]]
      rethrow_recorded();
  }

 private:
  [[gnu::noinline, gnu::cold]] void rethrow_recorded() {
    raised_.store(false, base::relaxed);
    const std::size_t count = std::exchange(count_, 0);
    std::vector<std::exception_ptr> each = std::exchange(each_, {});
    if (policy_ == on_failure::skip_rest && !each.empty()) std::rethrow_exception(each.front());
    throw task_failures(std::move(each), count);
  }

  const on_failure policy_;
  base::atomic<bool> raised_{false};
  base::mutex mutex_;
  std::vector<std::exception_ptr> each_;
  std::size_t count_ = 0;
};

}  // namespace fork_join

}  // namespace jackdaw
