// A task that waits for others: the last of them puts it.
//
// Source: BP98 section 2 (a task created blocked, with a count of children); design: continuations of the
// pool face. Callers: the creator makes the counter and hands out one arrival a predecessor; each
// arrival is used by one thread.
//
// Invariants
//   JC-I1  left_ starts as the number of arrivals and each arrival takes one from it exactly once: by arrive(),
//          or, when it is destroyed unused (its task was dropped), by its destructor.
//   JC-I2  the thread that takes the last one owns the waiting task. It puts the task, or, when some arrival was
//          abandoned, hands it to the graveyard, from where the scheduler drops it after the run.
// Orderings: JC-J1, one release-acquire chain over left_: what predecessors wrote is visible to the waiting
// task. Reclamation: the counter lies in the block of the waiting task and dies with it.
#pragma once

#include <concepts>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/task/call.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/task/name.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw {

/// Where tasks wait that will never be put because a predecessor was dropped. Touched only when a run fails.
/// Not for users.
class graveyard {
 public:
  void bury(task& dead) {
    const std::lock_guard hold(mutex_);
    dead.next = first_;
    first_ = &dead;
  }

  /// Takes all; the caller drops them.
  [[nodiscard]] task* empty() {
    const std::lock_guard hold(mutex_);
    return std::exchange(first_, nullptr);
  }

 private:
  base::mutex mutex_;
  task* first_ = nullptr;
};

/// Counts the predecessors of a waiting task that have not yet arrived. worker.after() makes one; users hold its
/// arrivals.
///     auto both = w.after(2, [](worker& v) { merge(v); });
///     w.put([done = both.next()](worker& v) mutable { left(); done.arrive(v); });
///     w.put([done = both.next()](worker& v) mutable { right(); done.arrive(v); });
///
/// Cost: one atomic subtraction for each predecessor. Threads: each arrival belongs to one predecessor. Errors: none.
class join_counter {
 public:
  join_counter(task& waiting, unsigned count, graveyard& dead)
      : waiting_(&waiting), dead_(&dead), left_(count) {}

  /// The task that waits. Only before the caller's own arrival.
  [[nodiscard]] task& waiting() const noexcept { return *waiting_; }

  /// One predecessor is done. Returns the waiting task when it was the last and none was abandoned.
  [[nodiscard]] task* arrive() { return take_one() ? finish() : nullptr; }

  /// One predecessor was dropped: the waiting task must not run.
  void abandon() {
    abandoned_.store(true, base::relaxed);  // JC-J1: before the release below
    if (take_one()) static_cast<void>(finish());
  }

 private:
  bool take_one() {
    return left_.fetch_sub(1, base::acq_rel) == 1;  // JC-J1: from every predecessor to the last one
  }

  task* finish() {
    if (!abandoned_.load(base::relaxed)) return waiting_;  // JC-J1: ordered by take_one
    dead_->bury(*waiting_);
    return nullptr;
  }

  task* waiting_;
  graveyard* dead_;
  base::atomic<unsigned> left_;
  base::atomic<bool> abandoned_{false};
};

/// The right, and the duty, of one predecessor to report. Captured by the predecessor's closure. Move-only.
///     w.put([done = both.next()](worker& v) mutable { work(); done.arrive(v); });
///
/// Destroyed without arrive(), it takes care that the waiting task never runs. Cost: one atomic subtraction; the last
/// one puts the task. Threads: one at a time. Errors: arrive() throws what putting the waiting task throws.
class arrival {
 public:
  arrival() = default;
  explicit arrival(join_counter& counter) : counter_(&counter) {}
  arrival(arrival&& other) noexcept : counter_(std::exchange(other.counter_, nullptr)) {}
  arrival& operator=(arrival&& other) noexcept {
    std::swap(counter_, other.counter_);
    return *this;
  }
  ~arrival() {
    if (counter_ != nullptr) counter_->abandon();
  }

  /// Reports; the last one puts the waiting task through `host`. Once.
  void arrive(auto& host) {
    JACKDAW_ASSERT(counter_ != nullptr, "an arrival was used twice");
    if constexpr (requires { host.note_arrival(counter_->waiting()); })
      host.note_arrival(counter_->waiting());  // for observers: before the last one can put the task
    if (task* const ready = std::exchange(counter_, nullptr)->arrive(); ready != nullptr)
      host.put_ready(*ready);
  }

 private:
  join_counter* counter_ = nullptr;
};

/// The arrivals of one waiting task that have not been handed out yet. Unused ones count as abandoned.
///     auto all = w.after(n, finish);
///     for (int i = 0; i < n; ++i) w.put([i, done = all.next()](worker& v) mutable { part(i); done.arrive(v); });
///
/// Cost: none. Threads: the task that called after(). Errors: more calls of next() than the count are a failed
/// assertion.
class arrivals {
 public:
  arrivals(join_counter& counter, unsigned count) : counter_(&counter), count_(count) {}
  arrivals(arrivals&& other) noexcept : counter_(other.counter_), count_(std::exchange(other.count_, 0)) {}
  arrivals& operator=(arrivals&&) = delete;
  ~arrivals() {
    while (count_-- > 0) counter_->abandon();
  }

  /// The next arrival; as often as the count that the waiting task was created with.
  [[nodiscard]] arrival next() {
    JACKDAW_ASSERT(count_ > 0, "more arrivals asked for than the waiting task was created with");
    --count_;
    return arrival(*counter_);
  }

 private:
  join_counter* counter_;
  unsigned count_;
};

/// The closure of a waiting task, together with the counter that it waits for. Not for users.
template <class Function>
struct counted_function {
  static constexpr naming::name_of<Function> name{};
  static constexpr naming::colour_of<Function> colour{};

  Function function;
  std::optional<join_counter> counter;  ///< made once the task around it exists

  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, counted_function>)
  explicit counted_function(F&& f) : function(std::forward<F>(f)) {}

  void operator()(auto& host) { static_cast<void>(call(function, host)); }
};

}  // namespace jackdaw
