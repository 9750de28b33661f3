// Records what the workers do: an observer with a buffer for each worker.
//
// Callers: hooks of worker `id` by the thread that works as `id`; keep() and take() by any one thread
// while no run is under way.
// Invariants
//   RC-I1  a track is written by its worker only, and only while that is busy in a phase, or, as worker 0, deals
//          initial tasks. So all of it is written before run() returns (worker/termination/termination.hpp, TE-H2), and
//   RC-I2  what a worker sees while it is idle, its sleep, is kept apart, where no other thread looks, and is written
//          down when it is busy again. Only the begin of a sleep that is going on is shown, by an atomic word.
//   RC-I3  a track is emptied by its worker, when turn_ is not what it was at its last event.
// Memory: a buffer for each worker, from keep() or from its first event on. 48 KiB from the first handle with a name
// on, and 12 KiB from the first log entry on; later nothing is allocated. No lock is taken.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/tally.hpp>
#include <jackdaw/observe/any_observer.hpp>
#include <jackdaw/observe/names/data_names.hpp>
#include <jackdaw/trace/record/common_numbers.hpp>
#include <jackdaw/trace/record/recording.hpp>
#include <jackdaw/trace/record/track.hpp>
#include <jackdaw/trace/record/worker_record.hpp>

namespace jackdaw::trace {

/// Records tasks, joins, steals and sleep, for the writers of this folder. The observer of a scheduler:
///     recorded_scheduler sched;
///     sched.run(…);
///     const recording seen = sched.observer().take();
///
/// Not for runs that make more events than there is room for (capacity): what does not fit is counted, not
/// kept. Runs inside a task are seen as a part of it, and how long they took. Cost: docs/lab/observing/recordings.md.
/// `Clock`: now() gives a time that all threads share; what else it may have, observe/absence.hpp.
template <class Clock>
class basic_recorder {
 public:
  using note = task_number;
  using group_note = std::uint32_t;

  /// `first`: where the numbers of tasks begin, at a multiple of 256, so that those of two recorders differ.
  explicit basic_recorder(unsigned workers, task_number first = 0)
      : basic_recorder(observe::observed_places{.workers = workers}, first) {}
  /// Not for users.
  explicit basic_recorder(observe::observed_places of, task_number first = 0)
      : workers_(of.workers),
        places_(of.all()),
        own_(std::make_unique<base::padded<slot>[]>(places_)),
        numbers_(first) {
    for (unsigned id = 0; id < places_; ++id) {
      own_[id]->birth = birth_;
      own_[id]->clock = &clock_;
    }
    for (unsigned id = 0; id < places_; ++id) own_[id]->rest.hear(*own_[id]);
  }

  /// From now on so many events are kept (recording_capacity); what is recorded is dropped. Takes memory for all
  /// workers at once, and touches up to 64 MiB of each one's, so that page faults are not recorded as work. Only while
  /// no run is under way. Reserve threads get theirs when they begin to work.
  void keep(const capacity& much) {
    kept_ = {std::max<std::size_t>(much.events_per_worker, 1), much.then};
    begin_turn();
    for (unsigned id = 0; id < workers_; ++id) own_[id]->prepare(kept_);
  }

  /// What was recorded since the last take(). Only while no run is under way; after a flow: when the scheduler is at
  /// rest (await_rest). Throws std::bad_alloc.
  [[nodiscard]] recording take() {
    recording all;
    all.workers.resize(tracks());
    common_numbers numbers(all);
    const double rate = clock_.nanoseconds_per_tick();
    const std::uint64_t begin = first_time();
    const auto since_begin = [&](std::uint64_t time) {
      return time < begin ? 0 : static_cast<std::uint64_t>(static_cast<double>(time - begin) * rate);
    };
    for (unsigned id = 0; id < all.workers.size(); ++id) {
      auto& events = all.workers[id];
      const slot& own = *own_[id];
      if (own.turn == turn_) {
        own.for_each([&](event each) {
          numbers.renumber(each, own);
          events.push_back(event(since_begin(each.time), each.happened(), each.subject, each.other));
        });
        put_in_order(events);
        fit_absences(events);
        all.lost += own.lost();
      }
      own_[id]->drop_names();
      if constexpr (tells_cpu) all.cpu.workers += cpu_of(id, events, rate);
      if (const std::uint64_t asleep = own.asleep_since(); asleep != 0) {
        const std::uint64_t after = events.empty() ? 0 : events.back().time;
        events.push_back(event(std::max(since_begin(asleep - 1), after), what::parked, 0, 0));
      }
    }
    if constexpr (tells_cpu) {
      if (cpu_before_ != 0) all.cpu.process = Clock::process_cpu() - cpu_before_;
    }
    begin_turn();
    return all;
  }

  // ---- hooks: for the scheduler, not for users ----

  void task_created(unsigned id, const task& /*t*/, note& n) noexcept {
    slot& own = at(id);
    if ((n & begun) != 0) {
      const task_number before = std::exchange(n, new_number(own)) & ~begun;
      own.note_down(what::resumed, n, before);
    }
    if (n == 0) n = new_number(own);
    own.note_down(what::created, n, own.current);
  }
  void task_held(unsigned id, const task& /*t*/, note& n) noexcept {
    slot& own = at(id);
    n = new_number(own);
    own.note_down(what::held, n, own.current);
  }
  void task_arrived(unsigned id, note& n) noexcept { at(id).note_down(what::arrived, n, at(id).current); }
  [[nodiscard]] task_number task_started(unsigned id, const task& t, note& n) noexcept {
    slot& own = at(id);
    if (n == 0) n = new_number(own);
    own.note_down(what::started, n, own.kind_of(t));
    return std::exchange(own.current, std::exchange(n, n | begun));
  }
  void task_finished(unsigned id, task_number outer) noexcept {
    slot& own = at(id);
    own.note_down(what::finished, std::exchange(own.current, outer), outer);
  }
  [[nodiscard]] task_number branch_called(unsigned id, const task& t, note& n) noexcept {
    return task_started(id, t, n);
  }
  void branch_joined(unsigned id, note& n, task_number outer) noexcept {
    task_finished(id, outer);
    branch_awaited(id, n);
  }
  void branch_ended(unsigned /*id*/, note& /*n*/) noexcept {}
  void branch_awaited(unsigned id, note& n) noexcept {
    at(id).note_down(what::joined, n & ~begun, at(id).current);
  }
  void group_begun(unsigned id, group_note& g) noexcept { g = new_number(at(id)); }
  void group_left(unsigned id, group_note& g) noexcept {
    at(id).note_down(what::group_left, g, at(id).current);
  }
  void group_joined(unsigned id, group_note& g) noexcept {
    at(id).note_down(what::group_joined, g, at(id).current);
  }
  void wait_begun(unsigned id) noexcept { at(id).note_down(what::waits, at(id).current, 0); }
  void wait_over(unsigned id) noexcept { at(id).note_down(what::goes_on, at(id).current, 0); }
  void data_awaited(unsigned id, const task& t, note& n) noexcept { task_held(id, t, n); }
  void data_acquired(unsigned id, const observe::data_access& a) noexcept {
    slot& own = at(id);
    const std::uint32_t handle = number_of(a.handle);
    if (a.name != observe::data_names::none && own.is_news(handle, a.name, a.version))
      own.note_name(handle, a.name);
    own.note_down(what::acquired, handle, access_of(a.version, a.turn, a.late));
  }
  void data_released(unsigned id, const observe::data_access& a) noexcept {
    at(id).note_down(what::released, number_of(a.handle), access_of(a.version, a.turn, a.late));
  }
  void task_turned_out(unsigned id, const task& t) noexcept {
    slot& own = at(id);
    own.amend(what::started, own.kind_of(t));
  }
  void worker_busy(unsigned id) noexcept {
    slot& own = at(id);
    own.add_sleeps();
    own.busy = true;
    own.note_down(what::busy, 0, 0);
  }
  void worker_idle(unsigned id) noexcept {
    slot& own = at(id);
    own.note_down(what::idle, 0, std::exchange(own.misses, 0));
    own.busy = false;
  }

  [[nodiscard]] base::tally& tally_of(unsigned id) noexcept { return own_[id]->rest; }
  [[nodiscard]] base::tally::listener& listener_of(unsigned id) noexcept { return *own_[id]; }

 private:
  using slot = worker_record<Clock>;

  [[nodiscard]] slot& at(unsigned id) noexcept {
    slot& own = *own_[id];
    if (own.turn != turn_) [[unlikely]] {
      own.turn = turn_;  // RC-I3
      own.begin(kept_);
      own.meter.forget();
      if constexpr (tells_cpu) {
        if (!cpu_known_.load(base::relaxed) && !cpu_known_.exchange(true, base::relaxed)) {
          cpu_before_ = Clock::process_cpu();
          cpu_since_ = Clock::now();
        }
      }
    }
    return own;
  }

  void begin_turn() noexcept {
    ++turn_;
    cpu_before_ = 0;
    cpu_known_.store(false, base::relaxed);
  }

  /// CPU time of a worker, or of a reserve thread, while this was recorded, in nanoseconds.
  [[nodiscard]] std::uint64_t cpu_of(unsigned id, const std::vector<event>& events, double rate) const {
    slot& own = *own_[id];
    if (id >= workers_) return own.turn == turn_ ? own.meter.cpu() : 0;  // it was not there all the time
    return cpu_before_ == 0 ? 0 : own.cpu_since(cpu_since_, own.turn == turn_, events, rate);
  }

  /// Workers take numbers by blocks, so that the shared word is rarely touched. After 2^31 - 1 they begin again at 1. A
  /// longer run has more events than can be kept, and no task of it that is still there has the same number.
  [[nodiscard]] task_number new_number(slot& own) noexcept {
    if (own.next_number % numbers_at_once == 0) {
      own.next_number = numbers_.fetch_add(numbers_at_once, base::relaxed) & ~begun;
      if (own.next_number == 0) ++own.next_number;  // 0 is no task
    }
    return own.next_number++;
  }

  /// Those of the workers, and of reserve threads as far as there was one that did anything.
  [[nodiscard]] unsigned tracks() const noexcept {
    unsigned count = places_;
    while (count > workers_ && own_[count - 1]->turn != turn_) --count;
    return count;
  }

  /// When the recording begins: a sleep may have begun long before.
  [[nodiscard]] std::uint64_t first_time() const {
    std::uint64_t first = UINT64_MAX;
    for (unsigned id = 0; id < places_; ++id) {
      if (own_[id]->turn != turn_) continue;
      own_[id]->for_each([&](const event& e) {
        if (e.happened() != what::parked && e.happened() != what::woken)
          first = std::min<std::uint64_t>(first, e.time);
      });
    }
    return first;
  }

  /// Handles have a cache line of their own. Two that lie 2^38 bytes apart are taken for one.
  [[nodiscard]] static std::uint32_t number_of(const void* handle) noexcept {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle) / 64);
  }

  static constexpr bool tells_cpu = requires { Clock::process_cpu(); };
  static constexpr task_number numbers_at_once = 256;
  static constexpr task_number begun = task_number{1}
                                       << 31U;  // in a note: the task was started; in no number

  const unsigned workers_;
  const unsigned places_;  // with reserve threads
  Clock clock_;
  const std::uint64_t birth_ = Clock::now();
  capacity kept_;
  std::uint64_t turn_ = 1;
  std::unique_ptr<base::padded<slot>[]> own_;
  alignas(base::cache_line) base::atomic<task_number> numbers_;
  base::atomic<bool> cpu_known_{false};  // the first event has been
  std::uint64_t cpu_before_ = 0;         // the process's CPU time then; published as the tracks are, RC-I1
  std::uint64_t cpu_since_ = 0;          // and when that was
};

/// An observer that records what the workers do, for pictures, graphs, figures and replay.
///     recorded_scheduler sched;
///     sched.run([](auto& w) { work(w); });
///     const recording seen = sched.observer().take();
///     std::ofstream file("run.jd");
///     write_run(file, {.title = "my run", .pool = "jackdaw", .seen = seen});
///
/// Not for runs with more events than there is room for: what does not fit is counted, not kept; keep() makes more
/// room. Cost: about 30 ns a task and 50 ns a join (docs/lab/observing/recordings.md). An event takes 16 bytes; a task
/// makes three, a join four. Threads: keep() and take() from any, while no run is under way. Errors:
/// keep() and take() throw std::bad_alloc.
using recorder = basic_recorder<base::tick_clock>;

static_assert(observe::numbering_observer<recorder> && observe::data_observer<recorder>);

}  // namespace jackdaw::trace
