#include "cli/reproduce/page/reproduction_plot.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include <fmt/format.h>

#include "apps/support/files/output_file.hpp"
#include "cli/chart/bar_chart.hpp"
#include "cli/chart/line_chart.hpp"
#include "cli/chart/sheet/chart_style.hpp"
#include "cli/chart/sheet/legend.hpp"
#include "cli/compare/report/comparison_plot.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr double margin = 24;
constexpr double sheet_width = 960;
constexpr double half = (sheet_width - 3 * margin) / 2;
constexpr double heading_height = 74;
constexpr double line_height = 380;
constexpr std::size_t most_as_bars = 2;  // numbers of workers

bool has_speed_ups(const reproduction& both) { return both.of->table.in == paper_table::unit::speed_up; }

std::string label(const reproduction& both, double figure) {
  return has_speed_ups(both) ? fmt::format("{:.2f}", figure) : fmt::format("+{:.1f} %", figure);
}

/// A figure here, and what it would be with the times between which the middle half of the rounds lies.
measured_point figure_here(const reproduction& both, const reproduced_row& row, unsigned workers) {
  const double here = *row.here;
  std::vector<double> sorted = row.seconds;
  std::ranges::sort(sorted);
  const double least = sorted[sorted.size() / 4];
  const double most = sorted[sorted.size() - 1 - sorted.size() / 4];
  const double middle = median(row.seconds);
  const auto with = [&](double seconds) {
    return has_speed_ups(both) ? here * middle / seconds : (100 + here) * seconds / middle - 100;
  };
  const double low = std::max(0.0, std::min(with(least), with(most)));
  return {static_cast<double>(workers), here, low, std::max(with(least), with(most))};
}

void draw_heading(canvas& sheet, const reproduction& both) {
  const lettering title{17, ink_text, anchor::start, true};
  const lettering details{12, ink_faint};
  const double room = sheet_width - 2 * margin;
  const std::size_t rounds = both.rounds();
  const std::string left = both.columns.empty() ? "" : fmt::format("Left: the paper, {}. ", both.of->theirs);
  const std::string line =
      fmt::format("{}{}: {}, {}; {}", left,
                  both.is_replayed() ? "Here, measured and replayed" : "Right: here", both.found.app,
                  both.found.input, rounds == 1 ? "one round" : fmt::format("median of {} rounds", rounds));
  sheet.text({margin, 34}, fitted(sheet, fmt::format("{}: {}", both.of->name, both.of->finding), title, room),
             title);
  sheet.text({margin, 56}, fitted(sheet, line, details, room), details);
}

struct panel_pair {
  bar_panel there;
  bar_panel here;
};

/// Equally many bars in both: where one has no figure it has an empty one.
panel_pair bars_of(const reproduction& both, const reproduced_column& column) {
  const std::string of = fmt::format("{}, {}", has_speed_ups(both) ? "speed-up" : "time behind the first [%]",
                                     workers_text(column.workers));
  panel_pair panels{{"paper: " + of, {}}, {"here" + std::string(mark_of(column.from)) + ": " + of, {}}};
  for (const reproduced_row& row : column.rows) {
    const std::string name(row.name);
    if (row.paper)
      panels.there.bars.push_back({name, *row.paper, *row.paper, *row.paper, label(both, *row.paper)});
    else
      panels.there.bars.push_back({name, 0, 0, 0, "-"});
    if (row.here && !row.seconds.empty()) {
      const measured_point at = figure_here(both, row, column.workers);
      panels.here.bars.push_back({name, at.y, at.low, at.high, label(both, at.y)});
    } else {
      panels.here.bars.push_back({name, 0, 0, 0, "wrong"});
    }
  }
  return panels;
}

void draw_bars(std::ostream& out, canvas::format format, const reproduction& both) {
  std::vector<panel_pair> all;
  double tall = heading_height;
  for (const reproduced_column& each : both.columns) {
    all.push_back(bars_of(both, each));
    tall += height(all.back().here) + margin;
  }
  canvas sheet(out, format, sheet_width, tall);
  draw_heading(sheet, both);
  double top = heading_height;
  for (const panel_pair& each : all) {
    draw(sheet, {margin, top, half, height(each.there)}, each.there);
    draw(sheet, {2 * margin + half, top, half, height(each.here)}, each.here);
    top += height(each.here) + margin;
  }
  sheet.finish();
}

void draw_panels(std::ostream& out, canvas::format format, const reproduction& both,
                 const std::vector<std::string>& names, const std::vector<line_panel>& panels) {
  const auto count = static_cast<double>(panels.size());
  const double width = (sheet_width - (count + 1) * margin) / count;
  const legend keys(names, sheet_width - 2 * margin);
  canvas sheet(out, format, sheet_width, heading_height + line_height + keys.height() + margin + 8);
  draw_heading(sheet, both);
  double left = margin;
  for (const line_panel& each : panels) {
    if (!each.curves.empty()) draw(sheet, {left, heading_height, width, line_height}, each);
    left += width + margin;
  }
  keys.draw(sheet, {margin, heading_height + line_height + 8});
  sheet.finish();
}

/// The paper's curves, ours, and those of the replay: each in a panel of its own, so that none goes over into another.
void draw_lines(std::ostream& out, canvas::format format, const reproduction& both) {
  const std::string unit = has_speed_ups(both) ? "speed-up" : "time behind the first [%]";
  line_panel there{"In the paper", "workers", unit, {}};
  line_panel measured{"Here", "workers", unit, {}};
  line_panel replayed{"Here (replay)", "workers", unit, {}};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < both.columns.front().rows.size(); ++i) {
    names.emplace_back(both.columns.front().rows[i].name);
    curve of_paper{i, {}};
    curve of_ours{i, {}};
    curve of_replay{i, {}};
    for (const reproduced_column& column : both.columns) {
      const auto place = std::ranges::find(column.rows, names.back(), &reproduced_row::name);
      if (place == column.rows.end()) continue;  // a rival that is not replayed
      const reproduced_row& row = *place;
      const auto workers = static_cast<double>(column.workers);
      if (row.paper) of_paper.points.push_back({workers, *row.paper, *row.paper, *row.paper});
      if (row.here && !row.seconds.empty())
        (column.from == origin::replayed ? of_replay : of_ours)
            .points.push_back(figure_here(both, row, column.workers));
    }
    if (!of_paper.points.empty()) there.curves.push_back(std::move(of_paper));
    if (!of_ours.points.empty()) measured.curves.push_back(std::move(of_ours));
    if (!of_replay.points.empty()) replayed.curves.push_back(std::move(of_replay));
  }
  std::vector<line_panel> panels{there, measured};
  if (both.is_replayed()) panels.push_back(replayed);
  draw_panels(out, format, both, names, panels);
}

struct time_unit {
  const char* name;
  double seconds;
};

time_unit unit_for(const std::vector<measured_part>& parts) {
  double most = 0;
  for (const measured_part& each : parts) {
    if (!each.seconds.empty()) most = std::max(most, median(each.seconds));
  }
  return most < 1e-3 ? time_unit{"µs", 1e-6} : most < 1 ? time_unit{"ms", 1e-3} : time_unit{"s", 1};
}

/// Times of a result without numbers in the paper, measured and replayed.
void draw_times(std::ostream& out, canvas::format format, const reproduction& both) {
  const time_unit unit = unit_for(both.parts);
  const std::string label = fmt::format("median time [{}]", unit.name);
  std::vector<line_panel> panels{{"Here", "workers", label, {}, true, false},
                                 {"Here (replay)", "workers", label, {}, true, false}};
  std::vector<std::string> names;
  for (const measured_part& each : both.parts) {
    auto place = std::ranges::find(names, each.name);
    if (place == names.end()) place = names.insert(names.end(), each.name);
    if (each.seconds.empty()) continue;
    const auto number = static_cast<std::size_t>(place - names.begin());
    auto& curves = panels[each.from == origin::replayed ? 1 : 0].curves;
    auto own = std::ranges::find(curves, number, &curve::number);
    if (own == curves.end()) own = curves.insert(curves.end(), curve{number, {}});
    const auto [least, most] = std::ranges::minmax(each.seconds);
    own->points.push_back({static_cast<double>(each.workers), median(each.seconds) / unit.seconds,
                           least / unit.seconds, most / unit.seconds});
  }
  draw_panels(out, format, both, names, panels);
}

}  // namespace

void draw(std::ostream& out, canvas::format format, const reproduction& both) {
  if (both.columns.empty() && both.is_replayed()) {
    draw_times(out, format, both);
  } else if (both.columns.empty()) {
    draw(out, format, both.found);
  } else if (both.columns.size() <= most_as_bars) {
    draw_bars(out, format, both);
  } else {
    draw_lines(out, format, both);
  }
}

void write_plot(const std::string& path, const reproduction& both) {
  apps::output_file file(path);
  draw(file.stream(), canvas::format_of(path), both);
  file.commit();
}

}  // namespace jackdaw::cli
