#include "cli/chart/line_chart.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "cli/chart/sheet/axis.hpp"
#include "cli/chart/sheet/chart_frame.hpp"
#include "cli/chart/sheet/chart_style.hpp"

namespace jackdaw::cli {

namespace {

struct extent {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
};

extent values(const line_panel& panel) {
  extent found;
  for (const auto& curve : panel.curves) {
    for (const auto& point : curve.points) {
      found.least = std::min(found.least, point.low);
      found.most = std::max(found.most, point.high);
    }
  }
  return found;
}

std::vector<double> counts(const line_panel& panel) {
  std::set<double> found;
  for (const auto& curve : panel.curves) {
    for (const auto& point : curve.points) found.insert(point.x);
  }
  return {found.begin(), found.end()};
}

axis vertical_axis(const line_panel& panel) {
  const extent found = values(panel);
  if (panel.logarithmic && found.least > 0 && found.most > 8 * found.least) {
    return axis::logarithmic(found.least, found.most);
  }
  double most = found.most * 1.04;
  // The ideal in sight, as long as the curves do not become flat for it.
  if (panel.diagonal) most = std::max(most, std::min(counts(panel).back(), 1.6 * most));
  return axis::from_zero(most);
}

/// y = x as far as the frame goes, in pieces, because it is bent where one axis is logarithmic.
void draw_diagonal(canvas& sheet, const chart_frame& in, double from, double to) {
  const double end = std::min(to, in.up.most());
  if (end <= from) return;
  constexpr int pieces = 48;
  std::vector<spot> line;
  for (int i = 0; i <= pieces; ++i) {
    const double value = from + (end - from) * i / pieces;
    line.push_back({in.x(value), in.y(value)});
  }
  sheet.line(line, {ink_frame, 1.2, {4, 4}});
  sheet.text({line.back().x - 14, line.back().y + 14}, "ideal", {11, ink_faint, anchor::end});
}

void draw_curve(canvas& sheet, const chart_frame& in, const curve& each) {
  const stroke how = curve_stroke(each.number);
  stroke whisker{how.ink, 1.2, {}};
  whisker.ink.opacity = 0.45;
  std::vector<spot> line;
  for (const auto& point : each.points) {
    line.push_back({in.x(point.x), in.y(point.y)});
    if (point.high > point.low) {
      sheet.line({{line.back().x, in.y(point.low)}, {line.back().x, in.y(point.high)}}, whisker);
    }
  }
  if (line.size() > 1) sheet.line(line, how);
  for (const spot& at : line) draw_marker(sheet, at, each.number);
}

}  // namespace

void draw(canvas& sheet, const rectangle& area, const line_panel& panel) {
  const auto across = counts(panel);
  const chart_frame in = frame_in(area, axis::of_counts(across), vertical_axis(panel));
  draw_axes(sheet, in, {panel.title, panel.x_label, panel.y_label});
  if (panel.diagonal) draw_diagonal(sheet, in, across.front(), across.back());
  for (const curve& each : panel.curves) draw_curve(sheet, in, each);
}

}  // namespace jackdaw::cli
