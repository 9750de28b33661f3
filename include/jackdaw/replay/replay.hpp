// A recorded run on a machine that may not exist: how long would it take?
//
// A simulation by events: a worker's next one is the end of the step that it is at. Where several have the same
// time the one that was foreseen first comes first, and all choices come from a seed, so that a replay is always
// the same.
// Invariants
//   RP-I1  a worker is at work: it has an event to come, or would have one had it kept its processor. Or it is idle:
//          then there is nothing for it to take, or a worker that was woken for that has yet to look.
//   RP-I2  what becomes visible wakes an idle worker that has a processor, if there is one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <stdexcept>
#include <vector>

#include <jackdaw/base/random.hpp>
#include <jackdaw/replay/idle_workers.hpp>
#include <jackdaw/replay/machine.hpp>
#include <jackdaw/replay/policy.hpp>
#include <jackdaw/replay/program.hpp>
#include <jackdaw/replay/queues.hpp>
#include <jackdaw/replay/simulated_processors.hpp>

namespace jackdaw::replay {

/// What a replay found.
struct prediction {
  double nanoseconds = 0;  ///< T_P
  double processors = 0;   ///< P_A: processors on average
  std::uint64_t steals = 0;
  std::uint64_t tasks = 0;
};

class simulation {
 public:
  simulation(const program& of, const policy& how, const machine& on, std::uint64_t seed)
      : of_(of),
        how_(how),
        on_(on),
        random_(base::mix(seed)),
        queues_(how, on, base::mix(seed + 1)),
        processors_(on, base::mix(seed + 2)),
        workers_(on.workers),
        idle_(on.workers),
        counters_(of.counters),
        waiting_(of.counters.size(), none) {}

  [[nodiscard]] prediction run() {
    if (on_.against.present()) processors_.deal(0, [](unsigned) { return false; });
    next_quantum_ = quantum();
    for (const program::phase& each : of_.phases) run_phase(each);
    found_.nanoseconds = now_;
    found_.processors = now_ > 0 ? processors_.count_until(now_) / now_ : on_.workers;
    return found_;
  }

 private:
  struct worker {
    std::vector<std::size_t> stack;  // the next step of each task that is under way, the innermost last
    double due = 0;                  // when at work
    double left = 0;                 // when at work without a processor: until then
    std::uint32_t turn = 0;          // of its event that counts
  };
  struct event {
    double time;
    std::uint64_t number;
    unsigned worker;
    std::uint32_t turn;
    bool operator>(const event& other) const {
      return time > other.time || (!(time < other.time) && number > other.number);
    }
  };

  void run_phase(const program::phase& phase) {
    now_ += phase.serial;
    live_ = 0;
    for (const std::uint32_t task : phase.initial) {
      const std::uint32_t gate = of_.tasks[task].gate;
      if (gate == none || --counters_[gate].left == 0)
        queues_.init(static_cast<unsigned>(live_++ % on_.workers), task);
    }
    begin_phase(phase);
    while (live_ != 0) {
      if (events_.empty() && !on_.against.present()) stuck();
      if (on_.against.present() && (events_.empty() || next_quantum_ <= events_.top().time)) {
        deal_processors();
        continue;
      }
      const event next = events_.top();
      events_.pop();
      if (next.turn != workers_[next.worker].turn) continue;
      now_ = next.time;
      act(next.worker);
    }
    while (!events_.empty()) events_.pop();
    for (unsigned id = 0; id < on_.workers; ++id) {
      ++workers_[id].turn;
      if (!idle_.has(id)) idle_.add(id, now_);
    }
  }

  /// Worker 0 takes an initial task, and wakes others for the rest, or for their own where there are no thieves.
  void begin_phase(const program::phase& phase) {
    idle_.remove(0);
    const auto holder = std::find_if(idle_.all().begin(), idle_.all().end(),
                                     [&](unsigned id) { return processors_.has(id); });
    if (!processors_.has(0) && how_.gives_way && holder != idle_.all().end()) processors_.pass_on(*holder, 0);
    double woken = 0;
    if (how_.shares_nothing()) {
      while (!idle_.all().empty()) woken += wake(idle_.all().back());
    } else {
      for (std::size_t i = 1; i < phase.initial.size() && !idle_.all().empty(); ++i) woken += wake_one();
    }
    begin(0, now_ + woken);
  }

  [[noreturn]] static void stuck() {
    throw std::invalid_argument("replay: tasks wait for each other, or for one that was not recorded");
  }

  // ---- workers ----

  /// The worker acts at `when`, if it keeps its processor.
  void begin(unsigned id, double when) {
    worker& self = workers_[id];
    ++self.turn;
    self.due = when;
    if (processors_.has(id)) {
      events_.push({when, number_++, id, self.turn});
    } else {
      self.left = when - now_;
    }
  }

  void act(unsigned id) {
    worker& self = workers_[id];
    if (self.stack.empty()) return look(id);
    const step& at = of_.steps[self.stack.back()];
    switch (at.then) {
      case step::deed::put: {
        ++self.stack.back();
        go_on(id, put(id, at.subject));
        return;
      }
      case step::deed::arrive:
        ++self.stack.back();
        go_on(id, arrive(id, at.subject));
        return;
      case step::deed::await:
        if (counters_[at.subject].left != 0) {
          waiting_[at.subject] = id;
          return look(id);
        }
        ++self.stack.back();
        return go_on(id, now_);
      default:
        self.stack.pop_back();
        ++found_.tasks;
        --live_;
        return self.stack.empty() ? look(id) : act(id);  // the outer one was at an await
    }
  }

  /// The next step of the innermost task begins.
  void go_on(unsigned id, double when) {
    const std::size_t at_work = workers_.size() - idle_.all().size();
    begin(id, when + of_.steps[workers_[id].stack.back()].nanoseconds * on_.shares.factor(at_work));
  }

  void look(unsigned id) {
    const auto found = queues_.get(id, now_);
    if (!found) return rest(id);
    found_.steals += found->is_stolen ? 1U : 0U;
    double when = found->when;
    for (unsigned i = 0; i < found->shown; ++i) when += wake_one();
    workers_[id].stack.push_back(of_.tasks[found->task].first);
    go_on(id, when);
  }

  [[nodiscard]] double put(unsigned id, std::uint32_t task) {
    ++live_;
    bool shown = false;
    const double when = queues_.put(id, task, now_, shown);
    return shown ? when + wake_one() : when;
  }

  [[nodiscard]] double arrive(unsigned id, std::uint32_t counter) {
    program::counter& at = counters_[counter];
    if (at.left == 0) return now_;
    if (--at.left != 0) return now_;
    double when = now_;
    if (const unsigned who = waiting_[counter]; who != none && idle_.has(who)) when += wake(who);
    if (at.puts != none) when = std::max(when, put(id, at.puts));
    for (const std::uint32_t each : of_.counters[counter].next) when = std::max(when, arrive(id, each));
    return when;
  }

  // ---- workers without work ----

  void rest(unsigned id) {
    idle_.add(id, now_);
    if (on_.against.present() && how_.gives_way) give_way(id);
  }

  /// How long that takes the worker that wakes.
  double wake_one() {
    if (idle_.all().empty()) return 0;
    const auto start = random_.below(static_cast<std::uint32_t>(idle_.all().size()));
    for (std::size_t i = 0; i < idle_.all().size(); ++i) {
      const unsigned id = idle_.all()[(start + i) % idle_.all().size()];
      if (processors_.has(id)) return wake(id);
    }
    return 0;
  }

  /// Likewise.
  double wake(unsigned id) {
    idle_.remove(id);
    const bool slept = now_ - idle_.since(id) > on_.price.patience;
    begin(id, slept ? now_ + on_.price.wake : now_);
    return slept ? on_.price.call : 0;
  }

  /// Its processor goes to a worker that is at work without one.
  void give_way(unsigned id) {
    if (!processors_.has(id)) return;
    const unsigned start = random_.below(on_.workers);
    for (unsigned i = 0; i < on_.workers; ++i) {
      const unsigned other = (start + i) % on_.workers;
      if (idle_.has(other) || processors_.has(other)) continue;
      processors_.pass_on(id, other);
      return begin(other, now_ + workers_[other].left);
    }
  }

  void deal_processors() {
    now_ = std::max(now_, next_quantum_);
    if (idle_.all().size() == workers_.size() && events_.empty() && quanta_in_vain_++ > on_.workers) stuck();
    for (unsigned id = 0; id < on_.workers; ++id) {
      if (!idle_.has(id) && processors_.has(id)) workers_[id].left = std::max(workers_[id].due - now_, 0.0);
    }
    processors_.deal(now_, [this](unsigned id) { return !idle_.has(id); });
    for (unsigned id = 0; id < on_.workers; ++id) {
      if (!idle_.has(id)) {
        begin(id, now_ + workers_[id].left);
      } else if (processors_.has(id)) {
        wake(id);  // it may have been passed over
      }
    }
    next_quantum_ = now_ + quantum();
  }

  [[nodiscard]] double quantum() const { return std::max(on_.against.quantum, 1.0); }

  const program& of_;
  const policy& how_;
  const machine& on_;
  base::random random_;
  queues queues_;
  processors processors_;
  std::vector<worker> workers_;
  idle_workers idle_;
  std::vector<program::counter> counters_;
  std::vector<unsigned> waiting_;  // workers that wait for a counter
  std::priority_queue<event, std::vector<event>, std::greater<>> events_;
  prediction found_;
  double now_ = 0;
  double next_quantum_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t live_ = 0;
  std::uint64_t quanta_in_vain_ = 0;
};

/// The time that `of` takes on that machine, its tasks in a pool of that policy. Deterministic.
///     const auto found = replay_run(what, *policy_of("jackdaw"), {.workers = 64, .price = price});
///     std::printf("%g ns", found.nanoseconds);
///
/// Threads: any. Cost: some 100 ns an event of the recording, more with many workers that find nothing. Throws
/// std::invalid_argument when the recording is not whole, std::bad_alloc.
[[nodiscard]] inline prediction replay_run(const program& of, const policy& how, const machine& on,
                                           std::uint64_t seed = 1) {
  return simulation(of, how, on, seed).run();
}

}  // namespace jackdaw::replay
