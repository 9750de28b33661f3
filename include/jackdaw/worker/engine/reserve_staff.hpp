// What reserve threads do in an engine: when they are engaged, what they execute, and which numbers their tasks show.
//
// Callers: a caller that waits for the seat of worker 0 looks by a lookout; a task on a reserve thread asks for
// number(); the engine calls stop(). When threads come and go: worker/external/reserve_threads.hpp. How a number is
// borrowed: worker/external/number_loans.hpp. A reserve thread is a worker like others, in a place behind theirs: it
// puts, steals, is stolen from, and is counted as busy. But nothing is brought to its door. One that is engaged for a
// caller never sleeps for want of tasks, and steps back once others move. One that is engaged for a thread that blocks
// inside a task, a relief, naps where it finds none, and goes when there are too many
// (worker/external/blocked_workers.hpp).
// Invariants
//   RS-S5  what a reserve thread has put is taken before it leaves the phase, by itself or by others (TP-P1,
//          pool/task_pool.hpp).
//   RS-S6  number 0 is borrowed with the seat. A thread that has it leaves it as any caller does
//          (worker/external/stand_in_thread.hpp SI-V2).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <sys/types.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/processors/pinning.hpp>
#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/base/threads/thread_start.hpp>
#include <jackdaw/base/threads/thread_state.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/observe/observer.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/external/number_loans.hpp>
#include <jackdaw/worker/external/reserve_threads.hpp>

namespace jackdaw::working {

/// For how many reserve threads a scheduler has places: none where its observer does not see them.
template <class Pool, class Observer>
inline constexpr unsigned reserve_places =
    pool::roomy_pool<Pool> && observe::reserve_observer<Observer> ? reserve_threads::most : 0;

/// `Engine` is a working::engine with places for reserve threads, whose parts this uses.
template <class Engine>
class reserve_staff {
 public:
  explicit reserve_staff(Engine& of) : of_(&of), threads_at_(of.workers_ + reserve_threads::most) {}

  /// The calling thread works in `place` from now on.
  void takes_place(unsigned place) noexcept {
    threads_at_[place].store(base::own_thread_number(), base::relaxed);
  }

  /// What a caller has seen that waits for the seat.
  class lookout {
   public:
    explicit lookout(reserve_staff& staff) noexcept : staff_(&staff), seen_(staff.movement()) {}

    /// After each first_seat::patience: engages one more, if tasks are there, and nothing moves for so many looks.
    void look() {
      const std::uint64_t now = staff_->movement();
      still_ = std::exchange(seen_, now) == now ? still_ + 1 : 0;
      if (still_ < looks_if_blocked || !staff_->has_tasks()) return;
      if (still_ < looks_if_at_work && !staff_->all_are_blocked()) return;
      still_ = 0;
      staff_->engage();
    }

   private:
    static constexpr unsigned looks_if_blocked = 5;
    static constexpr unsigned looks_if_at_work = 100;  // then they spin, perhaps for what the caller computes
    reserve_staff* staff_;
    std::uint64_t seen_;
    unsigned still_ = 0;
  };

  /// The number that the task shows which the calling thread executes, in `place`: the same until it is over.
  [[nodiscard]] unsigned number(unsigned place) noexcept {
    const unsigned post = place - of_->workers_;
    if (!of_->loans_.has_number(post)) borrow(post);
    return of_->loans_.number(post);
  }

  /// As loop's, for the task that is executed in `place`. The thread is not woken for a task, so it looks by itself.
  void wait(unsigned place, base::function_ref<bool()> over) {
    const without_number meanwhile(*this, place);
    of_->alone_.prepare(place);
    if (over() || of_->in_sight(place) || !of_->alone_.park_for(place, between_looks))
      of_->alone_.cancel(place);
  }
  /// Not for longer than `nap`, as the thread may have a number.
  void wait_alone(unsigned place, auto over, std::int64_t nap = between_looks) {
    const without_number meanwhile(*this, place);
    of_->alone_.prepare(place);
    if (over()) {
      of_->alone_.cancel(place);
    } else {
      of_->limit_.while_taking_none(of_->takers(), [&] {
        if (!of_->alone_.park_for(place, nap)) of_->alone_.cancel(place);
      });
    }
  }

  /// For a thread that blocks in a task: one more works in its place (blocked_workers.hpp). False: there is none.
  [[nodiscard]] [[gnu::noinline, gnu::cold]] bool engage_relief() noexcept {
    return threads_.engage_surely(creates(), include(), as(duty::relief));
  }

  /// There are tasks for those that nap.
  void wake_reliefs() noexcept {
    for (unsigned post = 0; post < reserve_threads::most; ++post) of_->alone_.wake(of_->workers_ + post);
  }

  /// By the thread of a task in `place` that is about to block: whether it was engaged for a caller. Then it works in
  /// the place of blocked threads from now on, and is counted as one that does.
  [[nodiscard]] bool becomes_relief(unsigned place) noexcept {
    return place >= of_->workers_ &&
           duties_[place - of_->workers_].exchange(duty::relief, base::relaxed) != duty::relief;
  }

  void stop() noexcept { threads_.stop(); }

 private:
  static constexpr std::int64_t between_looks = 1'000'000;  // nanoseconds
  static constexpr std::int64_t first_nap = 50'000;         // of a relief that finds no task

  /// The task that is executed in `place` waits: its number may go back (number_loans.hpp NL-N11).
  class without_number {
   public:
    without_number(reserve_staff& staff, unsigned place)
        : staff_(&staff), post_(place - staff.of_->workers_) {
      const auto needs_seat = [this] { return staff_->of_->external_tasks_.of(0).is_called(); };
      staff_->of_->loans_.pause(post_, needs_seat, staff_->leaves_seat());
    }
    without_number(const without_number&) = delete;
    without_number& operator=(const without_number&) = delete;
    ~without_number() { staff_->of_->loans_.resume(post_, staff_->calls_all(), staff_->leaves_seat()); }

   private:
    reserve_staff* staff_;
    unsigned post_;
  };

  /// Another number, nearly always, when a worker has begun a task.
  [[nodiscard]] std::uint64_t movement() const {
    std::uint64_t sum = of_->termination_.state() >> 32U;
    sum = sum * factor + of_->first_seat_.turn();
    for (unsigned id = 0; id < of_->workers_; ++id) sum = sum * factor + of_->pool_.pulse(id);
    return sum;
  }
  static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;  // odd, without a pattern

  [[nodiscard]] bool has_tasks() const {
    constexpr unsigned no_place = ~0U;
    return of_->termination_.is_open() &&
           (!of_->pool_.looks_empty(no_place) || !of_->external_tasks_.looks_empty());
  }

  /// Whether no thread works that is a worker or has been engaged; none can be seen to work in an empty place.
  [[nodiscard]] bool all_are_blocked() const noexcept {
    for (unsigned place = 0; place < of_->workers_ + reserve_threads::most; ++place) {
      const pid_t thread = threads_at_[place].load(base::relaxed);
      if (thread != 0 && !base::is_blocked(thread)) return false;
    }
    return true;
  }

  [[nodiscard]] auto include() {
    return [this](unsigned posts) { of_->pool_.include(of_->workers_ + posts); };
  }

  /// What a reserve thread is engaged for.
  enum class duty : unsigned char { caller, relief };

  [[nodiscard]] auto as(duty now) noexcept {
    return [this, now](unsigned post) { duties_[post].store(now, base::relaxed); };
  }

  [[nodiscard]] auto creates() {
    return [this](unsigned post, unsigned tries) { (this->*begin_)(post, tries); };
  }

  void begin(unsigned post, unsigned tries) {
    of_->owner_.on_reserve[post] = base::start_thread([this, post] { live(post); }, tries);
  }

  [[gnu::noinline, gnu::cold]] void engage() { threads_.engage(creates(), include(), as(duty::caller)); }

  void live(unsigned post) {
    const unsigned place = of_->workers_ + post;
    if (!of_->pins_.empty()) base::bind_calling_thread(of_->pins_[place % of_->pins_.size()]);
    of_->owner_.takes_post(post);
    takes_place(place);
    of_->pool_.seat(place);
    const worker_scope as(of_->crew_[place], of_->notes_);
    [[maybe_unused]] const auto seen = observe::enter(of_->observer_, place);
    threads_.live(post, of_->stops(), include(), [this, place] { return work(place); });
  }

  /// As reserve_threads::live() needs it.
  [[nodiscard]] bool work(unsigned place) {
    const auto& now = duties_[place - of_->workers_];
    if (now.load(base::relaxed) == duty::caller) work_for_caller(place);
    if (now.load(base::relaxed) == duty::caller) return false;
    relieve(place);
    return true;
  }

  /// Works in the place of a blocked thread until there are too many. It waits for tasks by itself meanwhile.
  void relieve(unsigned place) {
    const auto rest = [this, place] { threads_.rest(place - of_->workers_, include()); };
    for (auto nap = first_nap; !of_->blocked_.dismisses(rest); nap = std::min(2 * nap, between_looks)) {
      if (works_as_relief(place)) {
        nap = first_nap;
      } else {
        of_->alone_.prepare(place);
        if (of_->in_sight(place) || !of_->alone_.park_for(place, nap)) of_->alone_.cancel(place);
      }
    }
  }

  /// Whether there were tasks.
  [[nodiscard]] bool works_as_relief(unsigned place) {
    if (!of_->termination_.enter()) return false;
    const base::float_environment_scope as_all = of_->environment_.taken_over();
    bool found = false;
    for (;; found = true) {
      auto* item = of_->pool_.get_own(place);
      if (item == nullptr && !of_->blocked_.has_too_many()) item = take(place);
      if (item == nullptr) break;  // RS-S5
      if (!found) of_->observer_.worker_busy(place);
      execute(place, *item);
    }
    if (found) of_->observer_.worker_idle(place);
    of_->leave();
    return found;
  }

  /// Takes a task from others as long as a caller waits for the seat and no worker moves.
  void work_for_caller(unsigned place) {
    if (!of_->termination_.enter()) return;
    const base::float_environment_scope as_all = of_->environment_.taken_over();
    const std::uint64_t others = movement();
    of_->observer_.worker_busy(place);
    for (;;) {
      auto* item = of_->pool_.get_own(place);
      if (item == nullptr && of_->first_seat_.is_wanted() && movement() == others) item = take(place);
      if (item == nullptr) break;  // RS-S5
      execute(place, *item);
    }
    of_->observer_.worker_idle(place);
    of_->leave();
  }

  void execute(unsigned place, auto& item) {
    of_->execute(place, item);
    if (const unsigned post = place - of_->workers_; of_->loans_.has_number(post))
      of_->loans_.give_back(post, leaves_seat());
  }

  /// Those from outside first, as callers wait for them.
  [[nodiscard]] auto* take(unsigned place) {
    if (of_->let_in(place)) static_cast<void>(of_->pool_.retire(place));  // others may take what is left
    return of_->next(place);
  }

  [[gnu::noinline, gnu::cold]] void borrow(unsigned post) noexcept {
    of_->loans_.borrow(post, calls_all(), leaves_seat());
  }

  [[nodiscard]] auto calls_all() noexcept {
    return [this] { of_->call_all(); };
  }

  [[nodiscard]] auto leaves_seat() noexcept {
    return [this] { of_->first_worker_.leave(); };  // RS-S6
  }

  Engine* of_;
  void (reserve_staff::* const begin_)(unsigned post,
                                       unsigned tries) = &reserve_staff::begin;  // current_worker.hpp
  reserve_threads threads_;
  std::array<base::atomic<duty>, reserve_threads::most> duties_{};  // of each post; published by RT-K4
  base::owned_array<base::atomic<pid_t>>
      threads_at_;  // each place: the thread that works there, or was the last one to
};

}  // namespace jackdaw::working
