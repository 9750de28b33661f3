#include <algorithm>
#include <cstdint>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/observe/run_counts.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/reproduce/studies/kinds.hpp"
#include "cli/reproduce/studies/study_pictures.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

/// While it lives, waits and sleeps are timed.
class timed_waits {
 public:
  timed_waits() { observe::time_waits(true); }
  timed_waits(const timed_waits&) = delete;
  timed_waits& operator=(const timed_waits&) = delete;
  ~timed_waits() { observe::time_waits(false); }
};

/// Of this process.
double context_switches() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_nvcsw) + static_cast<double>(used.ru_nivcsw);
}

struct split_run {
  double seconds = 0;
  time_split split;
  double switches = 0;
};

/// One run, recorded. `tasks`: how many it has; 0: not known.
split_run run_split(const model_input& input, scheduler_choice on, std::uint64_t tasks) {
  constexpr std::uint64_t events_per_task = 32;
  constexpr std::uint64_t usual_events = 1U << 22U;
  constexpr std::uint64_t most_events = 1U << 24U;  // 256 MiB for each worker
  const timed_waits timed;
  on.observer = &observe::any_observer::make<trace::recorder>;
  any_scheduler scheduler = open_scheduler(on);
  const std::uint64_t room = std::min(tasks > 0 ? 1000 + events_per_task * tasks : usual_events, most_events);
  scheduler.observer<trace::recorder>()->keep({static_cast<std::size_t>(room), trace::when_full::stop});
  const observe::run_totals before = scheduler.totals();
  const double switches = context_switches();
  split_run one;
  one.seconds = input.app->run(scheduler);
  one.switches = context_switches() - switches;
  scheduler.await_rest();
  const observe::run_totals counted = scheduler.totals().since(before);
  const trace::recording seen = scheduler.observer<trace::recorder>()->take();
  if (!seen.complete())
    throw apps::input_error(input.text + ": too many tasks to record them all; expected a smaller input");
  constexpr double nano = 1e-9;
  one.split = split_of(
      one.seconds * scheduler.workers(), nano * static_cast<double>(trace::graph_reader::read(seen).work),
      nano * static_cast<double>(counted.lock_time), nano * static_cast<double>(counted.sleep_time));
  return one;
}

/// An input on a pool with so many workers.
struct split_point {
  std::size_t input;
  std::string pool;
  unsigned workers;
  std::uint64_t tasks = 0;
  bool correct = true;
  std::vector<split_run> runs{};

  template <class Value>
  [[nodiscard]] std::vector<double> values(Value value) const {
    std::vector<double> all;
    if (!correct) return all;
    for (const split_run& each : runs) all.push_back(value(each));
    return all;
  }
};

void add_claims(studied& found, const std::string& label, const split_point& few, const split_point& many) {
  const std::string where =
      fmt::format("{} on {}, {} workers by {}", label, few.pool, many.workers, few.workers);
  const auto more = [&](const char* what, auto value) {
    found.claims.push_back(
        claim_on_ratio(where + ": " + what, "more", relation::slower, many.values(value), few.values(value)));
  };
  if (few.pool.starts_with("hood-spin"))
    more("time at locks", [](const split_run& each) { return each.split.locks; });
  if (few.pool.starts_with("hood-block"))
    more("context switches", [](const split_run& each) { return each.switches; });
  if (few.pool == "hood-naive")
    more("time of stealing", [](const split_run& each) { return each.split.steal; });
}

}  // namespace

time_split split_of(double all, double recorded, double locks, double asleep) {
  time_split split;
  split.locks = std::min(locks, all);
  split.asleep = std::min(asleep, all - split.locks);
  split.tasks = std::min(recorded, all - split.locks - split.asleep);
  split.steal = all - split.locks - split.asleep - split.tasks;
  return split;
}

studied breakdown_of(const paper_study& study, const study_choice& choice, const environment& here,
                     progress& shown) {
  const unsigned processors = base::cpu_budget::affinity();
  const std::vector<unsigned> counts =
      choice.workers.empty() ? std::vector<unsigned>{processors, 2 * processors} : choice.workers;
  const std::vector<model_input> inputs = prepared_inputs(study, choice, here, shown);
  studied found;
  std::vector<split_point> points;
  for (std::size_t input = 0; input < inputs.size(); ++input) {
    for (const std::string& pool : choice.pools) {
      for (const unsigned count : counts) points.push_back({.input = input, .pool = pool, .workers = count});
    }
  }
  std::size_t step = 0;
  for (unsigned round = 0; round <= choice.repeat; ++round) {
    for (split_point& each : points) {
      const model_input& input = inputs[each.input];
      shown.doing(input.label + " on " + each.pool, ++step, points.size() * (choice.repeat + 1));
      scheduler_choice on{.pool = each.pool, .workers = each.workers};
      on.options.surplus = surplus_use::work;
      on = resolved(on);
      if (round == 0) {
        any_scheduler scheduler = open_scheduler(on);
        (void)input.app->run(scheduler);
        scheduler.await_rest();
        each.tasks = scheduler.tasks();
      } else {
        each.runs.push_back(run_split(input, on, each.tasks));
      }
      const apps::verdict verdict = input.app->check();
      if (!verdict.passed && each.correct)
        found.wrong.push_back(input.label + " on " + each.pool + ": " + verdict.line);
      each.correct = each.correct && verdict.passed;
    }
  }
  using enum table::side;
  found.figures.columns = {{"input"},         {"pool"},           {"P", right},     {"T_P", right},
                           {"tasks", right},  {"steal", right},   {"locks", right}, {"asleep", right},
                           {"height", right}, {"switches", right}};
  found.figures.below = {
      "Shares of the workers' time, medians. steal: neither in a task, nor at a lock, nor asleep. height: "
      "T_P by",
      "that with the first number of workers, as the paper's bars; switches: voluntary and forced, of this "
      "process"};
  bar_panel bars{"T_P by that with the first number of workers: in tasks + stealing + at locks + asleep", {}};
  const split_point* first = nullptr;
  for (const split_point& each : points) {
    if (each.workers == counts.front()) first = &each;
    const std::string& label = inputs[each.input].label;
    if (!each.correct || !first->correct) continue;
    const auto middle = [&](auto value) { return median(each.values(value)); };
    const auto share = [&](double time_split::* part) {
      return middle([&](const split_run& run) { return run.split.*part / (run.seconds * each.workers); });
    };
    const auto percent = [&](double time_split::* part) {
      return fmt::format("{:.0f} %", 100 * share(part));
    };
    const auto seconds = each.values([](const split_run& run) { return run.seconds; });
    const double tall =
        median(seconds) / median(first->values([](const split_run& run) { return run.seconds; }));
    found.figures.rows.push_back(
        {label, each.pool, std::to_string(each.workers), cli::duration(median(seconds)),
         percent(&time_split::tasks), percent(&time_split::steal), percent(&time_split::locks),
         percent(&time_split::asleep), fmt::format("{:.2f}", tall),
         fmt::format("{:.0f}", middle([](const split_run& run) { return run.switches; }))});
    const auto numbers = [&](double time_split::* part) {
      return each.values([&](const split_run& run) { return run.split.*part; });
    };
    found.rows.push_back(
        {{"input", label},
         {"pool", each.pool},
         {"workers", each.workers},
         {"seconds", seconds},
         {"task_seconds", numbers(&time_split::tasks)},
         {"steal_seconds", numbers(&time_split::steal)},
         {"lock_seconds", numbers(&time_split::locks)},
         {"asleep_seconds", numbers(&time_split::asleep)},
         {"context_switches", each.values([](const split_run& run) { return run.switches; })}});
    bars.bars.push_back({fmt::format("{}, {}, P={}", label, each.pool, each.workers), tall, tall, tall,
                         fmt::format("{:.2f}: {} + {} + {} + {}", tall, percent(&time_split::tasks),
                                     percent(&time_split::steal), percent(&time_split::locks),
                                     percent(&time_split::asleep))});
    if (&each != first && each.workers == counts.back()) add_claims(found, label, *first, each);
  }
  if (!bars.bars.empty())
    found.picture = [bars, title = std::string(study.name) + ": where time goes"](
                        std::ostream& out, canvas::format format) { draw_bars(out, format, title, bars); };
  return found;
}

}  // namespace jackdaw::cli
