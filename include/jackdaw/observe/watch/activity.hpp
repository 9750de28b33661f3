// What the workers are doing now, and which tasks wait: an observer that any thread can ask while a run goes on.
//
// Callers: hooks of worker `id` by the thread that works as `id`; finished(), under_way() and now() by any
// thread at any time. A flow calls add() and remove(), when it begins and when it ends.
// Invariants
//   AC-A1  a slot is written by its worker only. What is read of a worker that works may not fit together. Of one
//          that has stood still for some time it does, and those are of interest.
//   AC-A2  tasks that wait for others (after) have a number in their note, all others have 0: so a task that never
//          waited costs no lock.
// Orderings: AC-A3 word -> read: the kind of the task, and the time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/observe/any_observer.hpp>
#include <jackdaw/observe/names/kinds.hpp>
#include <jackdaw/observe/names/short_name.hpp>
#include <jackdaw/observe/watch/activity_of.hpp>
#include <jackdaw/observe/watch/moment.hpp>

namespace jackdaw::observe {

/// The observer of a scheduler that is watched (observe/watch/watch.hpp). Flows on such a scheduler keep a list of
/// their tasks that are not over. So a report can say which wait, and for what.
///
///     observed_scheduler<activity> sched;
///     const watch watching(sched.observer(), 10);  // speaks up when no task has ended for 10 s
///     sched.run(work);
///
/// Threads: finished(), under_way() and now() from any, at any time. Errors: std::bad_alloc of now().
/// Cost: two looks at the clock and some words of the worker's own for a task. A task that waits for others costs a
/// lock, too, and a task of a flow several.
class activity {
 public:
  using note = task_number;
  using group_note = task_number;
  static constexpr bool adopts_numbers = true;  ///< it needs no numbers of its own: both.hpp

  explicit activity(unsigned workers) : activity(observed_places{.workers = workers}) {}
  /// Not for users.
  explicit activity(observed_places of)
      : workers_(of.workers), places_(of.all()), own_(std::make_unique<base::padded<slot>[]>(places_)) {
    for (unsigned id = 0; id < places_; ++id) own_[id]->rest.hear(*own_[id]);
  }

  /// A source of reports on tasks which this observer does not see: a flow. Not for users.
  class informant {
   public:
    /// Adds what waits, and the names of tasks that run.
    virtual void tell(moment& all) const = 0;
    [[nodiscard]] virtual bool has_tasks() const = 0;

   protected:
    ~informant() = default;
  };
  /// For flows, not for users.
  void add(const informant& one) {
    const std::lock_guard hold(mutex_);
    informants_.push_back(&one);
  }
  /// For flows, not for users.
  void remove(const informant& one) noexcept {
    const std::lock_guard hold(mutex_);
    std::erase(informants_, &one);
  }

  /// How many tasks and branches of joins are over. Old when it is read, as all that follows.
  [[nodiscard]] std::uint64_t finished() const noexcept {
    std::uint64_t sum = 0;
    for (unsigned id = 0; id < places_; ++id) sum += own_[id]->finished.load(base::relaxed);
    return sum;
  }

  /// Whether a worker is busy, or a flow has tasks.
  [[nodiscard]] bool under_way() const {
    if (anybody_busy()) return true;
    const std::lock_guard hold(mutex_);
    held_.clear();  // left over from a run that has failed
    return std::any_of(informants_.begin(), informants_.end(),
                       [](const informant* each) { return each->has_tasks(); });
  }

  /// What each worker does, and which tasks wait for what. Takes a lock.
  [[nodiscard]] moment now() const {
    moment all;
    for (unsigned id = 0; id < places_; ++id) {
      const worker_moment found = moment_of(*own_[id]);
      if (id < workers_ || found.what != doing::nothing) all.workers.push_back(found);
    }
    const std::lock_guard hold(mutex_);
    for (const auto& [number, each] : held_) {
      all.waiting.push_back(
          {short_name(each.kind.name), "tasks that report to it; " + std::to_string(each.arrived) +
                                           (each.arrived == 1 ? " has reported" : " have reported")});
    }
    for (const informant* each : informants_) each->tell(all);
    return all;
  }

  // ---- hooks: for the scheduler, not for users ----

  void task_created(unsigned /*id*/, const task& /*t*/, note& n) noexcept {
    if (n == 0) return;  // AC-A2
    const std::lock_guard hold(mutex_);
    held_.erase(n);
    n = 0;
  }
  void task_held(unsigned id, const task& t, note& n) noexcept {
    const task_kind kind = own_[id]->met.kind(own_[id]->met.number_of(t));
    const std::lock_guard hold(mutex_);
    const task_number number = n == 0 ? ++numbers_ : n;
    try {
      held_.emplace(number, held_task{kind, 0});
      n = number;
    } catch (const std::bad_alloc&) {
      return;  // then it is not reported
    }
  }
  void task_arrived(unsigned /*id*/, note& n) noexcept {
    if (n == 0) return;
    const std::lock_guard hold(mutex_);
    const auto found = held_.find(n);
    if (found != held_.end()) ++found->second.arrived;
  }
  [[nodiscard]] task_number task_started(unsigned id, const task& t, note& /*n*/) noexcept {
    own_[id]->begin(t);
    return 0;
  }
  void task_finished(unsigned id, task_number /*outer*/) noexcept { own_[id]->end(); }
  [[nodiscard]] task_number branch_called(unsigned id, const task& t, note& n) noexcept {
    return task_started(id, t, n);
  }
  void branch_joined(unsigned id, note& /*n*/, task_number outer) noexcept { task_finished(id, outer); }
  void branch_ended(unsigned /*id*/, note& /*n*/) noexcept {}
  void branch_awaited(unsigned /*id*/, note& /*n*/) noexcept {}
  void group_begun(unsigned /*id*/, group_note& /*g*/) noexcept {}
  void group_left(unsigned /*id*/, group_note& /*g*/) noexcept {}
  void group_joined(unsigned /*id*/, group_note& /*g*/) noexcept {}
  void wait_begun(unsigned id) noexcept { own_[id]->waits(true); }
  void wait_over(unsigned id) noexcept { own_[id]->waits(false); }
  void worker_busy(unsigned id) noexcept { own_[id]->show({doing::searches, 0, base::tick_clock::now()}); }
  void worker_idle(unsigned id) noexcept { own_[id]->show({doing::nothing, 0, base::tick_clock::now()}); }

  [[nodiscard]] base::tally& tally_of(unsigned id) noexcept { return own_[id]->rest; }
  [[nodiscard]] base::tally::listener& listener_of(unsigned id) noexcept { return *own_[id]; }

 private:
  /// What a worker does, and since when.
  struct state {
    doing what = doing::nothing;
    std::uint32_t kind = 0;
    std::uint64_t since = 0;
  };

  struct slot final : base::tally::listener {
    void begin(const task& t) noexcept {
      const std::uint32_t kind = met.number_of(t);
      try {
        outer.push_back(current);
      } catch (const std::bad_alloc&) { ++forgotten; }  // what is around it will look like this one
      show({doing::runs, kind, base::tick_clock::now()});
    }
    void end() noexcept {
      finished.store(finished.load(base::relaxed) + 1, base::relaxed);  // one writer
      if (forgotten != 0) {
        --forgotten;
      } else {
        const state before = outer.back();
        outer.pop_back();
        show(before);
      }
    }
    void waits(bool begins) noexcept {
      show({begins ? doing::waits : doing::runs, current.kind, base::tick_clock::now()});
    }
    void show(const state& now) noexcept {
      current = now;
      depth.store(static_cast<std::uint32_t>(outer.size()), base::relaxed);
      since.store(now.since, base::relaxed);
      word.store(static_cast<std::uint32_t>(now.what) + 4 * now.kind, base::release);  // AC-A3 -> moment_of
    }
    void stole(unsigned /*victim*/, std::uint64_t /*moved*/) noexcept override {}
    void parked() noexcept override { asleep.store(true, base::relaxed); }
    void woken() noexcept override { asleep.store(false, base::relaxed); }

    state current;             // the worker's own
    std::vector<state> outer;  // of the tasks on top of which it runs this one, and of the search for them
    std::size_t forgotten = 0;
    kinds met;
    base::tally rest;
    base::atomic<std::uint32_t> word{0};
    base::atomic<std::uint32_t> depth{0};
    base::atomic<std::uint64_t> since{0};
    base::atomic<std::uint64_t> finished{0};
    base::atomic<bool> asleep{false};
  };

  struct held_task {
    task_kind kind;
    unsigned arrived = 0;
  };

  [[nodiscard]] bool anybody_busy() const noexcept {
    for (unsigned id = 0; id < places_; ++id) {
      if (own_[id]->word.load(base::relaxed) % 4 != 0) return true;  // AC-A1
    }
    return false;
  }

  [[nodiscard]] worker_moment moment_of(const slot& own) const {
    worker_moment found;
    const std::uint32_t word = own.word.load(base::acquire);  // AC-A3
    found.what = static_cast<doing>(word % 4);
    found.asleep = own.asleep.load(base::relaxed);
    if (found.what != doing::runs && found.what != doing::waits) return found;
    found.task = short_name(own.met.kind(word / 4).name);
    const std::uint64_t since = own.since.load(base::relaxed);
    const std::uint64_t now = base::tick_clock::now();
    if (now > since) found.seconds = 1e-9 * static_cast<double>(now - since) * clock_.nanoseconds_per_tick();
    const std::uint32_t depth = own.depth.load(base::relaxed);
    found.around = depth == 0 ? 0 : depth - 1;  // without the search
    return found;
  }

  const unsigned workers_;
  const unsigned places_;  // with reserve threads
  base::tick_clock clock_;
  std::unique_ptr<base::padded<slot>[]> own_;
  mutable base::mutex mutex_;  // for all below
  task_number numbers_ = 0;
  mutable std::map<task_number, held_task> held_;
  std::vector<const informant*> informants_;
};

static_assert(numbering_observer<activity>);

}  // namespace jackdaw::observe
