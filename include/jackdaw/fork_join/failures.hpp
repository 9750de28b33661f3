// What a group of tasks does with exceptions: the first wins, or all are collected.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>

namespace jackdaw {

/// What happens when a task of a group throws.
enum class on_failure : unsigned char {
  skip_rest,  ///< tasks that have not begun are not run; the wait throws the first exception
  collect     ///< the other tasks run all the same; the wait throws task_failures
};

/// All exceptions of a group whose failures are collected.
struct task_failures : std::runtime_error {
  task_failures(std::vector<std::exception_ptr> exceptions, std::size_t how_many)
      : std::runtime_error(std::to_string(how_many) + (how_many == 1 ? " task" : " tasks") +
                           " of a group failed"),
        each(std::move(exceptions)),
        count(how_many) {}

  std::vector<std::exception_ptr> each;  ///< in the order in which they were thrown
  std::size_t count;                     ///< more than each.size() when there was no memory for all of them
};

namespace fork_join {

/// The exceptions of one group. record() by any worker; rethrow() by the thread that waits, when all tasks are over.
/// What record() writes is published by the end of its task (fork_join/task_group.hpp, G1).
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
    if (!raised_.exchange(false, base::relaxed)) return;
    const std::size_t count = std::exchange(count_, 0);
    std::vector<std::exception_ptr> each = std::exchange(each_, {});
    if (policy_ == on_failure::skip_rest && !each.empty()) std::rethrow_exception(each.front());
    throw task_failures(std::move(each), count);
  }

 private:
  const on_failure policy_;
  base::atomic<bool> raised_{false};
  std::mutex mutex_;
  std::vector<std::exception_ptr> each_;
  std::size_t count_ = 0;
};

}  // namespace fork_join

}  // namespace jackdaw
