// Work and span of an ordinary run, found by taking the time along every edge of the task graph.
//
// Source: BP98 section 5 (work, and critical path by time stamping); burdened span: He, Leiserson, Leiserson,
// SPAA 2010 (Cilkview). Callers: hooks of worker `id` by the thread that works as `id`; result() and
// reset() while no run is under way.
// Invariants
//   WS-I1  a running task carries along how far it is from the begin of the run, along the longest path to it;
//          what it creates, or lets go, gets that as the earliest begin.
//   WS-I2  note.begin of a held task is raised by each task that it waits for, before that one's arrival
//          (task/join_counter.hpp, JC-J1); group_note likewise (fork_join/group/group_count.hpp, TG-G1). Relaxed is
//          enough.
//   WS-I3  a worker touches its progress only while it is busy, or, as worker 0, deals initial tasks (as recorder.hpp,
//          RC-I1). One that is idle may wake up at any time, also while result() reads that or reset() empties it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/measure/data_lengths.hpp>
#include <jackdaw/observe/absence.hpp>
#include <jackdaw/observe/annotation.hpp>

namespace jackdaw::measure {

/// The result of a run, in units of the clock.
struct work_span_figures {
  std::uint64_t work = 0;           ///< T1: in tasks
  std::uint64_t span = 0;           ///< T∞: on the longest path
  std::uint64_t burdened_span = 0;  ///< on the path that is longest with what set_burden() says
  std::uint64_t tasks = 0;  ///< tasks, and second branches of joins; one that is started again counts again
  std::uint64_t lost = 0;  ///< accesses of data that were not seen for lack of memory: the span may be longer

  /// How many processors can be of use.
  [[nodiscard]] double parallelism() const noexcept { return ratio(work, span); }
  [[nodiscard]] double burdened_parallelism() const noexcept { return ratio(work, burdened_span); }

  /// BP98 section 5: T1/P + T∞ bounds the time of a greedy schedule on P processors from above, and the larger
  /// of the two from below.
  [[nodiscard]] double upper_bound(unsigned processors) const noexcept {
    return static_cast<double>(work) / processors + static_cast<double>(span);
  }
  [[nodiscard]] double lower_bound(unsigned processors) const noexcept {
    return std::max(static_cast<double>(work) / processors, static_cast<double>(span));
  }

 private:
  static double ratio(std::uint64_t whole, std::uint64_t part) noexcept {
    return part == 0 ? 0 : static_cast<double>(whole) / static_cast<double>(part);
  }
};

/// Measures work and span of what a scheduler runs, in all faces. A task of a flow begins when all accesses are over
/// that it had to wait for. Not seen: which task gave a partial result to another (flow/reduction/merging.hpp), and
/// which one submitted a task with a priority that had to wait. The observer of a scheduler:
///     observed_scheduler<work_span> sched;
///     sched.run(…);
///     double p = sched.observer().result().parallelism();
///
/// Not for tasks that are hardly longer than the measuring (docs/lab/observing/recordings.md has its cost): work and
/// span grow by that. Time in which a worker had no processor is no work, as far as that is noticed
/// (observe/absence.hpp). A run inside a task is a part of that task, in the time of its worker. Memory: five words a
/// task, ten a handle that flows use. `Clock`: now() gives a time or a count of work of the calling thread; only
/// differences within a task are used.
template <class Clock>
class basic_work_span {
 public:
  /// Not for users. Along two paths: the longest one, and the one that is longest with the burden.
  struct length {
    std::uint64_t plain = 0;
    std::uint64_t burdened = 0;

    void add(std::uint64_t time) noexcept {
      plain += time;
      burdened += time;
    }
    void raise(const length& other) noexcept {
      plain = std::max(plain, other.plain);
      burdened = std::max(burdened, other.burdened);
    }
  };
  /// What a task carries along. Not for users.
  struct note {
    length begin;  ///< WS-I1
    length end;    ///< of a branch that was taken, when it is over; of one that was not, of the first branch
    bool held = false;  ///< it had to wait: the task that puts it need not be one that it waited for
  };
  using group_note = length;

  explicit basic_work_span(unsigned workers)
      : basic_work_span(observe::observed_places{.workers = workers}) {}
  /// Not for users.
  explicit basic_work_span(observe::observed_places of)
      : places_(of.all()), own_(std::make_unique<base::padded<slot>[]>(places_)) {
    for (unsigned id = 0; id < places_; ++id) {
      own_[id]->clock = &clock_;
      own_[id]->rest.hear(*own_[id]);
    }
  }

  /// What a begin costs where a task comes from another worker, in units of the clock. It costs as much to go on
  /// after a branch, a group or an access that was over elsewhere. The burdened span has all of these (Cilkview's
  /// continuation and return edges). Only while no run is under way.
  void set_burden(std::uint64_t units) noexcept { burden_ = units; }

  /// Of the run since the scheduler was made or reset() was called; of several runs the sum of the work and the
  /// longest span. Only while no run is under way.
  [[nodiscard]] work_span_figures result() const noexcept {
    work_span_figures all;
    for (unsigned id = 0; id < places_; ++id) {
      const slot& own = *own_[id];
      all.work += own.work;
      all.tasks += own.tasks;
      all.span = std::max(all.span, own.longest.plain);
      all.burdened_span = std::max(all.burdened_span, own.longest.burdened);
    }
    all.lost = data_.lost();
    return all;
  }
  /// Forgets what was measured. Only while no run is under way.
  void reset() noexcept {
    for (unsigned id = 0; id < places_; ++id) own_[id]->figures() = {};
    data_.clear();
  }

  // ---- hooks: for the scheduler, not for users ----

  void task_created(unsigned id, const task& /*t*/, note& n) noexcept {
    if (!n.held) raise_shared(n.begin, here(id));
  }
  void task_held(unsigned id, const task& /*t*/, note& n) noexcept {
    raise_shared(n.begin, here(id));
    n.held = true;
  }
  void task_arrived(unsigned id, note& n) noexcept { raise_shared(n.begin, here(id)); }
  [[nodiscard]] length task_started(unsigned id, const task& /*t*/, note& n) noexcept {
    slot& own = *own_[id];
    const length outer = own.at;
    begin(own, n);
    own.inside = true;
    return outer;
  }
  void task_finished(unsigned id, length outer) noexcept {
    slot& own = pass(id);
    own.longest.raise(own.at);
    own.at = outer;
    own.inside = false;
  }
  [[nodiscard]] length branch_called(unsigned id, const task& /*t*/, note& n) noexcept {
    slot& own = pass(id);
    const length first = own.at;
    begin(own, n);
    return first;
  }
  void branch_joined(unsigned id, note& /*n*/, length first) noexcept {
    slot& own = pass(id);
    own.at = later(own.at);
    own.at.raise(first);
    own.last = own.now();
  }
  void branch_ended(unsigned id, note& n) noexcept { n.end = pass(id).at; }
  void branch_awaited(unsigned id, note& n) noexcept { own_[id]->at.raise(later(n.end)); }
  void group_begun(unsigned /*id*/, group_note& /*g*/) noexcept {}
  void group_left(unsigned id, group_note& g) noexcept { raise_shared(g, here(id)); }
  void group_joined(unsigned id, group_note& g) noexcept {
    slot& own = pass(id);
    if (g.burdened != 0) own.at.raise(later(g));  // else it had no tasks
    own.last = own.now();
  }
  void wait_begun(unsigned id) noexcept { pass(id).inside = false; }
  void wait_over(unsigned id) noexcept {
    own_[id]->inside = true;
    own_[id]->last = own_[id]->now();
  }
  void data_awaited(unsigned id, const task& t, note& n) noexcept { task_held(id, t, n); }
  void data_deferred(unsigned id, note& n) noexcept { raise_shared(n.begin, here(id)); }
  void data_reached(note& n) noexcept { n.held = true; }
  void data_acquired(unsigned id, const observe::data_access& access) noexcept {
    slot& own = pass(id);
    own.at.raise(later(data_.begin(access)));
    own.last = own.now();
  }
  void data_released(unsigned id, const observe::data_access& access) noexcept {
    slot& own = pass(id);
    data_.end(access, own.at);
    own.last = own.now();
  }
  void worker_busy(unsigned id) noexcept { own_[id]->busy = true; }
  void worker_idle(unsigned id) noexcept { own_[id]->busy = false; }

  [[nodiscard]] base::tally& tally_of(unsigned id) noexcept { return own_[id]->rest; }

 private:
  struct progress {
    length at;               // how far the running task is
    std::uint64_t last = 0;  // when that was right
    bool inside = false;     // in a task that does not wait: time passes
    std::uint64_t work = 0;
    std::uint64_t tasks = 0;
    length longest;
  };
  struct slot final : progress, base::tally::listener {
    [[nodiscard]] progress& figures() noexcept { return *this; }

    /// The time; what the worker has missed before it, since its last event, is no time of its task.
    [[nodiscard]] std::uint64_t now() noexcept {
      const std::uint64_t time = Clock::now();
      if (meter.is_due(time)) [[unlikely]]
        leave_out(time);
      return time;
    }
    [[gnu::noinline, gnu::cold]] void leave_out(std::uint64_t time) noexcept {
      if constexpr (observe::absence_clock<Clock>) {
        const auto missing = static_cast<double>(meter.look(time, this->last, *clock).nanoseconds);
        leave_out(time, static_cast<std::uint64_t>(missing / clock->nanoseconds_per_tick()));
      }
    }
    void leave_out(std::uint64_t time, std::uint64_t ticks) noexcept {
      this->last = std::min(this->last + ticks, std::max(this->last, time));
    }

    void stole(unsigned /*victim*/, std::uint64_t /*moved*/) noexcept override {}
    void parked() noexcept override { parked_since = Clock::now(); }
    void woken() noexcept override {
      const std::uint64_t time = Clock::now();
      meter.slept(time - parked_since);
      if (busy) leave_out(time, time - parked_since);  // for a run inside the task; else WS-I3
    }

    bool busy = false;
    std::uint64_t parked_since = 0;
    const Clock* clock = nullptr;
    observe::absence_meter<Clock> meter;
    base::tally rest;
  };

  /// Time has passed on the running task.
  slot& pass(unsigned id) noexcept {
    slot& own = *own_[id];
    if (!own.inside) return own;
    const std::uint64_t now = own.now();
    const std::uint64_t time = now - std::exchange(own.last, now);
    own.at.add(time);
    own.work += time;
    return own;
  }

  /// How far the running task is; outside of tasks: at the begin.
  [[nodiscard]] length here(unsigned id) noexcept { return pass(id).at; }

  [[nodiscard]] length later(length from) const noexcept {
    from.burdened += burden_;
    return from;
  }

  void begin(slot& own, const note& n) noexcept {
    own.at = later(n.begin);
    ++own.tasks;
    own.last = own.now();
  }

  static void raise_shared(length& to, const length& by) noexcept {
    raise_shared(to.plain, by.plain);
    raise_shared(to.burdened, by.burdened);
  }
  static void raise_shared(std::uint64_t& to, std::uint64_t by) noexcept {
    const std::atomic_ref<std::uint64_t> shared(to);
    std::uint64_t seen = shared.load(std::memory_order_relaxed);  // WS-I2
    while (seen < by && !shared.compare_exchange_weak(seen, by, std::memory_order_relaxed)) {}
  }

  const unsigned places_;
  Clock clock_;
  std::uint64_t burden_ = 0;
  std::unique_ptr<base::padded<slot>[]> own_;
  data_lengths<length> data_;
};

/// Work and span of what a scheduler runs, in ticks of the processor's clock: how many processors can be of use.
/// All faces: joins, groups, continuations, flows.
///     observed_scheduler<work_span> sched;
///     sched.run([](auto& w) { work(w); });
///     std::printf("parallelism %.1f", sched.observer().result().parallelism());
///
/// Not for tasks that are hardly longer than the measuring: work and span grow by that. Cost:
/// docs/guide/observing/recording.md; five words a task. Threads: result() and reset() from any, while no run is under
/// way. Errors: none.
using work_span = basic_work_span<base::tick_clock>;

static_assert(observe::data_observer<work_span>);

}  // namespace jackdaw::measure
