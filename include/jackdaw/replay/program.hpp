// A recorded run without its schedule: what each task does, and which tasks it waits for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jackdaw::replay {

inline constexpr std::uint32_t none = UINT32_MAX;

/// So many nanoseconds of work, and then:
struct step {
  enum class deed : unsigned char {
    put,     ///< a task is created; subject: its number
    arrive,  ///< one less to wait for; subject: a counter
    await,   ///< goes on when the counter is at 0; the worker runs other tasks meanwhile
    end      ///< of the task
  };
  double nanoseconds;
  deed then;
  std::uint32_t subject = none;
};

/// Tasks, and the order in which they may run: creation, continuations, joins, groups. Made by read_program().
///     const program what = read_program(sched.observer().take());
///     std::printf("parallelism %.1f", what.work() / what.span());
///
/// Cost: memory, some words a task. Threads: a value, as any other. Errors: std::bad_alloc of span().
struct program {
  /// A task: where its steps begin.
  struct task {
    std::size_t first = 0;  ///< of `steps`; the last one is the first `end` from there on
    std::uint32_t gate =
        none;  ///< an initial task that also waits for others: one arrives when its phase begins
  };
  /// What tasks wait for: it counts down to 0.
  struct counter {
    std::uint32_t left = 0;
    std::uint32_t puts = none;             ///< the task that waits for it
    std::vector<std::uint32_t> next = {};  ///< counters at which one arrives when this one is at 0
  };
  /// One run() of the program: what is done by one thread before, and the initial tasks.
  struct phase {
    double serial = 0;  ///< nanoseconds
    std::vector<std::uint32_t> initial;
  };

  std::vector<step> steps;        ///< of all tasks
  std::vector<task> tasks;        ///< by number
  std::vector<counter> counters;  ///< by number
  std::vector<phase> phases;      ///< one after another

  /// T1: nanoseconds of everything.
  [[nodiscard]] double work() const {
    double all = 0;
    for (const phase& each : phases) all += each.serial;
    for (const step& each : steps) all += each.nanoseconds;
    return all;
  }

  /// T∞: nanoseconds on any number of processors, when everything begins as soon as possible (KR02 section 2.3).
  [[nodiscard]] double span() const;
};

namespace detail {

/// Follows all paths of one phase after another.
class span_finder {
 public:
  explicit span_finder(const program& of) : of_(of), counters_(of.counters), reached_(of.counters.size(), 0) {
    waiting_.resize(of.counters.size());
  }

  [[nodiscard]] double find() {
    double all = 0;
    for (const program::phase& each : of_.phases) {
      longest_ = all + each.serial;
      for (const std::uint32_t task : each.initial) {
        if (const std::uint32_t gate = of_.tasks[task].gate; gate != none) {
          arrive(gate, all + each.serial);
        } else {
          begin(task, all + each.serial);
        }
      }
      while (!ready_.empty()) {
        const point next = ready_.back();
        ready_.pop_back();
        go_on(next);
      }
      all = longest_;
    }
    return all;
  }

 private:
  struct point {
    std::size_t step;
    double time;
  };

  void begin(std::uint32_t task, double time) { ready_.push_back({of_.tasks[task].first, time}); }

  void go_on(point at) {
    for (;; ++at.step) {
      const step& next = of_.steps[at.step];
      at.time += next.nanoseconds;
      if (next.then == step::deed::end) {
        longest_ = std::max(longest_, at.time);
        return;
      }
      if (next.then == step::deed::put) {
        begin(next.subject, at.time);
      } else if (next.then == step::deed::arrive) {
        arrive(next.subject, at.time);
      } else if (counters_[next.subject].left != 0) {
        waiting_[next.subject].push_back(at);
        return;
      } else {
        at.time = std::max(at.time, reached_[next.subject]);
      }
    }
  }

  void arrive(std::uint32_t counter, double time) {
    reached_[counter] = std::max(reached_[counter], time);
    if (counters_[counter].left == 0) return;
    if (--counters_[counter].left != 0) return;
    if (counters_[counter].puts != none) begin(counters_[counter].puts, reached_[counter]);
    for (const std::uint32_t each : of_.counters[counter].next) arrive(each, reached_[counter]);
    for (const point& each : waiting_[counter])
      ready_.push_back({each.step + 1, std::max(each.time, reached_[counter])});
    waiting_[counter].clear();
  }

  const program& of_;
  std::vector<program::counter> counters_;
  std::vector<double> reached_;  // when the last one so far has arrived
  std::vector<std::vector<point>> waiting_;
  std::vector<point> ready_;
  double longest_ = 0;
};

}  // namespace detail

inline double program::span() const { return detail::span_finder(*this).find(); }

}  // namespace jackdaw::replay
