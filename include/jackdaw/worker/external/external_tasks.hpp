// How tasks get to workers past the pool: those of threads that are no workers, and those that are pinned to a
// worker. Guests deal the former to the workers' inboxes in turn.
//
// Callers: guests enter, put and leave; busy workers take, pinned tasks their own only. The parts have
// their own proofs: worker/external/external_callers.hpp, worker/external/inbox.hpp, worker/external/pinned_tasks.hpp.
#pragma once

#include <array>
#include <cstdint>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/external_callers.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/external/inbox_lanes.hpp>
#include <jackdaw/worker/external/pinned_tasks.hpp>

namespace jackdaw::working {

/// One of the inboxes of a worker.
struct inbox_address {
  unsigned worker;
  unsigned lane;
};

/// Inboxes and pinned tasks for each worker, and a list of the guests that are inside.
template <task_header Task>
class external_tasks {
 public:
  /// Nothing comes to the doors of the `places` behind the workers, which only look.
  external_tasks(unsigned workers, unsigned places) : workers_(workers), doors_(places) {}

  [[nodiscard]] external_callers& guests() noexcept { return guests_; }

  /// Where the next task from the guest at `place` goes: to the workers in turn, and while no phase is under way to
  /// worker 0, as which a caller works. A guest that brings many uses another lane in each round.
  [[nodiscard]] inbox_address next(unsigned place, bool phase_is_open, unsigned allowed) noexcept {
    dealing& its = *dealings_[place];
    if (!phase_is_open) {
      its.count = 0;
      return {0, 0};
    }
    if (its.worker >= allowed) {
      its.worker = 0;
      ++its.count;
    }
    return {its.worker++, its.count < rounds_in_first ? 0 : its.count % inbox_lanes<Task>::lanes};
  }

  [[nodiscard]] inbox_lanes<Task>& lanes_of(unsigned worker) noexcept { return doors_[worker]->open; }

  /// Where worker `worker` is called, and looks before each task.
  [[nodiscard]] inbox<Task>& of(unsigned worker) noexcept { return doors_[worker]->open.first(); }
  [[nodiscard]] const inbox<Task>& of(unsigned worker) const noexcept { return doors_[worker]->open.first(); }
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
      count += each.open.looks_filled() + each.pinned.filled();
    }
    return count;
  }

 private:
  struct door {  // of one worker
    inbox_lanes<Task> open;
    pinned_tasks<Task> pinned{open.first()};
  };
  struct dealing {  // of the guests at one place
    unsigned worker = 0;
    unsigned count = 0;  // how often all workers have got one in this phase
  };

  static constexpr unsigned rounds_in_first =
      16;  ///< each lane that is filled costs an admission: not for a few

  unsigned workers_;
  base::owned_array<base::padded<door>> doors_;
  std::array<base::padded<dealing>, external_callers::places> dealings_{};
  external_callers guests_;
};

}  // namespace jackdaw::working
