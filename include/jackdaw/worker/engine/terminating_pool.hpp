// A waking pool in working phases: how tasks get in from elsewhere, which workers are counted as busy, and which work
// a worker sees.
//
// Callers: guests, and workers that pin tasks, bring tasks; the loop (worker/engine/worker_loop.hpp) opens
// phases, and its workers enter and leave them. Why a phase ends, and only when all is done:
// worker/termination/termination.hpp. Why no worker oversleeps: worker/idle/idle_policy.hpp, for what is pinned to it
// worker/external/pinned_tasks.hpp. Orderings: TN-G1 summon_all -> summoned: the initial tasks, where the pool does not
// balance.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/threads/short_pause.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/engine/waking_pool.hpp>
#include <jackdaw/worker/external/external_tasks.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/options/idle_setting.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>
#include <jackdaw/worker/oversubscription/worker_limit.hpp>
#include <jackdaw/worker/termination/termination.hpp>

namespace jackdaw::working {

template <pool::task_pool Pool, idle_policy Idle>
class terminating_pool : public waking_pool<Pool, Idle> {
 public:
  using store = waking_pool<Pool, Idle>;
  using task_type = typename Pool::task_type;

  /// An idle policy that has settings gets the one that was chosen.
  explicit terminating_pool(const staffing& staff)
    requires std::constructible_from<Idle, unsigned, idle_use>
      : terminating_pool(staff, staff.idle) {}

  template <class... IdleArguments>
  explicit terminating_pool(const staffing& staff, IdleArguments&&... idle)
      : store(room(staff.workers, staff.places()), std::forward<IdleArguments>(idle)...),
        external_tasks_(workers_, staff.places()),
        attended_(workers_),
        limit_(staff, Pool::balances, pool::pulsing_pool<Pool>) {}

  /// How many of the workers may work now.
  [[nodiscard]] unsigned allowed() const noexcept { return limit_.allowed(); }
  void allow(unsigned workers) {
    if constexpr (Pool::balances) limit_.set(workers > 1 ? workers : 1, [this] { idle_.wake_all(); });
  }

  /// From the guest at `place`, which is no worker: to the workers in turn. Opens a phase when none is under way, and
  /// calls opens() then: whether no worker is to be woken for this task alone, as another thread looks for it.
  template <class Opens>
  void put_from_outside(unsigned place, task_type& item, Opens&& opens) {
    put_from_outside(external_tasks_.next(place, termination_.is_open(), limit_.allowed()), item, opens);
  }

  /// The same for a worker and a lane of its inboxes.
  template <class Opens>
  void put_from_outside(inbox_address where, task_type& item, Opens&& opens) {
    const auto [to, lane] = where;
    bool opened = false;
    if (external_tasks_.lanes_of(to).push(lane, item, [&] { opened = admit(); })) leave();
    limit_.inbox_filled();
    if (!opened || !opens() || !Pool::balances)
      idle_.put(to != 0 ? to - 1 : workers_ - 1);  // the search for a sleeper begins with the next one
    sync::notify();
  }

  /// The same for worker `to` and no other; also from a worker. Surplus ones come for it, too.
  bool deliver(unsigned to, task_type& item, sender by);

  [[nodiscard]] external_callers& guests() noexcept { return external_tasks_.guests(); }
  [[nodiscard]] std::uint64_t phase_state() const noexcept { return termination_.state(); }

 protected:
  using store::idle_;
  using store::pool_;
  using store::workers_;

  ~terminating_pool() = default;

  /// Opens the phase with worker 0 busy. Where tasks cannot be stolen, every worker must come, and is busy from the
  /// start.
  void begin(std::size_t dealt) {
    if constexpr (Pool::balances) {
      look();
      if (dealt > 1) dealt_in_ = termination_.openings() + 1;
      const bool some_came = termination_.open(1);
      limit_.run_begins();
      this->ask_for_sleepers();
      const std::size_t helpers = dealt < workers_ ? dealt : workers_;
      for (std::size_t i = 1; i < helpers; ++i) idle_.put(0);
      if (some_came) fetch_called();
    } else {
      termination_.open(workers_);
      *attended_[0] = phases_.load(base::relaxed) + 1;
      summon_all();
    }
  }

  /// Reads the CPU budget if that is due. Whether a run is under way.
  bool look() {
    limit_.look([this] { idle_.wake_all(); });
    return termination_.is_open();
  }

  /// The same, and whether spare workers are needed: by worker `id` between two tasks, or by one that rests.
  bool look_around([[maybe_unused]] unsigned id) {
    const bool runs = look();
    if constexpr (pool::pulsing_pool<Pool>) {
      if (runs) limit_.judge(view{*this, id}, [this] { idle_.wake_all(); });
    }
    return runs;
  }

  /// oversubscription.hpp, OV-S1
  [[nodiscard]] bool step_back(unsigned id) {
    return limit_.step_back(id, [this] { idle_.wake_all(); });
  }
  void leave_post(unsigned id) {
    limit_.leave_post(id, [this] { idle_.wake_all(); });
  }

  /// Whether there are tasks that are pinned to worker `id`. Old when it is returned.
  [[nodiscard]] bool is_called(unsigned id) noexcept {
    return termination_.is_open() && external_tasks_.of(id).is_called();
  }

  [[nodiscard]] bool in_sight(unsigned id) {
    return in_sight(id, [this, id] { return comes_from_outside(id); });
  }
  [[nodiscard]] bool in_sight(unsigned id, auto outside) {
    if (is_called(id)) return true;
    if constexpr (pool::work_requesting_pool<Pool>) {
      return termination_.is_open() && (!pool_.looks_empty(id) || outside() || !pool_.ask_all(id));
    } else if constexpr (Pool::balances) {
      return termination_.is_open() && (!pool_.looks_empty(id) || outside());
    } else {
      return phases_.load(base::relaxed) != *attended_[id] ||  // summoned() looks again, and acquires
             (termination_.is_open() && !external_tasks_.looks_empty());
    }
  }

  /// Whether there are tasks in the inboxes for a worker. Not where callers take the seat again and again: a thread
  /// that submits a task and waits for it executes it itself, in less time than it takes to hand it over. For the
  /// moment in which that is found out nothing is looked at, since each look costs that thread a cache miss.
  [[nodiscard]] bool comes_from_outside(unsigned id) const noexcept {
    if (external_tasks_.looks_empty()) return false;
    if (id == 0 || id >= workers_) return true;
    const std::uint64_t turn = first_seat_.turn();
    for (int left = pauses_for_caller; left > 0; --left) base::short_pause();
    return first_seat_.turn() == turn && !external_tasks_.looks_empty();
  }
  static constexpr int pauses_for_caller = 20;  // 1 us

  /// Whether there may be work for this worker; it is then counted as busy.
  [[nodiscard]] bool summoned(unsigned id) {
    if (!in_sight(id, [this] { return !external_tasks_.looks_empty(); })) return false;
    if constexpr (!Pool::balances) {
      const unsigned now = phases_.load(base::acquire);  // TN-G1; cannot change before this worker has left
      if (std::exchange(*attended_[id], now) != now) return true;
    }
    return termination_.enter();
  }

  /// A worker, or an inbox, that was counted as busy is so no more.
  void leave() {
    if (!termination_.leave()) {
      if constexpr (Pool::balances) limit_.left(takers());
    } else {
      idle_.wake(0);
      first_seat_.tell();  // FS-Q2
      sync::notify();
    }
  }

  /// For a worker that is busy: whether no other one is. Then no other one has a task (termination.hpp TE-I2), unless
  /// initial ones were dealt to workers that have not come yet.
  [[nodiscard]] bool is_alone() const noexcept {
    return dealt_in_ != termination_.openings() && takers()() <= 1;
  }

  /// How many of the busy may take tasks: all but the inboxes that are counted as busy.
  [[nodiscard]] auto takers() const noexcept {
    return [this] {
      const unsigned busy = termination_.busy();
      const unsigned filled = external_tasks_.filled();
      return busy > filled ? busy - filled : 0;
    };
  }

  void call_all() {
    for (unsigned id = 0; id < workers_; ++id) {
      external_tasks_.of(id).call();
      fetch(id);
    }
  }

  /// Wakes worker `id`, wherever it sleeps.
  void fetch(unsigned id) {
    idle_.wake(id);
    limit_.wake(id);
  }

  termination termination_;
  first_seat first_seat_;
  external_tasks<task_type> external_tasks_;
  base::owned_array<base::padded<unsigned>> attended_;  // the last phase that each worker attended
  worker_limit limit_;

 private:
  std::uint32_t dealt_in_ = 0;  // the last phase with initial tasks for several; written while it is claimed

  /// Where every worker must come, to each phase that has been opened with all of them counted as busy.
  void summon_all() {
    phases_.fetch_add(1, base::release);  // TN-G1: publishes the initial tasks -> summoned
    idle_.wake_all();
  }

  /// A guest is going to fill an empty inbox. Returns whether that opens a phase.
  bool admit() {
    if (!termination_.admit(Pool::balances ? 0 : workers_)) return false;
    if constexpr (Pool::balances) {
      limit_.run_begins();
      this->ask_for_sleepers();
    } else {
      summon_all();
    }
    return true;
  }

  /// What worker `id` sees of the others.
  struct view {
    const terminating_pool& of;
    unsigned id;

    [[nodiscard]] bool has_work() const {
      return !of.pool_.looks_empty(id) || !of.external_tasks_.looks_empty();
    }
    [[nodiscard]] bool one_seeks() const { return !of.idle_.none_sleeps(); }
    [[nodiscard]] std::uint64_t pulse(unsigned of_worker) const { return of.pool_.pulse(of_worker); }
  };

  /// Workers that were called while the phase was claimed have not seen it open. pinned_tasks.hpp, PT-N5
  [[gnu::noinline, gnu::cold]] void fetch_called() {
    for (unsigned id = 0; id < workers_; ++id) {
      if (external_tasks_.of(id).was_called()) fetch(id);
    }
  }

  base::atomic<unsigned> phases_{0};  // how many there were; only where the pool does not balance
};

template <pool::task_pool Pool, idle_policy Idle>
bool terminating_pool<Pool, Idle>::deliver(unsigned to, task_type& item, sender by) {
  bool opened = false;
  if (external_tasks_.pinned_to(to).push(item, by, [&] { opened = admit(); })) leave();
  limit_.inbox_filled();
  fetch(to);
  sync::notify();
  return opened;
}

}  // namespace jackdaw::working
