#include "cli/explain/page/page_charts.hpp"

#include <algorithm>
#include <ostream>

#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::cli {

namespace {

using trace::fixed;
using trace::shown;

constexpr double width = 1000;
constexpr double area_height = 140;
constexpr double row = 22;
constexpr double label_width = 260;

void open(std::ostream& out, const char* name, double height) {
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"" << name << "\" viewBox=\"0 0 "
      << fixed(width, 0) << ' ' << fixed(height, 0) << "\" font-size=\"13\">\n";
}

void text(std::ostream& out, double x, double y, const char* anchor, const std::string& what) {
  out << "<text x=\"" << fixed(x, 1) << "\" y=\"" << fixed(y, 1) << "\" text-anchor=\"" << anchor << "\">"
      << shown(what) << "</text>\n";
}

}  // namespace

void draw_area(std::ostream& out, const std::vector<double>& values, double top, const std::string& x_end,
               const std::string& unit) {
  constexpr double left = 100;  // room for "1024 workers"
  constexpr double above = 12;
  const double across = (width - left - 60) / static_cast<double>(std::max<std::size_t>(values.size(), 1));
  const double up = (area_height - above) / std::max(top, 1e-9);
  open(out, "area", area_height + 24);
  out << "<path fill=\"#4e79a7\" d=\"M" << fixed(left, 1) << ' ' << fixed(area_height, 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double y = area_height - up * std::min(values[i], top);
    out << " L" << fixed(left + across * static_cast<double>(i), 1) << ' ' << fixed(y, 1) << " h"
        << fixed(across, 1);
  }
  out << " V" << fixed(area_height, 1) << " Z\"/>\n<path stroke=\"#888\" fill=\"none\" d=\"M"
      << fixed(left, 1) << ' ' << fixed(above, 1) << " V" << fixed(area_height, 1) << " H"
      << fixed(width - 60, 1) << "\"/>\n";
  text(out, left - 6, above + 5, "end", fixed(top, 0) + ' ' + unit);
  text(out, left - 6, area_height, "end", "0");
  text(out, width - 60, area_height + 18, "end", x_end);
  out << "</svg>\n";
}

void draw_bars(std::ostream& out, const std::vector<page_bar>& bars) {
  double most = 0;
  for (const auto& bar : bars) most = std::max(most, bar.value);
  open(out, "bars", row * static_cast<double>(bars.size()) + 6);
  double y = 2;
  for (const auto& bar : bars) {
    const double length = most > 0 ? bar.value / most * (width - label_width - 140) : 0;
    text(out, label_width - 8, y + 15, "end", bar.label);
    out << "<rect x=\"" << fixed(label_width, 1) << "\" y=\"" << fixed(y, 1) << "\" width=\""
        << fixed(length, 1) << "\" height=\"" << fixed(row - 4, 1) << "\" fill=\"#4e79a7\"/>\n";
    text(out, label_width + length + 6, y + 15, "start", bar.text);
    y += row;
  }
  out << "</svg>\n";
}

}  // namespace jackdaw::cli
