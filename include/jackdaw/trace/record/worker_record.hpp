// What one worker records, with its times: a track, and what its thread has missed meanwhile.
//
// Callers: the worker, but for count_up(). Invariants RC-I1-I3: recorder.hpp; RE-A1, AB-A2: observe/absence.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <jackdaw/base/tally.hpp>
#include <jackdaw/observe/absence.hpp>
#include <jackdaw/trace/record/recording.hpp>
#include <jackdaw/trace/record/track.hpp>

namespace jackdaw::trace {

/// Is told of steals, of sleep, of runs inside the tasks of its worker, and of what these tasks say. For that it is the
/// listener of `rest`.
template <class Clock>
struct worker_record final : track, base::tally::listener {
  void note_down(what happened, std::uint32_t subject, std::uint32_t other) noexcept {
    add(now() - birth, happened, subject, other);
  }
  void note_name(std::uint32_t handle, std::uint32_t name) noexcept { add_name(now() - birth, handle, name); }

  /// The CPU time up to now, where the calling thread has worked as this worker. By the thread that takes the
  /// recording.
  void count_up() noexcept { meter.count_up(); }

  /// CPU time from `since` on, in nanoseconds. Where that is not known, before the worker had work and after, it counts
  /// as at work unless it slept. So what was not seen is never overstated. `has_events`: in what is being taken.
  [[nodiscard]] std::uint64_t cpu_since(std::uint64_t since, bool has_events,
                                        const std::vector<event>& events, double rate) {
    if (has_events) count_up();
    const std::uint64_t asleep = asleep_since();
    const std::uint64_t end = asleep != 0 ? asleep - 1 + birth : Clock::now();
    const auto between = [rate](std::uint64_t from, std::uint64_t to) {
      return to > from ? static_cast<std::uint64_t>(static_cast<double>(to - from) * rate) : 0;
    };
    if (!has_events || meter.first_look() == 0) return between(since, end);
    std::uint64_t lead = between(since, meter.first_look());
    std::uint64_t fell_asleep = 0;
    for (const event& each : events) {
      if (each.happened() == what::parked) {
        fell_asleep = each.time;
      } else if (each.happened() == what::woken) {
        lead -= std::min(lead, each.time - fell_asleep);
      } else {
        break;
      }
    }
    return lead + meter.cpu() + between(meter.last_look(), end);
  }

  void stole(unsigned victim, std::uint64_t moved) noexcept override {
    if (runs_inside > 0) return;  // from a worker of another scheduler
    if (moved == 0) {
      ++misses;
    } else {
      note_down(what::stole, victim, static_cast<std::uint32_t>(moved));
    }
  }
  void parked() noexcept override {
    parked_since = busy ? now() : Clock::now();  // of the idle nothing is written down here: RC-I2
    track::parked(parked_since - birth, busy);
  }
  void woken() noexcept override {
    const std::uint64_t time = Clock::now();
    meter.slept(time - parked_since);
    track::woken(time - birth, busy);
  }
  void run_inside_begun() noexcept override {
    if (runs_inside++ == 0 && busy) run_inside_since = now();
  }
  void run_inside_over() noexcept override {
    if (--runs_inside > 0 || !busy) return;
    const std::uint64_t time = now();
    const double rate = clock->nanoseconds_per_tick();
    add_lasting(time, what::run_inside,
                static_cast<std::uint64_t>(static_cast<double>(time - run_inside_since) * rate));
  }

  std::uint64_t said(base::tally::remark how, const char* text, std::uint64_t number) noexcept override {
    if (runs_inside > 0 || current == 0) return 0;  // of a task of another scheduler, or of none
    switch (how) {
      case base::tally::remark::event:
        note_down(what::logged, number_of(text), 0);
        return 0;
      case base::tally::remark::span_begun:
        note_down(what::span_begun, number_of(text), 0);
        return std::uint64_t{current} << 32U | ++open_spans;
      case base::tally::remark::span_over:
        end_span(number_of(text), number);
        return 0;
      case base::tally::remark::count:
      default:
        add_to(number_of(text), number);
        return 0;
    }
  }

  std::uint64_t birth = 0;
  std::uint64_t turn = 0;
  task_number current = 0;      // the task that runs
  task_number next_number = 0;  // of its block of numbers
  std::uint32_t misses = 0;     // looks into others' queues that found nothing
  bool busy = false;
  std::uint32_t open_spans = 0;  // of all tasks that are under way, and of some that have left theirs open
  unsigned runs_inside = 0;      // of its task, one inside the other
  std::uint64_t run_inside_since = 0;
  std::uint64_t parked_since = 0;
  const Clock* clock = nullptr;
  observe::absence_meter<Clock> meter;
  base::tally rest;

 private:
  /// The time of an event. What the worker has missed before it is written down.
  [[nodiscard]] std::uint64_t now() noexcept {
    const std::uint64_t time = Clock::now();
    if (meter.is_due(time)) [[unlikely]]
      note_absence(time);
    return time;
  }

  [[gnu::noinline, gnu::cold]] void note_absence(std::uint64_t time) noexcept {
    const observe::absence missed = meter.look(time, birth + last_time(), *clock);
    if (missed.nanoseconds == 0) return;
    add_lasting(time, missed.blocked ? what::blocked : what::preempted, missed.nanoseconds);
  }

  /// Unless another task runs, or a span around it has ended, which has ended this one, too.
  void end_span(std::uint32_t text, std::uint64_t begun) noexcept {
    const auto depth = static_cast<std::uint32_t>(begun);
    if (begun >> 32U != current || depth > open_spans) return;
    open_spans = depth - 1;
    note_down(what::span_over, text, 0);
  }

  void add_to(std::uint32_t text, std::uint64_t amount) noexcept {
    const auto low = static_cast<std::uint32_t>(amount);
    const std::uint64_t upper =
        amount - static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(low)});
    if (low != 0 || upper == 0) note_down(what::counted, text, low);
    if (upper != 0) note_down(what::counted_more, text, static_cast<std::uint32_t>(upper >> 32U));
  }

  void add_lasting(std::uint64_t time, what happened, std::uint64_t nanoseconds) noexcept {
    const event e = lasting(0, happened, nanoseconds);
    add(time - birth, happened, e.subject, e.other);
  }
};

}  // namespace jackdaw::trace
