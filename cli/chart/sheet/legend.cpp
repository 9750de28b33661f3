#include "cli/chart/sheet/legend.hpp"

#include <algorithm>

#include "cli/chart/sheet/chart_style.hpp"

namespace jackdaw::cli {

namespace {

constexpr double row_height = 20;
constexpr double key_width = 30;
constexpr double letter_width = 7.2;  // a wide estimate at size 12: the sheet's size is needed before a sheet

}  // namespace

legend::legend(std::vector<std::string> names, double width) : names_(std::move(names)) {
  std::size_t longest = 1;
  for (const auto& name : names_) longest = std::max(longest, name.size());
  column_width_ = std::min(width, key_width + letter_width * static_cast<double>(longest) + 22);
  columns_ = std::max<std::size_t>(1, static_cast<std::size_t>(width / column_width_));
}

double legend::height() const {
  return row_height * static_cast<double>((names_.size() + columns_ - 1) / columns_);
}

void legend::draw(canvas& sheet, spot top_left) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const double x = top_left.x + column_width_ * static_cast<double>(i % columns_);
    const double y = top_left.y + row_height * (static_cast<double>(i / columns_) + 0.5);
    sheet.line({{x, y}, {x + key_width - 6, y}}, curve_stroke(i));
    draw_marker(sheet, {x + (key_width - 6) / 2, y}, i);
    const lettering how{12, ink_text};
    sheet.text({x + key_width, y + 4}, fitted(sheet, names_[i], how, column_width_ - key_width - 6), how);
  }
}

}  // namespace jackdaw::cli
