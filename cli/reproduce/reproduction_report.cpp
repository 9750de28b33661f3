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

void print_columns(std::ostream& out, const reproduction& both) {
  using enum table::side;
  const paper_result& of = *both.of;
  std::vector<table::column> heading{{of.of == paper_result::subject::pools ? "pool" : "memory"}};
  for (const auto& column : both.columns) {
    heading.push_back({workers_text(column.workers) + ": paper", right});
    heading.push_back({"here", right});
  }
  table rows(heading);
  for (std::size_t i = 0; i < of.table.rows.size(); ++i) {
    std::vector<std::string> cells{std::string(of.table.rows[i].name)};
    for (const auto& column : both.columns) {
      cells.push_back(text(of.table.in, column.paper[i], "-"));
      cells.push_back(text(of.table.in, column.here[i], "WRONG"));
    }
    rows.row(std::move(cells));
  }
  rows.print(out);
  out << '\n';
  for (const auto& column : both.columns) {
    if (!column.correlation) {
      out << fmt::format("{}: too few figures in the paper; first: {} here\n", workers_text(column.workers),
                         column.first_here);
      continue;
    }
    out << fmt::format(
        "{}: correlation of the two orders {:.2f} (1: the same); first: {} in the paper, {} here\n",
        workers_text(column.workers), *column.correlation, column.first_there, column.first_here);
  }
}

void print_orders(std::ostream& out, const reproduction& both) {
  using enum table::side;
  table rows(
      {{"faster in the paper"}, {"slower"}, {"workers", right}, {"slower / faster here", right}, {""}});
  for (const auto& each : both.orders) {
    rows.row({std::string(each.order.faster), std::string(each.order.slower), std::to_string(each.workers),
              each.ratio > 0 ? fmt::format("{:.2f}", each.ratio) : "WRONG",
              each.holds()  ? "as in the paper"
              : each.ties() ? "no difference"
                            : "the other way round"});
  }
  rows.print(out);
  out << fmt::format("\n{} of {} orders are as in the paper\n",
                     std::ranges::count_if(both.orders, &reproduced_order::holds), both.orders.size());
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
  if (!both.columns.empty()) print_columns(out, both);
  if (!both.orders.empty()) print_orders(out, both);
  if (!both.additions.empty()) {
    out << '\n';
    print_additions(out, kind_of(of), both.additions);
  }
  if (const auto noise = both.found.noise()) out << noise_text(*noise) << '\n';
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
  for (const auto& column : both.columns) {
    apps::json rows = apps::json::array();
    for (std::size_t i = 0; i < of.table.rows.size(); ++i) {
      apps::json row{{"name", of.table.rows[i].name}, {"paper", nullptr}, {"here", nullptr}};
      if (column.paper[i]) row["paper"] = *column.paper[i];
      if (column.here[i]) row["here"] = *column.here[i];
      rows.push_back(std::move(row));
    }
    all["columns"].push_back(
        {{"workers", column.workers},
         {"unit", of.table.in == paper_table::unit::speed_up ? "speed-up" : "percent behind"},
         {"correlation", column.correlation ? apps::json(*column.correlation) : apps::json()},
         {"rows", std::move(rows)}});
  }
  all["orders"] = apps::json::array();
  for (const auto& each : both.orders) {
    all["orders"].push_back({{"faster", each.order.faster},
                             {"slower", each.order.slower},
                             {"workers", each.workers},
                             {"ratio", each.ratio},
                             {"margin", each.margin},
                             {"holds", each.holds()}});
  }
  if (!both.additions.empty()) all["added"] = to_json(both.additions);
  all["comparison"] = to_json(both.found);
  return all;
}

}  // namespace jackdaw::cli
