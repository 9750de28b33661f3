// Whether the events of a recording fit together: what readers of a recording rely on.
//
// Of each worker's events, in their order
//   EC-R1  the times ascend; those of all workers' last events are below 2^62 ns together, so that no sum is too large
//   EC-R2  a task, whose number is neither 0 nor unknown_task, is created once, held once, started once and finished
//          once. One that is started finishes. One that is never started was given up, as by a flow that has failed
//   EC-R3  the task that finishes is the one that was started last and has not finished: tasks of a worker nest
//   EC-R4  the task that creates another one runs there, the innermost; outside of tasks that is 0
//   EC-R5  the victim of a steal is a worker, the kind of a task and the name of a handle are known
//   EC-R8  what a worker has missed is no longer than the time since its event before, a run inside a task no longer
//          than the time since 0
//   EC-R9  log entries and counters have texts that are known, and stand in a task. A span that is over is the last
//          one of its text that the running task has begun and not ended. Spans that it has begun later end with it;
//          a task that finishes ends its own. So spans nest in their task, and those of a worker like a stack.
// and of all of them
//   EC-R6  no task has created, over others or not, itself
//   EC-R7  tasks that were waited for, went on or waited themselves are created or held somewhere. So are those that
//          create others, let them go on, or access data: who replays the run would never come to that. Others may be
//          started only: nobody makes the marks of isolate (fork_join/isolate.hpp)
//   EC-R10  a branch that was joined, or a task that went on, has been started
// A recording that has lost events (its buffers were full) need not follow EC-R4, EC-R7, EC-R10, and EC-R3 where no
// task runs.
// There tasks need not finish, and of EC-R9 only texts are looked at.
// Clocks of two workers may differ: that a task is created before it is started is not looked at, and no reader
// relies on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// Stands for a creator that is not known.
inline constexpr task_number unknown_task = UINT32_MAX;

/// As many as a scheduler has at most.
inline constexpr std::uint32_t most_recorded_workers = 4096;

/// Looks at the events of a recording one by one: those of worker 0, then those of worker 1, and so on. Memory: some 90
/// bytes a task. Throws std::bad_alloc.
class event_check {
 public:
  /// What is expected instead, and of which event, by the number that it came with.
  struct problem {
    std::uint64_t place;
    std::string expected;
  };

  event_check(bool complete, std::uint32_t workers) : complete_(complete), workers_(workers) {}

  /// From now on of the next worker.
  void begin_worker() {
    stack_.clear();
    spans_.clear();
    together_ += before_;
    before_ = 0;
  }

  /// The next event; `place`: its number, ascending. The problem is with this event.
  [[nodiscard]] std::optional<std::string> next(const event& e, std::uint64_t place) {
    if (e.time < before_) return "a time from " + std::to_string(before_) + " on, that of the event before";
    if (e.time > most_together - together_) return "times that are below 2^62 ns for all workers together";
    const std::uint64_t before = std::exchange(before_, e.time);
    const task_number subject = e.subject;
    if (matters_to_others(e.happened()) && !stack_.empty()) task(stack_.back(), place).matters = true;
    switch (e.happened()) {
      case what::created:
        return created(subject, e.other, place, &known::created, "created");
      case what::held:
        return created(subject, e.other, place, &known::held, "held");
      case what::started:
        return started(subject, place);
      case what::finished:
        return finished(subject, place);
      case what::arrived:
        return both(subject, e.other, place);
      case what::joined:
        return both(subject, e.other, place, subject);
      case what::resumed:
        if (subject == e.other) return "two numbers of the task";
        return both(subject, e.other, place, e.other);
      case what::stole:
        if (subject >= workers_) return "a victim below " + std::to_string(workers_);
        return std::nullopt;
      case what::preempted:
      case what::blocked:
        return at_most(duration_of(e), e.time - before, "the time since the event before");
      case what::run_inside:
        return at_most(duration_of(e), e.time, "the time up to here");
      case what::logged:
      case what::counted:
      case what::counted_more:
        return in_task();
      case what::span_begun:
        spans_.push_back({subject, stack_.size()});
        return in_task();
      case what::span_over:
        return span_over(subject);
      default:
        return std::nullopt;
    }
  }

  /// After the last event. The problem with the first event that has one.
  [[nodiscard]] std::optional<problem> last() const {
    std::optional<problem> first = cycle();
    if (!complete_) return first;
    for (const auto& [number, task] : tasks_) {
      const auto note = [&first, one = number](std::uint64_t place, const char* before, const char* behind) {
        if (first && first->place <= place) return;
        first = {place, before + std::to_string(one) + behind};
      };
      if (task.started && !task.finished) note(task.begun, "that task ", " finishes, too, on this worker");
      if (!task.is_there()) {
        note(task.place, "a task of the recording instead of ", "");
      } else if (task.matters && !task.created && !task.held) {
        note(task.begun, "that task ", " is created, too");
      } else if (task.is_over_at != 0 && !task.started) {
        note(task.is_over_at, "that task ", " is started, too, since it is over here");
      }
    }
    return first;
  }

 private:
  struct known {
    std::uint64_t place = 0;       // of its creation; before that, of the first event that names it
    std::uint64_t begun = 0;       // where it was started
    std::uint64_t is_over_at = 0;  // an event that says so; 0: none
    task_number parent = 0;
    bool created = false;
    bool held = false;
    bool started = false;
    bool finished = false;
    bool matters = false;  // to other tasks

    [[nodiscard]] bool is_there() const { return created || held || started; }
  };
  using refusal = std::optional<std::string>;

  static constexpr std::uint64_t most_together = (std::uint64_t{1} << 62U) - 1;

  [[nodiscard]] static bool is_number(task_number number) { return number != 0 && number != unknown_task; }

  [[nodiscard]] task_number innermost() const { return stack_.empty() ? 0 : stack_.back(); }

  known& task(task_number number, std::uint64_t place) {
    return tasks_.try_emplace(number, known{place}).first->second;
  }

  [[nodiscard]] static refusal at_most(std::uint64_t lasted, std::uint64_t most, const char* word) {
    if (lasted <= most) return std::nullopt;
    return "at most " + std::to_string(most) + " ns, " + word + ", instead of " + std::to_string(lasted);
  }

  [[nodiscard]] static refusal no_number(task_number number) {
    if (is_number(number)) return std::nullopt;
    return "the number of a task, from 1 to " + std::to_string(unknown_task - 1);
  }

  refusal created(task_number number, task_number by, std::uint64_t place, bool known::* how,
                  const char* word) {
    if (refusal wrong = no_number(number)) return wrong;
    if (complete_ && by != innermost() && by != unknown_task)
      return "as its creator " + std::to_string(innermost()) + ", which runs here";
    known& one = task(number, place);
    if (std::exchange(one.*how, true)) return once(number, word);
    if (how == &known::held || !one.held) {  // the worker that has held it has made it
      one.parent = by == unknown_task ? 0 : by;
      one.place = place;
    }
    return std::nullopt;
  }

  refusal started(task_number number, std::uint64_t place) {
    if (refusal wrong = no_number(number)) return wrong;
    known& one = task(number, place);
    if (std::exchange(one.started, true)) return once(number, "started");
    one.begun = place;
    stack_.push_back(number);
    return std::nullopt;
  }

  refusal finished(task_number number, std::uint64_t place) {
    if (refusal wrong = no_number(number)) return wrong;
    if (stack_.empty() ? complete_ : stack_.back() != number)
      return stack_.empty() ? "a task that runs here"
                            : "task " + std::to_string(innermost()) + ", which runs here";
    if (std::exchange(task(number, place).finished, true)) return once(number, "finished");
    if (!stack_.empty()) {
      while (!spans_.empty() && spans_.back().depth >= stack_.size()) spans_.pop_back();
      stack_.pop_back();
    }
    return std::nullopt;
  }

  [[nodiscard]] refusal in_task() const {
    if (!complete_ || !stack_.empty()) return std::nullopt;
    return "a task that runs here and says it";
  }

  refusal span_over(std::uint32_t text) {
    if (refusal wrong = in_task()) return wrong;
    for (std::size_t i = spans_.size(); i > 0 && spans_[i - 1].depth == stack_.size(); --i) {
      if (spans_[i - 1].text != text) continue;
      spans_.resize(i - 1);
      return std::nullopt;
    }
    if (!complete_) return std::nullopt;
    return "a span of this text that task " + std::to_string(innermost()) + " has begun and not ended";
  }

  /// What others wait for, or may.
  [[nodiscard]] static bool matters_to_others(what happened) {
    switch (happened) {
      case what::created:
      case what::held:
      case what::arrived:
      case what::joined:
      case what::resumed:
      case what::group_left:
      case what::group_joined:
      case what::acquired:
      case what::released:
        return true;
      default:
        return false;
    }
  }

  /// An event about one task, which names another, or 0; `over`: the one that is over then.
  refusal both(task_number number, task_number other, std::uint64_t place, task_number over = 0) {
    if (refusal wrong = no_number(number)) return wrong;
    for (const task_number each : {number, other}) {
      if (!is_number(each)) continue;
      known& one = task(each, place);
      one.matters = true;
      if (each == over && one.is_over_at == 0) one.is_over_at = place;
    }
    return std::nullopt;
  }

  [[nodiscard]] static std::string once(task_number number, const char* word) {
    return "a task that was not " + std::string(word) + " before: " + std::to_string(number) + " was";
  }

  /// Follows creators up to a task that has none, or that was followed before.
  [[nodiscard]] std::optional<problem> cycle() const {
    std::unordered_map<task_number, std::uint32_t> followed;  // in which turn
    std::uint32_t turn = 0;
    std::optional<problem> first;
    for (const auto& [number, task] : tasks_) {
      ++turn;
      for (task_number at = number; at != 0;) {
        const auto place = tasks_.find(at);
        if (place == tasks_.end()) break;
        const auto [when, is_new] = followed.try_emplace(at, turn);
        if (!is_new) {
          if (when->second == turn && (!first || place->second.place < first->place))
            first = {place->second.place,
                     "a creator that task " + std::to_string(at) + " has not created itself"};
          break;
        }
        at = place->second.parent;
      }
    }
    return first;
  }

  struct span {
    std::uint32_t text;
    std::size_t depth;  // how many tasks were under way, the one that has begun it included
  };

  const bool complete_;
  const std::uint32_t workers_;
  std::uint64_t before_ = 0;        // the time of the worker's last event
  std::uint64_t together_ = 0;      // those of the workers before
  std::vector<task_number> stack_;  // tasks of the worker that have not finished
  std::vector<span> spans_;         // of these tasks that are not over
  std::unordered_map<task_number, known> tasks_;
};

}  // namespace jackdaw::trace
