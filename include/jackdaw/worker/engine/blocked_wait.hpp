// A thread that blocks inside a task, and executes nothing meanwhile but what is pinned to its worker.
//
// Tasks that it would execute on top of its stack could need what the one below has. So it sleeps, and a reserve thread
// works in its place (worker/external/blocked_workers.hpp). What is pinned to a worker may run nowhere else: it runs on
// top of the task that waits. A task on a reserve thread that asks for its number may get that of a worker that waits
// here (worker/external/number_loans.hpp).
// Callers: the worker or reserve thread that executes the task, all; a thread that makes the end true calls
// wake(place) afterwards. Invariant: BG-B1 what the thread has put before, or puts meanwhile, is visible to others when
// it goes to sleep. So pools that hide tasks, and cannot retire a worker, are refused.
// It wakes by itself after a millisecond, later after eight: for pinned tasks, which do not wake it, and for its
// caller's look. Many that wake each millisecond would have no processor left for the tasks they wait for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/pool/task_pool.hpp>

namespace jackdaw::working {

/// `Engine` is a working::engine, whose parts this uses.
template <class Engine, class Pool>
class blocked_wait {
 public:
  /// For the task that is executed in `place`. Throws std::system_error where no other thread would be left to execute
  /// tasks, after some milliseconds in which none has become free.
  blocked_wait(Engine& of, unsigned place) : of_(&of), place_(place) {
    for (std::int64_t tries = 0; !enters(); ++tries) {
      if (!can_block || tries == most_tries) throw_none_left();
      base::sleep_nanoseconds(1000 * tries);
    }
  }
  blocked_wait(const blocked_wait&) = delete;
  blocked_wait& operator=(const blocked_wait&) = delete;
  ~blocked_wait() {
    if (is_counted_) of_->blocked_.leave();
  }

  /// Returns when over(). Calls look() now and then, which may throw.
  void until(base::function_ref<bool()> over, base::function_ref<void()> look) {
    std::int64_t nap = first_nap;
    bool has_told = false;
    for (unsigned naps = 0; !over();) {
      if (auto* const pinned = place_ < of_->workers_ ? of_->next_pinned(place_, over) : nullptr;
          pinned != nullptr) {
        execute(*pinned);
        has_told = false;
      } else {
        show_tasks(std::exchange(has_told, true));
        sleep(over, nap);
        look();
        if (++naps % naps_of_a_length != 0) continue;
        nap = std::min(2 * nap, longest_nap);
        has_told = false;
      }
    }
  }

 private:
  static constexpr bool can_block = Pool::balances && (!pool::hides<Pool> || pool::retiring_pool<Pool>);
  static constexpr std::int64_t most_tries = 150;       // 11 ms
  static constexpr std::int64_t first_nap = 1'000'000;  // nanoseconds
  static constexpr std::int64_t longest_nap = 8 * first_nap;
  static constexpr unsigned naps_of_a_length = 8;

  [[nodiscard]] bool enters() {
    if constexpr (can_block) {
      is_counted_ = of_->blocked_.enter(
          of_->limit_.able(), [this] { return of_->reserves_.engage_relief(); },
          of_->reserves_.becomes_relief(place_));
    }
    return is_counted_;
  }

  [[noreturn, gnu::cold]] void throw_none_left() const {
    throw std::system_error(
        std::make_error_code(std::errc::resource_unavailable_try_again),
        can_block ? "a task cannot wait inside: " + std::to_string(of_->blocked_.count()) +
                        " others do, and no thread would be left to execute tasks; expected more workers, or "
                        "with_subtasks or after() instead of a wait"
                  : std::string("a task cannot wait inside: the pool of its scheduler keeps tasks where only "
                                "their worker can take them; expected another pool"));
  }

  /// Not blocked meanwhile.
  void execute(auto& pinned) {
    of_->blocked_.leave();
    is_counted_ = false;
    of_->execute(place_, pinned);
    if (!enters()) throw_none_left();
  }

  /// BG-B1. Others are told at first and then seldom: threads that block are woken, too, and would tell each other all
  /// the time.
  void show_tasks(bool have_been_told) {
    if constexpr (pool::retiring_pool<Pool>) {
      if (of_->pool_.retire(place_) || have_been_told) return;
      of_->idle_.put(place_ < of_->workers_ ? place_ : 0);
      of_->reserves_.wake_reliefs();
    }
  }

  void sleep(base::function_ref<bool()> over, std::int64_t nap) {
    if (place_ >= of_->workers_) return of_->reserves_.wait_alone(place_, over, nap);
    of_->alone_.prepare(place_);
    if (over() || of_->is_called(place_)) {
      of_->alone_.cancel(place_);
    } else {
      of_->limit_.while_taking_none(of_->takers(), [this, nap] {
        if (!of_->alone_.park_for(place_, nap)) of_->alone_.cancel(place_);
      });
    }
  }

  Engine* of_;
  unsigned place_;
  bool is_counted_ = false;
};

}  // namespace jackdaw::working
