#include "cli/reproduce/page/reproduction_tables.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/compare/report/comparison_report.hpp"
#include "cli/reproduce/parts/compared_parts.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

using enum table::side;

/// `none`: what stands where there is no figure.
std::string figure(paper_table::unit in, const std::optional<double>& of, const char* none) {
  if (!of) return none;
  return in == paper_table::unit::speed_up ? fmt::format("{:.2f}", *of) : fmt::format("+{:.1f} %", *of);
}

std::string spread(const std::vector<double>& seconds) {
  return seconds.empty() ? "-" : spread_text(seconds, median(seconds));
}

worded_table table_of(const paper_result& of, const reproduced_column& column) {
  worded_table all{.title = workers_text(column.workers).append(mark_of(column.from)),
                   .columns = {{std::string(kind_of(of))},
                               {"paper", right},
                               {"here", right},
                               {"spread", right},
                               {"by " + std::string(column.first_there), right},
                               {"95 % interval", right},
                               {"verdict"}},
                   .rows = {},
                   .below = {}};
  std::vector<verdict> verdicts;
  for (const reproduced_row& row : column.rows) {
    std::vector<std::string> cells{std::string(row.name), figure(of.table.in, row.paper, "-"),
                                   figure(of.table.in, row.here, row.seconds.empty() ? "WRONG" : "-"),
                                   spread(row.seconds)};
    if (row.by_first) {
      cells.insert(cells.end(), {middle_text(row.by_first->here), interval_text(row.by_first->here),
                                 text(row.by_first->says(), column.from)});
      verdicts.push_back(row.by_first->says());
    } else if (row.name == column.first_there) {
      cells.insert(cells.end(), {"1.00", "", "the paper's first"});
    }
    all.rows.push_back(std::move(cells));
  }
  if (column.correlation) {
    all.below.push_back(
        fmt::format("Correlation of the two orders {:.2f} (1: the same); first: {} in the paper, {} here",
                    *column.correlation, column.first_there, column.first_here));
  } else {
    all.below.push_back(fmt::format("Too few figures in the paper; first: {} here", column.first_here));
  }
  if (!verdicts.empty())
    all.below.push_back("Rows" + std::string(mark_of(column.from)) + ": " + count_text(verdicts));
  return all;
}

worded_table times_of(const reproduction& both) {
  worded_table all{
      .title = {},
      .columns = {{std::string(kind_of(*both.of))}, {"workers", right}, {"time", right}, {"spread", right}},
      .rows = {},
      .below = {}};
  const bool has_speed_ups =
      std::ranges::any_of(both.parts, [](const measured_part& each) { return each.speed_up.has_value(); });
  if (has_speed_ups) all.columns.push_back({"speed-up", right});
  for (const measured_part& each : both.parts) {
    all.rows.push_back({each.name, std::to_string(each.workers).append(mark_of(each.from)),
                        each.seconds.empty() ? "WRONG" : duration(median(each.seconds)),
                        spread(each.seconds)});
    if (has_speed_ups) all.rows.back().push_back(each.speed_up ? fmt::format("{:.2f}", *each.speed_up) : "-");
  }
  return all;
}

worded_table orders_of(const reproduction& both) {
  worded_table all{.title = {},
                   .columns = {{"faster in the paper"},
                               {"slower"},
                               {"workers", right},
                               {"slower / faster here", right},
                               {"95 % interval", right},
                               {"verdict"}},
                   .rows = {},
                   .below = {}};
  for (const origin from : {origin::measured, origin::replayed}) {
    std::vector<verdict> verdicts;  // without the rows of its tables, which have a line of their own
    for (const reproduced_order& each : both.orders) {
      if (each.ratio && each.from == from) verdicts.push_back(each.ratio->says());
    }
    if (!verdicts.empty() || (from == origin::measured && !both.found.results.empty()))
      all.below.push_back("Orders" + std::string(mark_of(from)) + ": " + count_text(verdicts));
  }
  for (const reproduced_order& each : both.orders) {
    std::vector<std::string> cells{std::string(each.order.faster), std::string(each.order.slower),
                                   std::to_string(each.workers).append(mark_of(each.from))};
    if (each.ratio) {
      cells.insert(cells.end(), {middle_text(each.ratio->here), interval_text(each.ratio->here),
                                 text(each.ratio->says(), each.from)});
    } else {
      cells.emplace_back("WRONG");
    }
    all.rows.push_back(std::move(cells));
  }
  return all;
}

/// What is measured, or what is replayed, of a result.
std::vector<std::string> summary_row(const reproduction& both, origin from) {
  const std::vector<verdict> verdicts = verdicts_of(both, from);
  const auto count = [&](verdict which) { return std::to_string(std::ranges::count(verdicts, which)); };
  const auto crowded = std::ranges::count(verdicts, verdict::too_few_processors);
  std::string correlations;
  for (const reproduced_column& each : both.columns) {
    if (each.correlation && each.from == from)
      correlations += fmt::format("{}{:.2f}", correlations.empty() ? "" : " ", *each.correlation);
  }
  return {std::string(both.of->name),
          std::string(both.size ? name_of(*both.size) : "other").append(mark_of(from)),
          count(verdict::agrees),
          count(verdict::differs),
          count(verdict::within_noise),
          correlations.empty() ? "-" : correlations,
          !both.correct() ? "WRONG"
          : crowded == 0  ? ""
                          : fmt::format("{} with too few processors", crowded)};
}

/// Which input it was.
std::string_view words(const std::optional<input_size>& size) {
  if (!size) return "another application than the paper's";
  return *size == input_size::small   ? "small input: to try the command, not for conclusions"
         : *size == input_size::usual ? "usual input"
                                      : "the paper's input";
}

}  // namespace

std::vector<worded_table> tables_of(const reproduction& both) {
  std::vector<worded_table> all;
  for (const reproduced_column& each : both.columns) all.push_back(table_of(*both.of, each));
  if (!both.orders.empty()) {
    all.push_back(times_of(both));
    all.push_back(orders_of(both));
  }
  if (!both.additions.empty()) all.push_back(table_of(kind_of(*both.of), both.additions));
  return all;
}

std::string inputs_text(const reproduction& both) {
  const std::size_t rounds = both.rounds();
  return fmt::format(
      "paper: {}; here: {}, {} ({}), {} of {} {}{}", both.of->theirs, both.found.app, both.found.input,
      words(both.size), rounds == 1 ? "time" : name_of(both.found.by), rounds, rounds == 1 ? "run" : "runs",
      both.is_replayed() ? "; (replay): not measured, but recorded on one worker in each round "
                           "and replayed on a machine with so many processors"
                         : "");
}

worded_table summary_of(const std::vector<reproduction>& all) {
  worded_table rows{.title = {},
                    .columns = {{"result"},
                                {"input"},
                                {"agree", right},
                                {"differ", right},
                                {"within the noise", right},
                                {"correlation", right},
                                {""}},
                    .rows = {},
                    .below = {}};
  for (const reproduction& both : all) {
    for (const origin from : {origin::measured, origin::replayed}) {
      const bool is_there = from == origin::replayed ? both.is_replayed() : !both.found.results.empty();
      if (is_there) rows.rows.push_back(summary_row(both, from));
    }
  }
  return rows;
}

}  // namespace jackdaw::cli
