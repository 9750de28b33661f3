// From a recording to a program that can be replayed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <jackdaw/replay/data_gates.hpp>
#include <jackdaw/replay/program.hpp>
#include <jackdaw/replay/recorded_phases.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::replay {

/// What a recording has in its tasks that is not theirs, in nanoseconds.
struct overhead {
  double event = 0;  ///< what the recorder took for an event
  double put = 0;    ///< what the recorded pool took to store a task
};

/// Reads a program out of a complete recording. Work: time in tasks, waiting and `less` left out. Phases:
/// recorded_phases.hpp.
/// Cost: some steps an event. Throws std::bad_alloc.
class program_reader {
 public:
  [[nodiscard]] static program read(const trace::recording& seen, const overhead& less = {}) {
    program_reader reader(seen, less);
    reader.number_all();
    reader.data_.make(reader.found_.counters, [&](auto number) { return reader.gate_of(number); });
    reader.count_creations();
    for (std::size_t id = 0; id < seen.workers.size(); ++id) reader.read_worker(id);
    reader.phases_.divide(reader.found_, less.event);
    return std::move(reader.found_);
  }

 private:
  using event = trace::event;
  using what = trace::what;

  struct running {
    std::uint32_t number;
    std::uint32_t part;  // the task of the program that it is now
    std::uint64_t since;
    bool waits = false;
    bool has_put = false;  // just before
    double passed = 0;     // since its last step
    std::vector<step> steps;
  };
  program_reader(const trace::recording& seen, const overhead& less)
      : seen_(seen), less_(less), data_(seen) {}

  /// Gives numbers to tasks and counters: an event may name what another worker has made later on its track.
  void number_all() {
    for (const auto& events : seen_.workers) {
      for (const event& e : events) {
        switch (e.happened()) {
          case what::created:
          case what::started:
            (void)task(e.subject);
            break;
          case what::held:
          case what::arrived:
            (void)gate_of(e.subject);
            if (e.happened() == what::held) made_.insert(e.subject);
            break;
          case what::resumed:
            (void)gate_of(e.subject);
            resumed_.emplace(e.other, e.subject);
            break;
          case what::joined:
            found_.counters[counter(joined_, e.subject)].left = 1;
            break;
          case what::group_left:
            ++found_.counters[counter(groups_, e.subject)].left;
            break;
          case what::group_joined:
            (void)counter(groups_, e.subject);
            break;
          default:
            break;
        }
      }
    }
  }

  /// One more to wait for; returns the counter that puts the task then.
  std::uint32_t gate_of(trace::task_number waiting) {
    const std::uint32_t puts = task(waiting);
    const std::uint32_t gate = counter(held_, waiting);
    found_.counters[gate].puts = puts;
    ++found_.counters[gate].left;
    return gate;
  }

  /// To wait for others does not make a task: it is one more to wait for.
  void count_creations() {
    for (const auto& [number, gate] : held_) {
      if (!made_.contains(number)) ++found_.counters[gate].left;
    }
  }

  void read_worker(std::size_t id) {
    std::size_t next_access = 0;
    std::vector<running> stack;
    bool was_idle = true;
    std::uint64_t since = 0;  // the worker's event before
    for (const event& e : seen_.workers[id]) {
      if (!stack.empty()) pass(stack.back(), e);
      running* const top = stack.empty() ? nullptr : &stack.back();
      if (top == nullptr && id == 0) phases_.outside(e, since);
      since = trace::counted_until(e, since);
      switch (e.happened()) {
        case what::created:
          phases_.created(e.time);
          if (made_.contains(e.subject)) break;  // put by its gate
          if (top != nullptr) {
            if (held_.contains(e.subject)) {
              arrive(top, counter(held_, e.subject));
            } else {
              add(*top, step::deed::put, task(e.subject));
            }
            top->has_put = true;
          } else {
            if (held_.contains(e.subject)) found_.tasks[task(e.subject)].gate = counter(held_, e.subject);
            phases_.dealt({e.time, id == 0 && was_idle, task(e.subject)});
            was_idle = false;
          }
          break;
        case what::held:
        case what::arrived:
          arrive(top, counter(held_, e.subject));
          break;
        case what::started:
          stack.push_back({task(e.subject), task(e.subject), e.time, false, false, 0, {}});
          break;
        case what::finished:
          if (top == nullptr || top->number != task(e.subject)) break;
          if (joined_.contains(e.subject)) arrive(top, counter(joined_, e.subject));
          if (const auto again = resumed_.find(e.subject); again != resumed_.end())
            arrive(top, counter(held_, again->second));
          finish(stack, e.time);
          break;
        case what::joined:
          if (top != nullptr) add(*top, step::deed::await, counter(joined_, e.subject));
          break;
        case what::group_left:
          arrive(top, counter(groups_, e.subject));
          break;
        case what::group_joined:
          if (top != nullptr) add(*top, step::deed::await, counter(groups_, e.subject));
          break;
        case what::acquired:
          if (const auto late = data_.late_gate_of(data_.at(id, next_access++));
              top != nullptr && late != none)
            go_on_as_another(*top, late);
          break;
        case what::released:
          data_.release(data_.at(id, next_access++), [&](std::uint32_t counter) { arrive(top, counter); });
          break;
        case what::waits:
        case what::goes_on:
          if (top != nullptr) top->waits = e.happened() == what::waits;
          break;
        case what::idle:
          was_idle = true;
          break;
        default:
          break;
      }
    }
    const std::uint64_t end = seen_.workers[id].empty() ? 0 : seen_.workers[id].back().time;
    while (!stack.empty()) finish(stack, end);
  }

  /// Time goes on in a task that runs, as far as it had a processor. Each piece between two events has one of them in
  /// it.
  void pass(running& top, const event& e) const {
    const std::uint64_t since = std::exchange(top.since, trace::counted_until(e, top.since));
    if (trace::is_absence(e.happened())) return;
    if (const std::uint64_t time = trace::used_until(e, since); !top.waits && time > 0) {
      const double less = less_.event + (top.has_put ? less_.put : 0);
      top.passed += std::max(static_cast<double>(time) - less, 0.0);
    }
    top.has_put = false;
  }

  static void add(running& top, step::deed then, std::uint32_t subject) {
    top.steps.push_back({std::exchange(top.passed, 0), then, subject});
  }

  /// Outside of tasks that is done before the phase begins.
  void arrive(running* top, std::uint32_t counter) {
    if (top != nullptr) {
      add(*top, step::deed::arrive, counter);
    } else if (found_.counters[counter].left > 0) {
      --found_.counters[counter].left;
    }
  }

  void end_part(running& top) {
    add(top, step::deed::end, none);
    found_.tasks[top.part].first = found_.steps.size();
    found_.steps.insert(found_.steps.end(), top.steps.begin(), top.steps.end());
    top.steps.clear();
  }

  /// What is left of a task is a task of its own, that `gate` puts: it might have had to wait here.
  void go_on_as_another(running& top, std::uint32_t gate) {
    add(top, step::deed::arrive, gate);
    end_part(top);
    top.part = static_cast<std::uint32_t>(found_.tasks.size());
    found_.tasks.emplace_back();
    found_.counters[gate].puts = top.part;
  }

  void finish(std::vector<running>& stack, std::uint64_t now) {
    running& top = stack.back();
    end_part(top);
    phases_.finished(now);
    stack.pop_back();
    if (!stack.empty()) stack.back().since = now;
  }

  std::uint32_t task(trace::task_number number) {
    const auto [at, is_new] = tasks_.try_emplace(number, static_cast<std::uint32_t>(found_.tasks.size()));
    if (is_new) {
      found_.tasks.emplace_back().first = 0;
      if (found_.steps.empty()) found_.steps.push_back({0, step::deed::end});  // of tasks that never ran
    }
    return at->second;
  }

  using numbers = std::unordered_map<std::uint32_t, std::uint32_t>;

  std::uint32_t counter(numbers& of, std::uint32_t subject) {
    const auto [at, is_new] = of.try_emplace(subject, static_cast<std::uint32_t>(found_.counters.size()));
    if (is_new) found_.counters.emplace_back();
    return at->second;
  }

  const trace::recording& seen_;
  overhead less_;
  program found_;
  numbers tasks_;
  numbers held_;
  numbers joined_;
  numbers groups_;
  numbers resumed_;                              // the numbers with which tasks go on
  std::unordered_set<trace::task_number> made_;  // tasks that were made before they were put
  data_gates data_;
  recorded_phases phases_;
};

/// What a recorded run does, without its schedule: for replay_run(). `less`: what the recorder took, to be subtracted.
///     const program what = read_program(sched.observer().take());
///     std::printf("work %g ns, span %g ns", what.work(), what.span());
///
/// Not for a recording that has lost events: replay_run() refuses it. Cost: some steps an event. Threads: any.
/// Errors: std::bad_alloc.
[[nodiscard]] inline program read_program(const trace::recording& seen, const overhead& less = {}) {
  return program_reader::read(seen, less);
}

}  // namespace jackdaw::replay
