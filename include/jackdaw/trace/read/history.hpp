// A recording put together: which task ran where and when, which one created it, what the workers did besides.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// A recorded run put together: its tasks, where and when each ran, and what the workers did besides. Made by
/// read_history().
///     const history run = read_history(seen);
///     for (const auto& task : run.tasks) std::printf("%s took %lu ns", run.name_of(task).c_str(), task.length());
///
/// Cost: memory, some words a task. Threads: a value, as any other. Errors: handle_text() throws std::bad_alloc.
///
/// Times are nanoseconds since the begin of the recording. What the recording does not have (its buffers were
/// full) is taken as far as it is known. A task without a begin has not run, one without an end runs to the
/// end.
struct history {
  /// Not known, or there is none.
  static constexpr std::uint32_t none = UINT32_MAX;

  /// A task of the run.
  struct task {
    task_number number = 0;
    std::uint32_t kind = none;     ///< none: not known, it was not seen to run
    std::uint32_t parent = none;   ///< its creator, of `tasks`; none: an initial task, or not known
    std::uint32_t creator = none;  ///< the worker that created it
    std::uint32_t worker = none;   ///< the worker that ran it; none: it was not seen to run
    std::uint32_t depth = 0;       ///< how many tasks were under way on its worker when it began
    std::uint64_t created = 0;
    std::uint64_t started = 0;
    std::uint64_t finished = 0;
    std::uint64_t elsewhere =
        0;  ///< nanoseconds between begin and end in which it waited, others ran, or it had no processor
    bool waited = false;       ///< it was held until other tasks were done
    bool inside_wait = false;  ///< its worker ran it while another task of its waited

    [[nodiscard]] bool ran() const noexcept { return worker != none; }
    [[nodiscard]] std::uint64_t length() const noexcept { return finished - started; }
    /// In CPU time: without waiting, and without tasks that its worker ran in between.
    [[nodiscard]] std::uint64_t own_length() const noexcept { return length() - elsewhere; }
  };

  /// A time of one worker.
  struct interval {
    std::uint32_t worker;
    std::uint64_t from;
    std::uint64_t to;
  };

  /// Somewhere between two events of a worker its thread had no processor for so long.
  struct absence {
    std::uint32_t worker;
    std::uint64_t from;
    std::uint64_t to;
    std::uint64_t nanoseconds;
    bool blocked;  ///< because it waited for something besides work; else another thread had the processor
    bool in_task;  ///< it ran a task, which did not wait for others
  };

  /// A task had a run of a scheduler inside itself, of which nothing was seen.
  struct run_inside {
    std::uint32_t worker;
    std::uint64_t from;
    std::uint64_t to;
  };

  /// Tasks that one worker took from another.
  struct theft {
    std::uint32_t thief;
    std::uint32_t victim;
    std::uint32_t tasks;
    std::uint64_t time;
  };

  /// A handle between two changes (T15 section 2.5).
  struct version {
    std::uint32_t handle;         ///< handles are numbered 0, 1, … as they appear
    std::uint32_t number;         ///< how many accesses of the handle were over
    std::uint32_t before = none;  ///< the one before it, of `versions`
    bool one_by_one = false;      ///< its accesses came in any order, but not at the same time
    std::vector<std::uint32_t> accesses =
        {};  ///< by these of `tasks`; what they leave behind is the next version
  };

  /// One task waited for another.
  struct dependence {
    std::uint32_t from;            ///< of `tasks`
    std::uint32_t to;              ///< waited for it
    std::uint32_t version = none;  ///< the one of `versions` that it waited for; none: for the task itself
  };

  /// Something that a task has said of itself (observe/task_log.hpp).
  struct log_entry {
    std::uint32_t worker;
    std::uint32_t task;           ///< of `tasks`; none: not known
    std::uint32_t text;           ///< of `logs`
    std::uint64_t from;           ///< when it was said, or began
    std::uint64_t to;             ///< when it ended; of an event `from`
    std::uint64_t elsewhere = 0;  ///< of that time the nanoseconds as in task::elsewhere
    std::uint32_t depth = 0;      ///< how many spans of its task are around it
    bool is_span = false;         ///< log_span; else log_event

    [[nodiscard]] std::uint64_t own_length() const noexcept { return to - from - elsewhere; }
  };

  /// What a task has added to a counter, altogether.
  struct log_count {
    std::uint32_t task;   ///< of `tasks`; none: not known
    std::uint32_t text;   ///< of `logs`
    std::int64_t amount;  ///< their sum, modulo 2^64
  };

  std::uint32_t workers = 0;              ///< how many
  std::uint64_t end = 0;                  ///< of the last event
  std::uint64_t lost = 0;                 ///< events that were not kept
  std::uint64_t misses = 0;               ///< looks into other workers' queues that found nothing
  std::vector<trace::kind> kinds;         ///< names and colours of tasks
  std::vector<task> tasks;                ///< by the time of creation
  std::vector<interval> idle;             ///< a worker had no task
  std::vector<interval> parked;           ///< asleep, while idle or waiting
  std::vector<interval> waits;            ///< a task waited for others
  std::vector<absence> absences;          ///< a worker had no processor
  std::vector<run_inside> runs_inside;    ///< a task ran another scheduler
  cpu_use cpu;                            ///< of the process, and of the workers
  std::vector<theft> thefts;              ///< by thief
  std::vector<dependence> dependences;    ///< between tasks
  std::vector<version> versions;          ///< of handles
  std::vector<std::string> handle_names;  ///< of each; empty: it has none
  std::vector<std::string> logs;          ///< texts of log entries, names of counters
  std::vector<log_entry> log_entries;     ///< by worker and begin
  std::vector<log_count> log_counts;      ///< by task and text

  /// What a task is called.
  [[nodiscard]] const std::string& name_of(const task& t) const {
    static base::never_destroyed<std::string> unknown("(not run)");
    return t.kind < kinds.size() ? kinds[t.kind].name : *unknown;
  }

  /// For a handle without a name its number.
  [[nodiscard]] std::string handle_text(std::uint32_t handle) const {
    return handle_names[handle].empty() ? "handle " + std::to_string(handle) : handle_names[handle];
  }
};

}  // namespace jackdaw::trace
