#include "cli/reproduce/parts/reproduced_additions.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/compare/ranking.hpp"
#include "cli/reproduce/parts/compared_parts.hpp"

namespace jackdaw::cli {

namespace {

/// What was measured, but for the added parts other than `stays`.
comparison with_one(const paper_result& result, const comparison& found, std::string_view stays) {
  comparison some = found;
  std::erase_if(some.results, [&](const measurement& each) {
    const std::string& part = part_of(result, each.choice);
    return part != stays && std::ranges::find(result.added, part) != result.added.end();
  });
  return some;
}

double first_seconds(const paper_result& result, const comparison& theirs, unsigned workers) {
  const ranking all = rank(theirs, workers);
  const auto& places = places_of(result, all);
  return places.empty() ? 0 : places.front().seconds;
}

}  // namespace

comparison without_additions(const paper_result& result, const comparison& found) {
  return with_one(result, found, "");
}

std::vector<reproduced_addition> additions_of(const paper_result& result, const comparison& found) {
  std::vector<reproduced_addition> all;
  if (result.added.empty()) return all;
  const comparison theirs = without_additions(result, found);
  const double alone = first_seconds(result, theirs, result.workers.front());
  for (const std::string& name : result.added) {
    const comparison some = with_one(result, found, name);
    for (const unsigned workers : result.workers) {
      const ranking ranks = rank(some, workers);
      const auto& places = places_of(result, ranks);
      const auto own = std::ranges::find(places, name, &ranked::name);
      all.push_back({.name = name, .workers = workers, .places = places.size()});
      if (own == places.end() || own->seconds <= 0) continue;
      reproduced_addition& each = all.back();
      each.seconds = own->seconds;
      each.place = static_cast<std::size_t>(own - places.begin()) + 1;
      each.speed_up = alone / own->seconds;
      if (const double first = first_seconds(result, theirs, workers); first > 0)
        each.against_first = own->seconds / first - 1;
    }
  }
  return all;
}

worded_table table_of(std::string_view kind, const std::vector<reproduced_addition>& all) {
  using enum table::side;
  worded_table rows{.title = {},
                    .columns = {{"added " + std::string(kind)},
                                {"workers", right},
                                {"against the first above", right},
                                {"speed-up", right},
                                {"place", right}},
                    .rows = {},
                    .below = {}};
  for (const reproduced_addition& each : all) {
    const std::string workers = std::to_string(each.workers) + std::string(mark_of(each.from));
    if (each.seconds) {
      rows.rows.push_back({each.name, workers, fmt::format("{:+.1f} %", 100 * each.against_first),
                           fmt::format("{:.2f}", each.speed_up),
                           fmt::format("{} of {}", each.place, each.places)});
    } else {
      rows.rows.push_back({each.name, workers, "WRONG", "-", "-"});
    }
  }
  return rows;
}

apps::json to_json(const std::vector<reproduced_addition>& all) {
  apps::json rows = apps::json::array();
  for (const reproduced_addition& each : all) {
    apps::json row{{"name", each.name},
                   {"workers", each.workers},
                   {"replayed", each.from == origin::replayed},
                   {"seconds", nullptr}};
    if (each.seconds) {
      row["seconds"] = *each.seconds;
      row["against_first"] = each.against_first;
      row["speed_up"] = each.speed_up;
      row["place"] = each.place;
      row["places"] = each.places;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace jackdaw::cli
