// What user code says of the task that runs, for recordings: points in time, stretches of time, counters.
//
// Callers: any thread. It reaches the observer as steals do, by the tally of the thread (base/tally.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/tally.hpp>

namespace jackdaw {

/// Notes in the recording that the running task is here now: a point in time on its worker.
///     log_event("pivot found");
///
/// `text`: a literal, or another C string that stays as it is until the recording was taken (recorder::take()). Only
/// its address is noted; null is an error, which assertions find. One worker tells 768 addresses apart, and later ones
/// are "(other texts)". Not for what a task is called: that is its name.
///
/// Cost: without a recorder one look at a word of the thread, else an event of the recording (16 bytes, some 10 ns).
/// Threads: any. Nothing happens on a thread that runs no task of a recorded scheduler, nor in a run of another
/// scheduler inside such a task. Errors: none.
inline void log_event(const char* text) noexcept {
  JACKDAW_ASSERT(text != nullptr, "a log entry has a text");
  static_cast<void>(base::tally::say(base::tally::remark::event, text));
}

/// Adds to a counter in the recording. There is a sum for each text and task, and figures for each kind of tasks.
///     log_count("cells", static_cast<std::int64_t>(row.size()));
///
/// `n`: what is added; it may be negative. Sums are 64 bits wide and wrap around. `text`: as of log_event().
/// Not for counts that the program itself needs: without a recorder nothing is counted.
///
/// Cost: as of log_event(); an amount that does not fit 32 bits takes two events. Threads: any, likewise. Errors: none.
inline void log_count(const char* text, std::int64_t n) noexcept {
  JACKDAW_ASSERT(text != nullptr, "a counter has a text");
  static_cast<void>(base::tally::say(base::tally::remark::count, text, static_cast<std::uint64_t>(n)));
}

/// Notes in the recording what the running task does for as long as it lives: a stretch of time within the task.
///     {
///       log_span here("factor a tile");
///       factor(tile);
///     }
///
/// A local variable of the task's code: it ends on the thread on which it began. Spans nest. One may go on while its
/// task waits, and the worker runs other tasks meanwhile. One that outlives its task ends with the task. One that ends
/// before spans which began inside it ends these, too. Not for work that could be a task: tasks are recorded anyway.
///
/// `text`: as of log_event(). Cost: two events, each as of log_event(). Threads: any, likewise. Errors: none.
class [[nodiscard]] log_span {
 public:
  explicit log_span(const char* text) noexcept
      : text_(text), noted_(base::tally::say(base::tally::remark::span_begun, text)) {
    JACKDAW_ASSERT(text != nullptr, "a span has a text");
  }
  log_span(const log_span&) = delete;
  log_span& operator=(const log_span&) = delete;
  static void* operator new(std::size_t) = delete;
  ~log_span() {
    if (noted_ != 0) static_cast<void>(base::tally::say(base::tally::remark::span_over, text_, noted_));
  }

 private:
  const char* text_;
  std::uint64_t noted_;  // by the observer; 0: not at all
};

}  // namespace jackdaw
