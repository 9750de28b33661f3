#include "cli/chart/bar_chart.hpp"

#include <algorithm>

#include "cli/chart/sheet/axis.hpp"
#include "cli/chart/sheet/chart_style.hpp"

namespace jackdaw::cli {

namespace {

constexpr double row_height = 24;
constexpr double below = 46;  // tick labels and the axis's name

}  // namespace

double height(const bar_panel& panel) { return row_height * static_cast<double>(panel.bars.size()) + below; }

void draw(canvas& sheet, const rectangle& area, const bar_panel& panel) {
  const lettering words{12, ink_text};
  double name_width = 0;
  double label_width = 0;
  double most = 0;
  for (const bar& each : panel.bars) {
    name_width = std::max(name_width, sheet.text_width(each.name, words));
    label_width = std::max(label_width, sheet.text_width(each.label, words));
    most = std::max(most, each.high);
  }
  name_width = std::min(name_width, area.width / 3);
  const axis across = axis::from_zero(most);
  const rectangle box{area.left + name_width + 12, area.top, area.width - name_width - label_width - 34,
                      area.height - below};
  const auto x = [&](double value) { return box.left + box.width * across.place(value); };

  for (const tick& each : across.ticks()) {
    sheet.line({{x(each.value), box.top}, {x(each.value), box.bottom()}}, {ink_grid, 1, {}});
    sheet.text({x(each.value), box.bottom() + 17}, each.label, {11, ink_faint, anchor::middle});
  }
  const colour ink = curve_stroke(0).ink;
  for (std::size_t i = 0; i < panel.bars.size(); ++i) {
    const bar& each = panel.bars[i];
    const double middle = box.top + row_height * (static_cast<double>(i) + 0.5);
    sheet.fill(corners({box.left, middle - 7, x(each.value) - box.left, 14}),
               {ink.red, ink.green, ink.blue, 0.8});
    if (each.high > each.low) {
      sheet.line({{x(each.low), middle}, {x(each.high), middle}}, {ink_text, 1.2, {}});
      for (const double end : {each.low, each.high}) {
        sheet.line({{x(end), middle - 3.5}, {x(end), middle + 3.5}}, {ink_text, 1.2, {}});
      }
    }
    sheet.text({box.left - 8, middle + 4}, fitted(sheet, each.name, words, name_width),
               {12, ink_text, anchor::end});
    sheet.text({box.right() + 14, middle + 4}, each.label, {12, ink_faint});
  }
  sheet.line({{box.left, box.top}, {box.left, box.bottom()}}, {ink_frame, 1.2, {}});
  sheet.text({box.left + box.width / 2, box.bottom() + 36}, panel.x_label, {12, ink_text, anchor::middle});
}

}  // namespace jackdaw::cli
