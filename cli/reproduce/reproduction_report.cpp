#include "cli/reproduce/reproduction_report.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/compare/report/comparison_report.hpp"
#include "cli/reproduce/compared_parts.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

/// `none`: what stands where there is no figure.
std::string text(paper_table::unit in, const std::optional<double>& of, const char* none) {
  if (!of) return none;
  const double figure = *of;
  return in == paper_table::unit::speed_up ? fmt::format("{:.2f}", figure) : fmt::format("+{:.1f} %", figure);
}

std::string spread(const std::vector<double>& seconds) {
  return seconds.empty() ? "-" : spread_text(seconds, median(seconds));
}

void print_column(std::ostream& out, const paper_result& of, const reproduced_column& column) {
  using enum table::side;
  table rows({{std::string(kind_of(of))},
              {"paper", right},
              {"here", right},
              {"spread", right},
              {"by " + std::string(column.first_there), right},
              {"95 % interval", right},
              {"verdict"}});
  std::vector<verdict> verdicts;
  for (const reproduced_row& row : column.rows) {
    std::vector<std::string> cells{std::string(row.name), text(of.table.in, row.paper, "-"),
                                   text(of.table.in, row.here, "WRONG"), spread(row.seconds)};
    if (row.by_first) {
      cells.insert(cells.end(), {middle_text(row.by_first->here), interval_text(row.by_first->here),
                                 std::string(text(row.by_first->says()))});
      verdicts.push_back(row.by_first->says());
    } else if (row.name == column.first_there) {
      cells.insert(cells.end(), {"1.00", "", "the paper's first"});
    }
    rows.row(std::move(cells));
  }
  out << workers_text(column.workers) << '\n';
  rows.print(out);
  if (column.correlation)
    out << fmt::format(
        "Correlation of the two orders {:.2f} (1: the same); first: {} in the paper, {} here\n",
        *column.correlation, column.first_there, column.first_here);
  else
    out << fmt::format("Too few figures in the paper; first: {} here\n", column.first_here);
  if (!verdicts.empty()) out << "Rows: " << count_text(verdicts) << '\n';
  out << '\n';
}

void print_orders(std::ostream& out, const reproduction& both) {
  using enum table::side;
  table parts({{std::string(kind_of(*both.of))}, {"workers", right}, {"time", right}, {"spread", right}});
  for (const measured_part& each : both.parts) {
    parts.row({each.name, std::to_string(each.workers),
               each.seconds.empty() ? "WRONG" : duration(median(each.seconds)), spread(each.seconds)});
  }
  parts.print(out);
  out << '\n';
  table rows({{"faster in the paper"},
              {"slower"},
              {"workers", right},
              {"slower / faster here", right},
              {"95 % interval", right},
              {"verdict"}});
  for (const reproduced_order& each : both.orders) {
    rows.row({std::string(each.order.faster), std::string(each.order.slower), std::to_string(each.workers),
              each.ratio ? middle_text(each.ratio->here) : "WRONG",
              each.ratio ? interval_text(each.ratio->here) : "",
              each.ratio ? std::string(text(each.ratio->says())) : ""});
  }
  rows.print(out);
  out << "Orders: " << count_text(verdicts_of(both)) << "\n\n";
}

apps::json column_json(const paper_result& of, const reproduced_column& column) {
  apps::json rows = apps::json::array();
  for (const reproduced_row& each : column.rows) {
    apps::json row{{"name", each.name}, {"paper", nullptr}, {"here", nullptr}, {"seconds", each.seconds}};
    if (each.paper) row["paper"] = *each.paper;
    if (each.here) row["here"] = *each.here;
    if (each.by_first) row.update(to_json(*each.by_first));
    rows.push_back(std::move(row));
  }
  return {{"workers", column.workers},
          {"unit", of.table.in == paper_table::unit::speed_up ? "speed-up" : "percent behind"},
          {"correlation", column.correlation ? apps::json(*column.correlation) : apps::json()},
          {"first", column.first_there},
          {"rows", std::move(rows)}};
}

/// Which input it was.
std::string_view words(const std::optional<input_size>& size) {
  if (!size) return "another application than the paper's";
  return *size == input_size::small   ? "small input: to try the command, not for conclusions"
         : *size == input_size::usual ? "usual input"
                                      : "the paper's input";
}

}  // namespace

void print(std::ostream& out, const reproduction& both) {
  const paper_result& of = *both.of;
  const std::size_t repeat = both.found.results.front().seconds.size();
  out << of.name << ": " << of.finding << '\n'
      << "paper: " << of.theirs << "; here: " << both.found.app << ", " << both.found.input << " ("
      << words(both.size) << ')'
      << fmt::format(", {} of {} {}\n", repeat == 1 ? "time" : name_of(both.found.by), repeat,
                     repeat == 1 ? "run" : "runs");
  if (both.where) print(out, *both.where);
  out << '\n';
  for (const reproduced_column& each : both.columns) print_column(out, of, each);
  if (!both.orders.empty()) print_orders(out, both);
  if (!both.additions.empty()) { print_additions(out, kind_of(of), both.additions); }
  out << rule_text(repeat) << '\n';
  if (!of.besides.empty()) out << of.besides << '\n';
  print_wrong(out, both.found);
}

apps::json to_json(const reproduction& both) {
  const paper_result& of = *both.of;
  apps::json all{{"name", of.name}, {"finding", of.finding}, {"paper", of.theirs}};
  all["size"] = both.size ? name_of(*both.size) : "other";
  if (both.where) all["circumstances"] = to_json(*both.where);
  if (!of.besides.empty()) all["besides"] = of.besides;
  all["columns"] = apps::json::array();
  for (const reproduced_column& each : both.columns) all["columns"].push_back(column_json(of, each));
  all["orders"] = apps::json::array();
  for (const reproduced_order& each : both.orders) {
    apps::json order{{"faster", each.order.faster}, {"slower", each.order.slower}, {"workers", each.workers}};
    order.update(each.ratio ? to_json(*each.ratio) : apps::json{{"ratio", nullptr}});
    all["orders"].push_back(std::move(order));
  }
  if (!both.additions.empty()) all["added"] = to_json(both.additions);
  all["comparison"] = to_json(both.found);
  return all;
}

}  // namespace jackdaw::cli
