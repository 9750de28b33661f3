// The first exception of a run.
#pragma once

#include <exception>
#include <mutex>
#include <string_view>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::working {

/// Keeps the first exception that a task threw, and the name of the task; later ones are dropped.
class failure {
 public:
  /// What a worker does with its next task: a load of a word that hardly ever changes.
  [[nodiscard]] task_verb verdict() const noexcept { return verdict_.load(base::relaxed); }
  [[nodiscard]] bool raised() const noexcept { return verdict() == task_verb::drop; }

  /// Called by any worker.
  void record(std::exception_ptr what, std::string_view task) {
    const std::lock_guard hold(mutex_);
    if (first_ == nullptr) {
      first_ = std::move(what);
      task_ = task;
    }
    verdict_.store(task_verb::drop, base::relaxed);  // ordered by the end of the phase (TE-H2)
  }

  /// After the phase, by the thread that runs it: throws what was recorded, and forgets it.
  void rethrow() {
    if (!raised()) return;
    verdict_.store(task_verb::run, base::relaxed);
    std::rethrow_exception(std::exchange(first_, nullptr));
  }

  /// The name of the task that failed last; empty when none ever did. Only while no run is under way.
  [[nodiscard]] std::string_view task() const noexcept { return task_; }

 private:
  base::atomic<task_verb> verdict_{task_verb::run};
  base::mutex mutex_;
  std::exception_ptr first_;
  std::string_view task_;
};

}  // namespace jackdaw::working
