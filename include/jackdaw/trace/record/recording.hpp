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
  joined,        ///< a task that was waited for; who waited
  group_left,    ///< a task group; the task of it that is over
  group_joined,  ///< a task group; who waited for all its tasks
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
  idle           ///< it finds no more; looks into other workers' queues that found nothing since it was busy
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
/// place; else an event that seems to be earlier than the one before it, as where a thread has moved to a processor
/// whose clock is behind, has the same time.
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

}  // namespace jackdaw::trace
