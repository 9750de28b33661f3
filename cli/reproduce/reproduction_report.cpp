#include "cli/reproduce/reproduction_report.hpp"

#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

#include "cli/compare/report/comparison_report.hpp"
#include "cli/reproduce/page/reproduction_tables.hpp"

namespace jackdaw::cli {

namespace {

apps::json column_json(const paper_result& of, const reproduced_column& column) {
  apps::json rows = apps::json::array();
  for (const reproduced_row& each : column.rows) {
    apps::json row{{"name", each.name}, {"paper", nullptr}, {"here", nullptr}, {"seconds", each.seconds}};
    if (each.paper) row["paper"] = *each.paper;
    if (each.here) row["here"] = *each.here;
    if (each.by_first) row.update(to_json(*each.by_first, column.from));
    rows.push_back(std::move(row));
  }
  return {{"workers", column.workers},
          {"replayed", column.from == origin::replayed},
          {"unit", of.table.in == paper_table::unit::speed_up ? "speed-up" : "percent behind"},
          {"correlation", column.correlation ? apps::json(*column.correlation) : apps::json()},
          {"first", column.first_there},
          {"rows", std::move(rows)}};
}

apps::json part_json(const paper_result& of, const measured_part& part) {
  const bool is_rival = std::ranges::find(of.rivals, part.name) != of.rivals.end();
  return {{"name", part.name},
          {"workers", part.workers},
          {"replayed", part.from == origin::replayed},
          {"rival", is_rival},
          {"seconds", part.seconds},
          {"speed_up", part.speed_up ? apps::json(*part.speed_up) : apps::json()}};
}

}  // namespace

void print(std::ostream& out, const reproduction& both) {
  const paper_result& of = *both.of;
  out << of.name << ": " << of.finding << '\n' << inputs_text(both) << '\n';
  if (both.where) print(out, *both.where);
  out << '\n';
  for (const worded_table& each : tables_of(both)) print(out, each);
  out << rule_text(both.rounds()) << '\n';
  for (const std::string& line : both.rival_lines) out << line << '\n';
  if (!of.besides.empty()) out << of.besides << '\n';
  print_wrong(out, both.found);
  print_wrong(out, both.replayed);
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
    apps::json order{{"faster", each.order.faster},
                     {"slower", each.order.slower},
                     {"workers", each.workers},
                     {"replayed", each.from == origin::replayed}};
    order.update(each.ratio ? to_json(*each.ratio, each.from) : apps::json{{"ratio", nullptr}});
    all["orders"].push_back(std::move(order));
  }
  for (const measured_part& each : both.parts) all["parts"].push_back(part_json(of, each));
  if (!both.rival_lines.empty()) all["rival_notes"] = both.rival_lines;
  if (!both.additions.empty()) all["added"] = to_json(both.additions);
  all["comparison"] = both.found.results.empty() ? apps::json() : to_json(both.found);
  if (both.is_replayed()) all["replay"] = to_json(both.replayed);
  return all;
}

}  // namespace jackdaw::cli
