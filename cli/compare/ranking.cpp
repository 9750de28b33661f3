#include "cli/compare/ranking.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

/// The least time of a correct result, by pool and manager.
using best_times = std::map<std::pair<std::string, std::string>, const measurement*>;

best_times best_of(const comparison& found, unsigned workers) {
  best_times best;
  for (const measurement& each : found.results) {
    if (each.choice.workers != workers || !each.correct || each.seconds.empty()) continue;
    const measurement*& place = best[{each.choice.pool, each.choice.memory}];
    if (place == nullptr || each.time() < place->time()) place = &each;
  }
  return best;
}

void sort(std::vector<ranked>& places) {
  std::ranges::stable_sort(places, {}, &ranked::seconds);
  for (ranked& each : places) {
    if (places.front().seconds > 0) each.behind = each.seconds / places.front().seconds - 1;
  }
}

std::vector<ranked> rank_pools(const comparison& found, const best_times& best) {
  std::map<std::string, const measurement*> fastest;
  for (const auto& [pair, time] : best) {
    const measurement*& place = fastest[pair.first];
    if (place == nullptr || time->time() < place->time()) place = time;
  }
  std::vector<ranked> places;
  for (const auto& [pool, time] : fastest) {
    places.push_back({pool, time->time(), 0, found.speedup(*time), time->choice.memory});
  }
  sort(places);
  return places;
}

/// By the mean over all others of `count` that it was combined with. `part`: whose mean it is, of a pool and a manager.
std::vector<ranked> rank_by_mean(const best_times& best,
                                 std::string std::pair<std::string, std::string>::* part, std::size_t count) {
  std::map<std::string, std::pair<double, std::size_t>> sums;
  for (const auto& [pair, time] : best) {
    auto& [seconds, times] = sums[pair.*part];
    seconds += time->time();
    ++times;
  }
  std::vector<ranked> places;
  for (const auto& [name, sum] : sums) {
    if (sum.second != count) continue;
    places.push_back({name, sum.first / static_cast<double>(count), 0, {}, {}});
  }
  sort(places);
  return places;
}

std::vector<ranked> rank_policies(const comparison& found, unsigned workers) {
  std::map<std::string, double> least;
  for (const measurement& each : found.results) {
    if (each.choice.workers != workers || !each.correct || each.seconds.empty()) continue;
    const auto [place, is_new] = least.try_emplace(each.choice.idle, each.time());
    if (!is_new) place->second = std::min(place->second, each.time());
  }
  std::vector<ranked> places;
  for (const auto& [policy, seconds] : least) places.push_back({policy, seconds, 0, {}, {}});
  sort(places);
  return places;
}

std::string behind_text(const ranked& place) {
  return place.behind == 0 ? duration(place.seconds) : fmt::format("+{:.1f} %", 100 * place.behind);
}

apps::json places_json(const std::vector<ranked>& places) {
  apps::json all = apps::json::array();
  for (const ranked& each : places) {
    apps::json place{{"name", each.name}, {"seconds", each.seconds}, {"behind", each.behind}};
    if (each.speedup) place["speedup"] = *each.speedup;
    if (!each.with.empty()) place["with"] = each.with;
    all.push_back(std::move(place));
  }
  return all;
}

}  // namespace

ranking rank(const comparison& found, unsigned workers) {
  std::set<std::string> pools;
  std::set<std::string> managers;
  for (const measurement& each : found.results) {
    pools.insert(each.choice.pool);
    managers.insert(each.choice.memory);
  }
  const best_times best = best_of(found, workers);
  using pair = std::pair<std::string, std::string>;
  return {workers, rank_pools(found, best), rank_by_mean(best, &pair::second, pools.size()),
          rank_policies(found, workers), rank_by_mean(best, &pair::first, managers.size())};
}

std::vector<ranking> rank(const comparison& found) {
  std::set<std::string> pools;
  std::set<std::string> managers;
  std::set<unsigned> counts;
  for (const measurement& each : found.results) {
    pools.insert(each.choice.pool);
    managers.insert(each.choice.memory);
    counts.insert(each.choice.workers);
  }
  if (pools.size() < 2 || managers.size() < 2) return {};
  std::vector<ranking> rankings;
  for (const unsigned workers : counts) rankings.push_back(rank(found, workers));
  return rankings;
}

void print_ranking(std::ostream& out, const std::vector<ranking>& rankings) {
  using enum table::side;
  for (const ranking& each : rankings) {
    out << "\nPools on " << workers_text(each.workers) << ", each with its best memory manager\n";
    table pools({{"", right}, {"pool"}, {"time", right}, {"speed-up", right}, {"with"}});
    std::size_t number = 0;
    for (const ranked& place : each.pools) {
      pools.row({std::to_string(++number), place.name, behind_text(place),
                 place.speedup ? fmt::format("{:.2f}", *place.speedup) : "-", place.with});
    }
    pools.print(out);
    out << "\nMemory managers on " << workers_text(each.workers) << ", mean over all pools\n";
    table managers({{"", right}, {"memory"}, {"time", right}});
    number = 0;
    for (const ranked& place : each.managers) {
      managers.row({std::to_string(++number), place.name, behind_text(place)});
    }
    managers.print(out);
  }
}

apps::json to_json(const std::vector<ranking>& rankings) {
  apps::json all = apps::json::array();
  for (const ranking& each : rankings) {
    all.push_back({{"workers", each.workers},
                   {"pools", places_json(each.pools)},
                   {"managers", places_json(each.managers)}});
  }
  return all;
}

}  // namespace jackdaw::cli
