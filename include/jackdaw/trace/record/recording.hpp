// What was recorded of a run: events of each worker in their order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/observe/any_observer.hpp>

namespace jackdaw::trace {

using observe::task_number;  ///< 1, 2, …, in no order; 0: no task

/// What happened, and what `subject` and `other` of the event are then.
enum class what : std::uint8_t {
  created,       ///< a task; the task that created it (0: an initial one)
  held,          ///< the same, but it waits for others; `created` follows when they are done
  arrived,       ///< a held task; the task that it does not wait for any more
  started,       ///< a task; its kind
  finished,      ///< a task; the one that goes on (0: none)
  joined,        ///< a task that was waited for; the task that waited
  group_left,    ///< a task group; the task of it that is over
  group_joined,  ///< a task group; the task that waited for all its tasks
  acquired,      ///< a handle; an access of it by the running task (access_of)
  released,      ///< the same, when that access is over
  named,         ///< a handle, whose next access begins; its name, of `handle_names`
  resumed,       ///< a task that had to wait after it was started; the number that it had before
  stole,         ///< the victim's number; tasks taken
  parked,        ///< the worker fell asleep
  woken,         ///< and was woken
  waits,         ///< the running task waits for others
  goes_on,       ///< and goes on
  busy,          ///< the worker has seen work
  idle,          ///< it finds no more; looks into other workers' queues that found nothing since it was busy
  preempted,     ///< since its last event, other threads had the worker's processor so long: duration_of()
  blocked,       ///< likewise, it had none, because it waited for something besides work: a lock, a file
  run_inside,    ///< the running task had a run of a scheduler inside itself, which is over; it took so long
  logged,        ///< a text of `logs`: the running task says that it is here
  span_begun,    ///< likewise, that it begins something
  span_over,     ///< and that the last one of this text that it has begun is over, and all that began later
  counted,       ///< a text of `logs`; what the running task adds to the counter of this name (amount_of)
  counted_more   ///< the same, in units of 2^32
};

struct event {
  std::uint64_t time : 56;  ///< in a recording: nanoseconds since its begin
  std::uint64_t kind : 8;   ///< a `what`
  std::uint32_t subject;
  std::uint32_t other;

  event() = default;
  event(std::uint64_t when, what happened, std::uint32_t whose, std::uint32_t also) noexcept
      : time(when & time_mask), kind(static_cast<std::uint8_t>(happened)), subject(whose), other(also) {}
  [[nodiscard]] what happened() const noexcept { return static_cast<what>(kind); }

 private:
  static constexpr std::uint64_t time_mask = (std::uint64_t{1} << 56U) - 1;
};
static_assert(sizeof(event) == 16);

/// The event of something that has lasted so many nanoseconds and is over, and how long it was.
[[nodiscard]] inline event lasting(std::uint64_t when, what happened, std::uint64_t nanoseconds) noexcept {
  return {when, happened, static_cast<std::uint32_t>(nanoseconds),
          static_cast<std::uint32_t>(nanoseconds >> 32U)};
}
[[nodiscard]] constexpr std::uint64_t duration_of(const event& e) noexcept {
  return e.subject | std::uint64_t{e.other} << 32U;
}
[[nodiscard]] constexpr bool is_absence(what happened) noexcept {
  return happened == what::preempted || happened == what::blocked;
}

/// Whether the running task has said it (observe/task_log.hpp). Then the subject is the number of a text.
[[nodiscard]] constexpr bool is_log(what happened) noexcept { return happened >= what::logged; }

/// What an event adds to a counter. Sums are modulo 2^64, so a larger amount is that of two events.
[[nodiscard]] inline std::uint64_t amount_of(const event& e) noexcept {
  const std::int64_t amount = static_cast<std::int32_t>(e.other);
  return static_cast<std::uint64_t>(amount) << (e.happened() == what::counted_more ? 32U : 0U);
}

/// A worker ran something from `since` to `e`, its next event: so long it had a processor for that as is known with
/// `e`. What is missing is told by the events before the one that ends the stretch, and sleep by its end.
[[nodiscard]] inline std::uint64_t used_until(const event& e, std::uint64_t since) noexcept {
  const bool none = is_absence(e.happened()) || e.happened() == what::woken;
  return none || e.time < since ? 0 : e.time - since;
}
/// From when on the next stretch counts.
[[nodiscard]] inline std::uint64_t counted_until(const event& e, std::uint64_t since) noexcept {
  return is_absence(e.happened()) ? std::min<std::uint64_t>(since + duration_of(e), e.time) : e.time;
}

/// An access in an event (observe::data_access): the lower 30 bits of its version, and how it comes.
[[nodiscard]] constexpr std::uint32_t access_of(std::uint64_t version, bool turn,
                                                bool late = false) noexcept {
  return static_cast<std::uint32_t>(4 * version + (late ? 2 : 0) + (turn ? 1 : 0));
}
[[nodiscard]] constexpr std::uint32_t version_of(std::uint32_t access) noexcept { return access / 4; }
[[nodiscard]] constexpr bool is_late(std::uint32_t access) noexcept { return access / 2 % 2 != 0; }
[[nodiscard]] constexpr bool has_turn(std::uint32_t access) noexcept { return access % 2 != 0; }

/// A kind of tasks: their name, and a colour as in SVG, empty where the user has not chosen one.
struct kind {
  std::string name;
  std::string colour;
};

/// CPU time while something was recorded, in nanoseconds. The use of threads that were no workers of the recorded
/// scheduler at the time was not seen.
struct cpu_use {
  std::uint64_t process = 0;  ///< of all threads of the process, from the first event on; 0: not known
  std::uint64_t workers = 0;  ///< of the recorded workers

  [[nodiscard]] std::uint64_t unseen() const noexcept { return process > workers ? process - workers : 0; }
};

/// The record of one run, or of several: what recorder::take() gives.
///     const recording seen = sched.observer().take();
///     const history run = read_history(seen);
///
/// Cost: 16 bytes an event. Threads: a value, as any other. Errors: none.
struct recording {
  std::vector<std::vector<event>> workers;     ///< each worker's events, in their order
  std::vector<kind> kinds;                     ///< of tasks, by number
  std::uint64_t lost = 0;                      ///< events for which there was no room
  std::vector<std::string> handle_names = {};  ///< of handles that have one, by number
  cpu_use cpu = {};                            ///< while it was recorded
  std::vector<std::string> logs = {};          ///< texts of log entries and names of counters, by number

  /// Whether no event was lost.
  [[nodiscard]] bool complete() const noexcept { return lost == 0; }

  /// Whether a task has begun in it.
  [[nodiscard]] bool has_task() const {
    return std::ranges::any_of(workers, [](const auto& events) {
      return std::ranges::any_of(events, [](const event& each) { return each.happened() == what::started; });
    });
  }
};

/// Makes the times of one worker's events ascend. A sleep that was written down later than it happened goes to its
/// place. Any other event that seems to be earlier than the one before it has the same time. Its thread may have
/// moved to a processor whose clock is behind.
inline void put_in_order(std::vector<event>& events) {
  const auto earlier = [](const event& a, const event& b) { return a.time < b.time; };
  if (std::ranges::is_sorted(events, earlier)) return;
  std::vector<event> sleeps;
  std::vector<event> others;
  for (event each : events) {
    auto& to = each.happened() == what::parked || each.happened() == what::woken ? sleeps : others;
    if (!to.empty() && each.time < to.back().time) each.time = to.back().time;
    to.push_back(each);
  }
  std::merge(others.begin(), others.end(), sleeps.begin(), sleeps.end(), events.begin(), earlier);
}

/// Of events in order: nothing is missing for longer than the time since the event before. The time of that may have
/// been mended, or it is lost.
inline void fit_absences(std::vector<event>& events) {
  std::uint64_t before = events.empty() ? 0 : events.front().time;
  for (event& each : events) {
    if (is_absence(each.happened()))
      each =
          lasting(each.time, each.happened(), std::min<std::uint64_t>(duration_of(each), each.time - before));
    before = each.time;
  }
}

}  // namespace jackdaw::trace
