#include "cli/replay/replay_report.hpp"

#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/support/files/output_file.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/chart/line_chart.hpp"
#include "cli/chart/sheet/chart_style.hpp"
#include "cli/chart/sheet/legend.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

using point = replay_report::point;

apps::json to_json(const replay::costs& price) {
  apps::json all;
  for (const replay::named_cost& each : replay::named_costs) all[std::string(each.name)] = price.*each.value;
  return all;
}

/// A row for each pool; `bound`, where there is one, says what none exceeds.
void print_table(std::ostream& out, const replay_report& report, const std::string& title, auto cell,
                 auto bound) {
  std::vector<table::column> columns{{title}};
  for (const point& each : report.pools.front().predictions)
    columns.push_back({std::to_string(each.workers), table::side::right});
  table rows(std::move(columns));
  for (const auto& pool : report.pools) {
    std::vector<std::string> cells{pool.name};
    for (const point& each : pool.predictions) cells.push_back(cell(each));
    rows.row(std::move(cells));
  }
  std::vector<std::string> limits{"bound"};
  for (const point& each : report.pools.front().predictions) limits.push_back(bound(each));
  if (!limits.back().empty()) rows.row(std::move(limits));
  out << '\n';
  rows.print(out);
}

std::string two_digits(double value) { return fmt::format("{:.2f}", value); }

}  // namespace

apps::json to_json(const replay_report& report) {
  apps::json all{{"run", report.title},
                 {"tasks", report.tasks},
                 {"work_seconds", 1e-9 * report.work},
                 {"span_seconds", 1e-9 * report.span},
                 {"event_nanoseconds", report.event},
                 {"slower", {{"times", report.shares.slower}, {"among", report.shares.among}}},
                 {"costs_of_recording", report.recorded_costs},
                 {"costs_part", report.part},
                 {"seed", report.seed}};
  if (report.against.present()) {
    all["available"] = {{"least", report.against.least},
                        {"most", report.against.most},
                        {"quantum_seconds", 1e-9 * report.against.quantum}};
  }
  if (report.instead_of) all["instead_of"] = *report.instead_of;
  all["predictions"] = apps::json::array();
  for (const auto& pool : report.pools) {
    all["costs"][pool.name] = to_json(pool.price);
    for (const point& each : pool.predictions) {
      all["predictions"].push_back({{"pool", pool.name},
                                    {"processors", each.workers},
                                    {"seconds", 1e-9 * each.found.nanoseconds},
                                    {"speedup", report.speedup(each)},
                                    {"average_processors", each.found.processors},
                                    {"utilization", report.utilization(each)},
                                    {"steals", each.found.steals}});
    }
  }
  return all;
}

void print(std::ostream& out, const replay_report& report) {
  table head({{}, {}});
  head.row({"run", report.title});
  head.row({"tasks", std::to_string(report.tasks)});
  head.row({"work", duration(1e-9 * report.work)});
  head.row({"span", duration(1e-9 * report.span)});
  head.row({"costs", report.recorded_costs ? "as recorded, except those that were given"
                                           : "measured now, except those that were given"});
  if (report.part < 1) {
    head.row({"short tasks",
              fmt::format("a put or get of the recorded pool costs {:.2f} of that, for one worker to take as "
                          "long as it took",
                          report.part)});
  }
  if (report.instead_of) {
    const std::string why =
        report.instead_of->empty()
            ? "the recording names none"
            : "replays know no pool '" + apps::quoted(*report.instead_of) + "', on which it ran";
    head.row({"pool", report.pools.front().name + ": " + why + "; --pools chooses others"});
  }
  if (report.shares.slower > 1) {
    head.row({"shared", fmt::format("a task takes {:.2f} times as long while {} workers are at work",
                                    report.shares.slower, report.shares.among)});
  }
  if (report.against.present()) {
    head.row({"processors", fmt::format("{} to {}, chosen anew every {}", report.against.least,
                                        report.against.most, duration(1e-9 * report.against.quantum))});
  }
  head.print(out);
  const auto nothing = [](const point&) { return std::string(); };
  print_table(
      out, report, "time on", [](const point& at) { return duration(1e-9 * at.found.nanoseconds); }, nothing);
  print_table(
      out, report, "speed-up", [&](const point& at) { return two_digits(report.speedup(at)); },
      [&](const point& at) {
        return report.against.present() ? std::string() : two_digits(report.bound(at.workers));
      });
  if (!report.against.present()) return;
  print_table(
      out, report, "processors", [](const point& at) { return two_digits(at.found.processors); }, nothing);
  print_table(
      out, report, "utilization", [&](const point& at) { return two_digits(report.utilization(at)); },
      nothing);
}

void write_plot(const std::string& path, const replay_report& report) {
  constexpr double margin = 24;
  constexpr double width = 760;
  constexpr double heading = 66;
  constexpr double height = 460;
  std::vector<std::string> names;
  line_panel panel{"Predicted speed-up", "workers", "work / time", {}, false, true};
  for (const auto& pool : report.pools) {
    curve each{names.size(), {}};
    for (const point& at : pool.predictions) {
      const double times = report.speedup(at);
      each.points.push_back({static_cast<double>(at.workers), times, times, times});
    }
    panel.curves.push_back(std::move(each));
    names.push_back(pool.name);
  }
  apps::output_file file(path);
  const legend keys(names, width - 2 * margin);
  canvas sheet(file.stream(), canvas::format_of(path), width, heading + height + keys.height() + margin + 8);
  const lettering title{15, {0.13, 0.13, 0.13}, anchor::start, true};
  sheet.text({margin, 32}, fitted(sheet, report.title, title, width - 2 * margin), title);
  sheet.text({margin, 52},
             fmt::format("work {}, span {}, {} tasks", duration(1e-9 * report.work),
                         duration(1e-9 * report.span), report.tasks),
             {12, {0.4, 0.4, 0.4}});
  draw(sheet, {margin, heading, width - 2 * margin, height}, panel);
  keys.draw(sheet, {margin, heading + height + 8});
  sheet.finish();
  file.commit();
}

}  // namespace jackdaw::cli
