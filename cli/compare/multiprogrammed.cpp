#include "cli/compare/multiprogrammed.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <jackdaw/base/processors/cpu_list.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr const char* usual_cycler = "2,20";  // on 2 processors: 1.5 of them in the middle
constexpr int usual_nice = 10;

/// The machine without others first. nice beside the cycler: alone it would change nothing.
std::vector<restriction> restrictions(unsigned processors) {
  return {{},
          {.cycler = usual_cycler},
          {.affinity = 1},
          {.quota = processors - 0.5},
          {.cycler = usual_cycler, .nice = usual_nice}};
}

struct place {
  std::unique_ptr<surroundings> here;
  std::size_t situation;
};

/// What cannot be had here is noted as skipped.
std::vector<place> open_all(crowd& found) {
  std::vector<place> places;
  for (const restriction& each : restrictions(found.processors)) {
    try {
      places.push_back({std::make_unique<surroundings>(each), found.situations.size()});
      found.situations.push_back(places.back().here->text());
    } catch (const apps::input_error& error) { found.skipped.emplace_back(error.what()); }
  }
  return places;
}

void run_once(surroundings& where, const contender& who, crowd::result& to, bool counts) {
  const surrounded_run run = where.run(*who.app, to.times.choice);
  if (counts) {
    to.times.seconds.push_back(run.seconds);
    to.processors.push_back(run.granted.own);
  }
  to.times.tasks = run.tasks;
  apps::verdict verdict = who.app->check();
  if (to.times.correct) to.times.line = std::move(verdict.line);
  to.times.correct = to.times.correct && verdict.passed;
}

}  // namespace

bool crowd::correct() const {
  return std::ranges::all_of(results, [](const result& each) { return each.times.correct; });
}

double crowd::ratio(const result& of) const {
  double best = 0;
  for (const result& each : results) {
    if (each.situation != 0 || each.contender != of.contender || !each.times.correct) continue;
    if (best == 0 || each.times.time() < best) best = each.times.time();
  }
  return best == 0 ? 0 : of.times.time() / best;
}

crowd run_crowd(std::string name, std::vector<contender> contenders, const std::vector<unsigned>& workers,
                const comparison_plan& plan, progress& shown) {
  crowd found;
  found.app = std::move(name);
  found.input = contenders.front().app->input();
  found.by = plan.by;
  found.processors = static_cast<unsigned>(base::affinity_of().size());
  found.contenders = std::move(contenders);
  shown.doing("timing the cycler alone");
  const std::vector<place> places = open_all(found);
  for (const place& where : places) {
    for (std::size_t who = 0; who < found.contenders.size(); ++who) {
      for (const unsigned count : workers) {
        crowd::result one{who, where.situation, {}, {}};
        one.times.choice = found.contenders[who].choice;
        one.times.choice.workers = count;
        one.times.by = plan.by;
        found.results.push_back(std::move(one));
      }
    }
  }
  const unsigned rounds = plan.repeat + (plan.warm_up ? 1U : 0U);
  std::size_t step = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    for (crowd::result& each : found.results) {
      const contender& who = found.contenders[each.contender];
      shown.doing(fmt::format("{} on {}, {}", found.app, who.name, workers_text(each.times.choice.workers)),
                  ++step, rounds * found.results.size());
      run_once(*places[each.situation].here, who, each, !plan.warm_up || round > 0);
    }
  }
  return found;
}

}  // namespace jackdaw::cli
