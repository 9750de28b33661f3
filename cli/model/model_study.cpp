#include "cli/model/model_study.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include <jackdaw/trace/graph/graph.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/replay/whole_recording.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr double least_processors = 0.01;  // of what is counted as left: the cycler's rate is not exact

/// T1 / T∞ with one worker, observed: of the run of three with the least share of T∞, since one late task on the critical
/// path lengthens all of it. `tasks`: how many there are; 0 where that is not known, as of joins.
double observed_parallelism(const model_input& input, const std::string& pool, std::uint64_t tasks) {
  double found = 0;
  for (int run = 0; run < 3; ++run) {
    const trace::recording seen =
        whole_recording(*input.app, resolved({.pool = pool, .workers = 1}), tasks, input.text);
    found = std::max(found, trace::graph_reader::read(seen).parallelism());
  }
  if (found <= 0)
    throw apps::input_error(input.text +
                            ": its span cannot be measured; expected tasks on a pool (--face pool)");
  return found;
}

/// All runs of one point.
struct samples {
  std::vector<surrounded_run> runs;
  std::string wrong;  // what the first check that failed said
};

class measuring {
 public:
  measuring(std::vector<model_input>& inputs, const model_plan& plan, surroundings& alone,
            surroundings& there, progress& shown)
      : inputs_(inputs), plan_(plan), alone_(alone), there_(there), shown_(shown) {
    found_.plan = plan;
    found_.pools = plan.pools;
    found_.surroundings = there.text();
    works_.resize(inputs.size() * plan.pools.size());
    points_.resize(works_.size() * plan.workers.size());
    steps_ = plan.repeat * (works_.size() + points_.size());
  }

  void see_spans() {
    for (model_input& each : inputs_) {
      shown_.doing(each.label + ": work and span");
      const surrounded_run first = alone_.run(*each.app, resolved({.pool = plan_.pools[0], .workers = 1}));
      const apps::json counts = each.app->counts();
      const bool formula = counts.contains("parallelism");
      const double parallelism = formula ? counts["parallelism"].get<double>()
                                         : observed_parallelism(each, plan_.pools[0], first.tasks);
      found_.inputs.push_back({each.text, each.label, parallelism, formula});
    }
  }

  void round() {
    for (std::size_t input = 0; input < inputs_.size(); ++input) {
      for (std::size_t pool = 0; pool < plan_.pools.size(); ++pool)
        run(alone_, input, pool, 1, works_[work_of(input, pool)]);
      for (std::size_t pool = 0; pool < plan_.pools.size(); ++pool) {
        for (std::size_t i = 0; i < plan_.workers.size(); ++i)
          run(there_, input, pool, plan_.workers[i],
              points_[work_of(input, pool) * plan_.workers.size() + i]);
      }
    }
  }

  model_study take() {
    for (std::size_t input = 0; input < inputs_.size(); ++input) {
      for (std::size_t pool = 0; pool < plan_.pools.size(); ++pool) {
        const samples& work = works_[work_of(input, pool)];
        note_wrong(work, input, pool, 1);
        for (std::size_t i = 0; i < plan_.workers.size(); ++i) {
          samples& all = points_[work_of(input, pool) * plan_.workers.size() + i];
          note_wrong(all, input, pool, plan_.workers[i]);
          if (work.wrong.empty() && all.wrong.empty())
            found_.points.push_back(point_of(input, pool, plan_.workers[i], work, all));
        }
      }
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t work_of(std::size_t input, std::size_t pool) const {
    return input * plan_.pools.size() + pool;
  }

  void run(surroundings& where, std::size_t input, std::size_t pool, unsigned workers, samples& to) {
    const model_input& what = inputs_[input];
    shown_.doing(what.label + " on " + plan_.pools[pool] + ", " + workers_text(workers), ++step_, steps_);
    const scheduler_choice on =
        resolved({.pool = plan_.pools[pool], .workers = workers, .options = plan_.placed});
    to.runs.push_back(where.run(*what.app, on));
    const apps::verdict verdict = what.app->check();
    if (!verdict.passed && to.wrong.empty()) to.wrong = verdict.line;
  }

  void note_wrong(const samples& all, std::size_t input, std::size_t pool, unsigned workers) {
    if (all.wrong.empty()) return;
    found_.wrong.push_back(inputs_[input].label + " on " + plan_.pools[pool] + ", " + workers_text(workers) +
                           ": " + all.wrong);
  }

  [[nodiscard]] double granted(const surrounded_run& run) const {
    return plan_.granted == processors_by::cpu_time ? run.granted.own
                                                    : std::max(run.granted.left, least_processors);
  }

  [[nodiscard]] model_study::point point_of(std::size_t input, std::size_t pool, unsigned workers,
                                            const samples& work, samples& all) const {
    measurement alone;
    alone.by = plan_.by;
    for (const surrounded_run& each : work.runs) alone.seconds.push_back(each.cpu_seconds());
    std::ranges::sort(all.runs, {}, [&](const surrounded_run& each) { return granted(each) * each.seconds; });
    const surrounded_run& one = all.runs[plan_.by == estimate::least ? 0 : (all.runs.size() - 1) / 2];
    const double t1 = alone.time();
    return {input,
            pool,
            {.work = t1,
             .span = t1 / found_.inputs[input].parallelism,
             .workers = static_cast<double>(workers),
             .processors = granted(one),
             .seconds = one.seconds},
            one.granted,
            one.preempted};
  }

  std::vector<model_input>& inputs_;
  const model_plan& plan_;
  surroundings& alone_;
  surroundings& there_;
  progress& shown_;
  model_study found_;
  std::vector<samples> works_;   // of each input the pools
  std::vector<samples> points_;  // of each of those the numbers of workers
  std::size_t step_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

std::vector<measure::execution> model_study::runs_of(std::size_t pool) const {
  std::vector<measure::execution> runs;
  for (const point& each : points) {
    if (each.pool == pool) runs.push_back(each.run);
  }
  return runs;
}

model_study study(std::vector<model_input>& inputs, const model_plan& plan, surroundings& alone,
                  surroundings& there, progress& shown) {
  measuring all(inputs, plan, alone, there, shown);
  all.see_spans();
  for (unsigned i = 0; i < plan.repeat; ++i) all.round();
  return all.take();
}

}  // namespace jackdaw::cli
