#include <ostream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/support/text/quoted.hpp"
#include "cli/compare/multiprogrammed.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

std::string shown_ratio(const crowd& found, const crowd::result& each) {
  if (!each.times.correct) return "WRONG";
  const double ratio = found.ratio(each);
  return ratio == 0 ? "-" : fmt::format("{:.2f}", ratio);
}

/// BP98's figure 1: where work that was divided once and for all is at its worst.
void print_anomaly(std::ostream& out, const crowd& found) {
  std::string line;
  for (const crowd::result& each : found.results) {
    if (each.situation != 0 || each.times.choice.workers != found.processors + 1) continue;
    line += fmt::format("{} {} {}", line.empty() ? ":" : ",", found.contenders[each.contender].name,
                        shown_ratio(found, each));
  }
  if (!line.empty())
    out << "With one worker more than there are processors, P = " << found.processors + 1 << line << '\n';
}

}  // namespace

void print(std::ostream& out, const crowd& found) {
  std::set<unsigned> counts;
  for (const auto& each : found.results) counts.insert(each.times.choice.workers);
  out << found.app << ", " << apps::quoted(found.input, 400) << ": " << name_of(found.by) << " time of "
      << found.results.front().times.seconds.size()
      << " runs, relative to the pool's best time without other programs\n\n";
  std::vector<table::column> columns{{"situation"}, {"on"}};
  for (const unsigned count : counts) columns.push_back({fmt::format("P={}", count), table::side::right});
  table rows(std::move(columns));
  for (std::size_t i = 0; i < found.results.size(); i += counts.size()) {
    const crowd::result& first = found.results[i];
    const bool begins = first.contender == 0;
    if (begins && i > 0) rows.gap();
    std::vector<std::string> cells{begins ? found.situations[first.situation] : "",
                                   found.contenders[first.contender].name};
    for (std::size_t k = 0; k < counts.size(); ++k) cells.push_back(shown_ratio(found, found.results[i + k]));
    rows.row(std::move(cells));
  }
  rows.print(out);
  out << '\n';
  print_anomaly(out, found);
  for (const auto& each : found.skipped) out << "Skipped: " << apps::quoted(each, 1000) << '\n';
  for (const auto& each : found.results) {
    if (!each.times.correct)
      out << "WRONG " << found.contenders[each.contender].name << ", "
          << workers_text(each.times.choice.workers) << ": " << apps::quoted(each.times.line, 1000) << '\n';
  }
}

apps::json to_json(const crowd& found) {
  apps::json all{{"app", found.app},
                 {"input", found.input},
                 {"processors", found.processors},
                 {"by", name_of(found.by)},
                 {"checked", found.correct()},
                 {"skipped", found.skipped},
                 {"results", apps::json::array()}};
  for (const auto& each : found.results) {
    const scheduler_choice& choice = each.times.choice;
    const double ratio = found.ratio(each);
    all["results"].push_back({{"situation", found.situations[each.situation]},
                              {"on", found.contenders[each.contender].name},
                              {"memory", choice.memory},
                              {"idle", choice.idle},
                              {"workers", choice.workers},
                              {"tasks", each.times.tasks},
                              {"seconds", each.times.time()},
                              {"all_seconds", each.times.seconds},
                              {"all_processors", each.processors},
                              {"ratio_to_best", ratio == 0 ? apps::json(nullptr) : apps::json(ratio)},
                              {"checked", each.times.correct},
                              {"check", each.times.line}});
  }
  return all;
}

}  // namespace jackdaw::cli
