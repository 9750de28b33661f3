#include "cli/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/numbers.hpp"
#include "cli/schedulers.hpp"

namespace jackdaw::cli {

namespace {

void take(measurement& one, apps::verdict verdict) {
  if (one.correct) one.line = std::move(verdict.line);
  one.correct = one.correct && verdict.passed;
}

bool same_scheduler(const scheduler_choice& a, const scheduler_choice& b) {
  return a.pool == b.pool && a.memory == b.memory && a.idle == b.idle;
}

/// The least time of a correct result for this number of workers.
const measurement* fastest_of(const comparison& found, unsigned workers) {
  const measurement* best = nullptr;
  for (const measurement& each : found.results) {
    if (each.choice.workers != workers || !each.correct || each.seconds.empty()) continue;
    if (best == nullptr || each.middle() < best->middle()) best = &each;
  }
  return best;
}

}  // namespace

double measurement::middle() const { return median(seconds); }
double measurement::least() const { return *std::min_element(seconds.begin(), seconds.end()); }
double measurement::most() const { return *std::max_element(seconds.begin(), seconds.end()); }

bool comparison::correct() const {
  return (!serial || serial->correct) &&
         std::all_of(results.begin(), results.end(), [](const measurement& each) { return each.correct; });
}

std::optional<double> comparison::speedup(const measurement& of) const {
  if (!serial || of.middle() <= 0) return std::nullopt;
  return serial->middle() / of.middle();
}

bool comparison::fastest(const measurement& one) const {
  return fastest_of(*this, one.choice.workers) == &one;
}

std::optional<overall_best> best_overall(const comparison& found) {
  std::optional<overall_best> best;
  for (const measurement& candidate : found.results) {
    double logarithms = 0;
    std::size_t count = 0;
    bool correct = true;
    for (const measurement& each : found.results) {
      if (!same_scheduler(each.choice, candidate.choice)) continue;
      correct = correct && each.correct;
      if (!correct) break;
      const double least = fastest_of(found, each.choice.workers)->middle();
      if (least > 0) logarithms += std::log(each.middle() / least);
      ++count;
    }
    if (!correct) continue;
    const double ratio = std::exp(logarithms / static_cast<double>(count));
    if (!best || ratio < best->ratio) best = {candidate.choice, ratio};
  }
  return best;
}

comparison compare(apps::app& app, std::string name, const comparison_plan& plan, progress& shown) {
  comparison found;
  found.app = std::move(name);
  found.input = app.input();
  if (plan.serial) found.serial.emplace();
  for (const auto& choice : plan.choices) found.results.push_back({choice, {}, 0, true, {}});

  const std::size_t rounds = plan.repeat + (plan.warm_up ? 1U : 0U);
  const std::size_t steps = rounds * (plan.choices.size() + (plan.serial ? 1U : 0U));
  std::size_t step = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool counts = !plan.warm_up || round > 0;
    if (plan.serial) {
      shown.doing(found.app + ", serial program", ++step, steps);
      const double seconds = app.run_serial();
      if (counts) found.serial->seconds.push_back(seconds);
      take(*found.serial, app.check());
    }
    for (measurement& each : found.results) {
      shown.doing(found.app + " on " + each.choice.pool + ", " + workers_text(each.choice.workers), ++step,
                  steps);
      {
        any_scheduler scheduler = open_scheduler(each.choice);
        const double seconds = app.run(scheduler);
        if (counts) each.seconds.push_back(seconds);
        each.tasks = scheduler.tasks();
      }
      take(each, app.check());
    }
  }
  return found;
}

}  // namespace jackdaw::cli
