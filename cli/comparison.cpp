#include "cli/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "apps/support/input_error.hpp"
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

double estimated(estimate by, const std::vector<double>& seconds) {
  return by == estimate::median ? median(seconds) : *std::ranges::min_element(seconds);
}

/// How far apart the estimates from the runs of odd and of even number are.
double halves_apart(const measurement& of) {
  std::vector<double> halves[2];
  for (std::size_t i = 0; i < of.seconds.size(); ++i) halves[i % 2].push_back(of.seconds[i]);
  const double a = estimated(of.by, halves[0]);
  const double b = estimated(of.by, halves[1]);
  return std::max(a, b) / std::min(a, b) - 1;
}

}  // namespace

std::string_view name_of(estimate which) { return which == estimate::median ? "median" : "least"; }

estimate estimate_named(const std::string& name) {
  for (const estimate each : {estimate::median, estimate::least}) {
    if (name == name_of(each)) return each;
  }
  throw apps::input_error("--by: '" + name + "'; expected median or least");
}

double measurement::time() const { return estimated(by, seconds); }
double measurement::least() const { return *std::min_element(seconds.begin(), seconds.end()); }
double measurement::most() const { return *std::max_element(seconds.begin(), seconds.end()); }

bool comparison::correct() const {
  return (!serial || serial->correct) &&
         std::all_of(results.begin(), results.end(), [](const measurement& each) { return each.correct; });
}

std::optional<double> comparison::speedup(const measurement& of) const {
  if (!serial || of.time() <= 0) return std::nullopt;
  return serial->time() / of.time();
}

bool comparison::fastest(const measurement& one) const { return fastest_of(one.choice.workers) == &one; }

const measurement* comparison::fastest_of(unsigned workers) const {
  const measurement* best = nullptr;
  for (const measurement& each : results) {
    if (each.choice.workers != workers || !each.correct || each.seconds.empty()) continue;
    if (best == nullptr || each.time() < best->time()) best = &each;
  }
  return best;
}

std::optional<double> comparison::noise() const {
  std::vector<double> apart;
  for (const measurement& each : results) {
    if (each.seconds.size() >= 4 && each.least() > 0) apart.push_back(halves_apart(each));
  }
  return apart.empty() ? std::nullopt : std::optional(median(std::move(apart)));
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
      const double least = found.fastest_of(each.choice.workers)->time();
      if (least > 0) logarithms += std::log(each.time() / least);
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
  found.by = plan.by;
  const auto measured = [&](const scheduler_choice& choice) {
    measurement one;
    one.choice = choice;
    one.by = plan.by;
    return one;
  };
  if (plan.serial) found.serial = measured({});
  for (const auto& choice : plan.choices) found.results.push_back(measured(choice));

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
