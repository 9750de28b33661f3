#include "cli/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "apps/support/text/input_error.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

void take(measurement& one, apps::verdict verdict) {
  if (one.correct) one.line = std::move(verdict.line);
  one.correct = one.correct && verdict.passed;
}

double estimated(estimate by, const std::vector<double>& seconds) {
  return by == estimate::median ? median(seconds) : *std::ranges::min_element(seconds);
}

/// A run on a scheduler of its own. Returns the seconds, and notes the tasks.
double run_once(apps::app& app, measurement& by, bool counts) {
  any_scheduler scheduler = open_scheduler(by.choice);
  const double seconds = app.run(scheduler);
  scheduler.await_rest();
  by.tasks = scheduler.tasks();
  if (counts) {
    by.counted = by.counted.plus(scheduler.totals());
    by.has_counts = true;
  }
  return seconds;
}

/// What runs once in each round.
struct participant {
  measurement* found;
  enum { is_serial, is_scheduler, is_rival } kind;
  const rival* program = nullptr;  ///< of a rival

  double run(apps::app& app, bool counts) const {
    return kind == is_serial      ? app.run_serial()
           : kind == is_scheduler ? run_once(app, *found, counts)
                                  : program->run(app, found->choice.workers);
  }

  /// What it is, for the line of progress.
  [[nodiscard]] std::string text() const {
    return kind == is_serial ? ", serial program"
                             : " on " + found->choice.pool + ", " + workers_text(found->choice.workers);
  }
};

/// All that take part, without times.
comparison unmeasured(const apps::app& app, std::string name, const comparison_plan& plan) {
  comparison found;
  found.app = std::move(name);
  found.input = app.input();
  found.by = plan.by;
  const auto add = [&](std::vector<measurement>& all, scheduler_choice choice) {
    all.emplace_back();
    all.back().choice = std::move(choice);
    all.back().by = plan.by;
  };
  if (plan.serial) {
    found.serial.emplace();
    found.serial->by = plan.by;
  }
  for (const scheduler_choice& each : plan.choices) add(found.results, each);
  for (const rival_choice& each : plan.rivals)
    add(found.rivals,
        {.pool = std::string(each.program->name), .memory = {}, .idle = {}, .workers = each.workers});
  return found;
}

/// In the order of a round: a rival is close to the schedulers with which it is compared.
std::vector<participant> participants_of(comparison& found, const comparison_plan& plan) {
  std::vector<participant> all;
  if (found.serial) all.push_back({&*found.serial, participant::is_serial});
  for (measurement& each : found.results) all.push_back({&each, participant::is_scheduler});
  const auto workers_of = [](const participant& each) {
    return each.kind == participant::is_serial ? 0U : each.found->choice.workers;
  };
  for (std::size_t i = 0; i < found.rivals.size(); ++i) {
    const auto behind = std::ranges::upper_bound(all, plan.rivals[i].workers, {}, workers_of);
    all.insert(behind, {&found.rivals[i], participant::is_rival, plan.rivals[i].program});
  }
  return all;
}

/// While it lives, waits and sleeps are timed if `on`.
class timed_waits {
 public:
  explicit timed_waits(bool on) { observe::time_waits(on); }
  timed_waits(const timed_waits&) = delete;
  timed_waits& operator=(const timed_waits&) = delete;
  ~timed_waits() { observe::time_waits(false); }
};

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
  return (!serial || serial->correct) && std::ranges::all_of(results, &measurement::correct) &&
         std::ranges::all_of(rivals, &measurement::correct);
}

const measurement* comparison::rival_named(std::string_view name, unsigned workers) const {
  const auto place = std::ranges::find_if(rivals, [&](const measurement& each) {
    return each.choice.pool == name && each.choice.workers == workers;
  });
  return place == rivals.end() ? nullptr : &*place;
}

std::optional<double> comparison::speedup(const measurement& of) const {
  if (!serial || of.time() <= 0) return std::nullopt;
  return serial->time() / of.time();
}

fastest_ones::fastest_ones(const comparison& found) {
  for (const measurement& each : found.results) {
    if (!each.correct || each.seconds.empty()) continue;
    entry& best = by_workers_[each.choice.workers];
    const double seconds = each.time();
    if (best.one == nullptr || seconds < best.seconds) best = {&each, seconds};
  }
}

bool fastest_ones::has(const measurement& one) const {
  const auto found = by_workers_.find(one.choice.workers);
  return found != by_workers_.end() && found->second.one == &one;
}

std::optional<double> comparison::noise() const {
  std::vector<double> apart;
  for (const measurement& each : results) {
    if (each.seconds.size() >= 4 && each.least() > 0) apart.push_back(halves_apart(each));
  }
  return apart.empty() ? std::nullopt : std::optional(median(std::move(apart)));
}

std::optional<overall_best> best_overall(const comparison& found) {
  struct candidate {
    const scheduler_choice* choice;
    double logarithms = 0;
    std::size_t count = 0;
    bool correct = true;
  };
  const fastest_ones fastest(found);
  std::vector<candidate> all;  // in the order of the results
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
  for (const measurement& each : found.results) {
    const scheduler_choice& choice = each.choice;
    const auto [place, first] = places.try_emplace({choice.pool, choice.memory, choice.idle}, all.size());
    if (first) all.push_back({&choice});
    candidate& one = all[place->second];
    one.correct = one.correct && each.correct;
    if (!one.correct) continue;
    const double least = fastest.seconds(choice.workers);
    if (least > 0) one.logarithms += std::log(each.time() / least);
    ++one.count;
  }
  std::optional<overall_best> best;
  for (const candidate& one : all) {
    if (!one.correct) continue;
    const double ratio = std::exp(one.logarithms / static_cast<double>(one.count));
    if (!best || ratio < best->ratio) best = {*one.choice, ratio};
  }
  return best;
}

comparison compare(apps::app& app, std::string name, const comparison_plan& plan, progress& shown) {
  comparison found = unmeasured(app, std::move(name), plan);
  const timed_waits timed(plan.counters);
  const std::vector<participant> all = participants_of(found, plan);
  const std::size_t rounds = plan.repeat + (plan.warm_up ? 1U : 0U);
  std::size_t step = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t turn = 0; turn < all.size(); ++turn) {
      const participant& each = all[(round + turn) % all.size()];
      shown.doing(found.app + each.text(), ++step, rounds * all.size());
      const bool counts = !plan.warm_up || round > 0;
      const double seconds = each.run(app, plan.counters && counts);
      if (counts) each.found->seconds.push_back(seconds);
      take(*each.found, app.check());
    }
  }
  return found;
}

}  // namespace jackdaw::cli
