// How tasks get to workers past the pool: those of threads that are no workers, and those that are pinned to a
// worker. Guests deal the former to the workers' inboxes in turn.
//
// Callers: guests enter, put and leave; busy workers take, pinned tasks their own only. The parts have
// their own proofs: worker/external/external_callers.hpp, worker/external/inbox.hpp, worker/external/pinned_tasks.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/external_callers.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/external/pinned_tasks.hpp>

namespace jackdaw::working {

/// An inbox and pinned tasks for each worker, and a list of the guests that are inside.
template <task_header Task>
class external_tasks {
 public:
  /// Nothing comes to the doors of the `places` behind the workers, which only look.
  external_tasks(unsigned workers, unsigned places)
      : workers_(workers), doors_(std::make_unique<base::padded<door>[]>(places)) {}

  [[nodiscard]] external_callers& guests() noexcept { return guests_; }

  /// The worker whose turn it is to get a task from the guest at `place`.
  [[nodiscard]] unsigned next_worker(unsigned place, unsigned allowed) noexcept {
    unsigned& next = *next_[place];
    if (next >= allowed) next = 0;
    return next++;
  }

  [[nodiscard]] inbox<Task>& of(unsigned worker) noexcept { return doors_[worker]->open; }
  [[nodiscard]] pinned_tasks<Task>& pinned_to(unsigned worker) noexcept { return doors_[worker]->pinned; }

  /// Whether there is nothing in the inboxes.
  [[nodiscard]] bool looks_empty() const noexcept {
    for (unsigned id = 0; id < workers_; ++id) {
      if (!doors_[id]->open.looks_empty()) return false;
    }
    return true;
  }

  /// Another number when tasks have come in, as a rule.
  [[nodiscard]] std::uintptr_t mark() const noexcept {
    std::uintptr_t sum = 0;
    for (unsigned id = 0; id < workers_; ++id) sum += doors_[id]->open.mark();
    return sum;
  }

  /// How many are counted as busy: inboxes and lists of pinned tasks that are not empty; old when it is read.
  [[nodiscard]] unsigned filled() const noexcept {
    unsigned count = 0;
    for (unsigned id = 0; id < workers_; ++id) {
      const door& each = *doors_[id];
      count += (each.open.looks_empty() ? 0 : 1) + each.pinned.filled();
    }
    return count;
  }

 private:
  struct door {  // of one worker
    inbox<Task> open;
    pinned_tasks<Task> pinned{open};
  };

  unsigned workers_;
  std::unique_ptr<base::padded<door>[]> doors_;
  std::array<base::padded<unsigned>, external_callers::places> next_{};
  external_callers guests_;
};

}  // namespace jackdaw::working
