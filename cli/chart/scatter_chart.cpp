#include "cli/chart/scatter_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/chart/sheet/axis.hpp"
#include "cli/chart/sheet/chart_frame.hpp"
#include "cli/chart/sheet/chart_style.hpp"

namespace jackdaw::cli {

namespace {

/// Whole decades around the points.
struct decades {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;

  explicit decades(const scatter_panel& panel) {
    for (const auto& series : panel.measured) {
      for (const auto& each : series.points) {
        least = std::min(least, each.x);
        most = std::max(most, each.x);
      }
    }
    least = std::pow(10, std::floor(std::log10(least)));
    most = std::pow(10, std::ceil(std::log10(most)));
    if (most <= least) most = 10 * least;
  }
};

double highest(const scatter_panel& panel, double leftmost) {
  double found = 0;
  for (const auto& series : panel.measured) {
    for (const auto& each : series.points) found = std::max(found, each.y);
  }
  for (const auto& each : panel.bounds) found = std::max(found, each.y(leftmost));
  return found;
}

/// The names stand at the left, where the first curve has room above and the next one below.
void draw_bound(canvas& sheet, const chart_frame& in, const decades& range, const scatter_panel::bound& each,
                bool first) {
  constexpr int pieces = 120;
  std::vector<spot> line;
  for (int i = 0; i <= pieces; ++i) {
    const double x = range.least * std::pow(range.most / range.least, static_cast<double>(i) / pieces);
    line.push_back({in.x(x), in.y(each.y(x))});
  }
  sheet.line(line, {ink_frame, 1.4, each.dashes});
  sheet.text({line.front().x + 4, line.front().y + (first ? -5 : 14)}, each.name, {11, ink_faint});
}

}  // namespace

void draw(canvas& sheet, const rectangle& area, const scatter_panel& panel) {
  const decades range(panel);
  const chart_frame in = frame_in(area, axis::logarithmic(range.least, range.most),
                                  axis::from_zero(highest(panel, range.least)));
  draw_axes(sheet, in, {panel.title, panel.x_label, panel.y_label});
  for (const auto& each : panel.bounds) draw_bound(sheet, in, range, each, &each == &panel.bounds.front());
  for (const auto& series : panel.measured) {
    for (const auto& each : series.points) draw_marker(sheet, {in.x(each.x), in.y(each.y)}, series.number);
  }
}

}  // namespace jackdaw::cli
