#include "cli/compare/report/comparison_plot.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "cli/chart/bar_chart.hpp"
#include "cli/chart/line_chart.hpp"
#include "cli/chart/sheet/chart_style.hpp"
#include "cli/chart/sheet/legend.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr double margin = 24;
constexpr double sheet_width = 960;
constexpr double heading_height = 74;
constexpr double panel_height = 380;
constexpr std::size_t most_with_extremes = 6;  // of more curves the lines would cover each other

struct time_unit {
  const char* name;
  double seconds;
};

time_unit unit_for(double most) {
  if (most < 1e-3) return {"µs", 1e-6};
  if (most < 1) return {"ms", 1e-3};
  return {"s", 1};
}

/// Names each scheduler by what tells it apart from the others.
class namer {
 public:
  explicit namer(const comparison& found) {
    for (const auto& each : found.results) {
      managers_.insert(each.choice.memory);
      idles_.insert(each.choice.idle);
    }
  }
  [[nodiscard]] std::string name(const scheduler_choice& choice) const {
    std::string words = choice.pool;
    if (managers_.size() > 1) words += " · " + choice.memory;
    if (idles_.size() > 1) words += " · " + choice.idle;
    return words;
  }

 private:
  std::set<std::string> managers_;
  std::set<std::string> idles_;
};

/// What goes into the picture.
struct content {
  explicit content(const comparison& all) : found(all) {
    const namer told_apart(all);
    for (const measurement& each : all.results) add(each, told_apart.name(each.choice));
    for (const measurement& each : all.rivals) add(each, each.choice.pool);
    double most = 0;
    for (const measurement* each : shown) most = std::max(most, each->time());
    unit = unit_for(most);
    has_speedup =
        all.serial && all.serial->correct &&
        std::all_of(shown.begin(), shown.end(), [&](auto* each) { return all.speedup(*each).has_value(); });
  }

  /// The names of the curves.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& label : labels) {
      if (std::find(result.begin(), result.end(), label) == result.end()) result.push_back(label);
    }
    return result;
  }
  [[nodiscard]] bool shows_extremes() const {
    return counts.size() == 1 || names().size() <= most_with_extremes;
  }

  const comparison& found;
  std::vector<const measurement*> shown;
  std::vector<std::string> labels;  ///< of `shown`
  std::set<unsigned> counts;
  std::set<std::string> wrong;
  time_unit unit{};
  bool has_speedup = false;

 private:
  void add(const measurement& one, const std::string& name) {
    if (!one.correct) {
      wrong.insert(name);
      return;
    }
    shown.push_back(&one);
    labels.push_back(name);
    counts.insert(one.choice.workers);
  }
};

void draw_heading(canvas& sheet, const content& of) {
  const lettering title{17, ink_text, anchor::start, true};
  const lettering details{12, ink_faint};
  const double room = sheet_width - 2 * margin;
  std::string line = "no correct result";
  if (!of.shown.empty()) {
    const std::size_t runs = of.shown.front()->seconds.size();
    line = runs == 1 ? "one run each" : fmt::format("{} of {} runs each", name_of(of.found.by), runs);
    if (runs > 1 && of.shows_extremes()) line += "; thin lines: least to most";
    if (of.counts.size() == 1) line += "; " + workers_text(*of.counts.begin());
    if (of.found.serial) line += "; serial program " + duration(of.found.serial->time());
  }
  for (const auto& name : of.wrong)
    line += (name == *of.wrong.begin() ? "; wrong and left out: " : ", ") + name;
  sheet.text({margin, 34}, fitted(sheet, of.found.app + ", " + of.found.input, title, room), title);
  sheet.text({margin, 56}, fitted(sheet, line, details, room), details);
}

/// The curves of one panel; `value` gives the three values of a point: y, low, high.
std::vector<curve> curves(const content& of, const std::vector<std::string>& names, auto&& value) {
  std::vector<curve> result;
  for (std::size_t number = 0; number < names.size(); ++number) {
    curve each{number, {}};
    for (std::size_t i = 0; i < of.shown.size(); ++i) {
      if (of.labels[i] == names[number]) each.points.push_back(value(*of.shown[i]));
    }
    result.push_back(std::move(each));
  }
  return result;
}

void draw_lines(std::ostream& out, canvas::format format, const content& of) {
  const std::vector<std::string> names = of.names();
  line_panel time{"Time", "workers", fmt::format("{} time [{}]", name_of(of.found.by), of.unit.name),
                  {},     true,      false};
  time.curves = curves(of, names, [&](const measurement& each) -> measured_point {
    const double middle = each.time() / of.unit.seconds;
    const auto workers = static_cast<double>(each.choice.workers);
    if (!of.shows_extremes()) return {workers, middle, middle, middle};
    return {workers, middle, each.least() / of.unit.seconds, each.most() / of.unit.seconds};
  });
  line_panel speedup{"Speed-up", "workers", "serial time / time", {}, false, true};
  if (of.has_speedup) {
    speedup.curves = curves(of, names, [&](const measurement& each) -> measured_point {
      const double times = *of.found.speedup(each);
      return {static_cast<double>(each.choice.workers), times, times, times};
    });
  }

  const legend keys(names, sheet_width - 2 * margin);
  canvas sheet(out, format, sheet_width, heading_height + panel_height + keys.height() + margin + 8);
  draw_heading(sheet, of);
  const double half = (sheet_width - 3 * margin) / 2;
  draw(sheet, {margin, heading_height, of.has_speedup ? half : sheet_width - 2 * margin, panel_height}, time);
  if (of.has_speedup) draw(sheet, {2 * margin + half, heading_height, half, panel_height}, speedup);
  keys.draw(sheet, {margin, heading_height + panel_height + 8});
  sheet.finish();
}

void draw_bars(std::ostream& out, canvas::format format, const content& of) {
  bar_panel panel{fmt::format("{} time [{}]", name_of(of.found.by), of.unit.name), {}};
  for (std::size_t i = 0; i < of.shown.size(); ++i) {
    const measurement& each = *of.shown[i];
    std::string label = duration(each.time());
    if (of.has_speedup) label += fmt::format(", speed-up {:.2f}", *of.found.speedup(each));
    panel.bars.push_back({of.labels[i], each.time() / of.unit.seconds, each.least() / of.unit.seconds,
                          each.most() / of.unit.seconds, label});
  }
  std::sort(panel.bars.begin(), panel.bars.end(),
            [](const bar& a, const bar& b) { return std::tie(a.value, a.name) < std::tie(b.value, b.name); });
  canvas sheet(out, format, sheet_width, heading_height + height(panel) + margin);
  draw_heading(sheet, of);
  draw(sheet, {margin, heading_height, sheet_width - 2 * margin, height(panel)}, panel);
  sheet.finish();
}

void draw_nothing(std::ostream& out, canvas::format format, const content& of) {
  canvas sheet(out, format, sheet_width, heading_height + margin);
  draw_heading(sheet, of);
  sheet.finish();
}

}  // namespace

void require_plottable(const std::string& path) {
  apps::require_suffix("--output-plot", path, apps::file_kind::any);
  if (!apps::has_suffix(path, ".svg") && !apps::has_suffix(path, ".png")) {
    throw apps::input_error("--output-plot " + path + ": expected a file name that ends in .svg or .png");
  }
  apps::require_writable(std::vector<apps::named_output>{{"--output-plot", path}});
}

void draw(std::ostream& out, canvas::format format, const comparison& found) {
  const content shown(found);
  if (shown.shown.empty()) {
    draw_nothing(out, format, shown);
  } else if (shown.counts.size() == 1) {
    draw_bars(out, format, shown);
  } else {
    draw_lines(out, format, shown);
  }
}

void write_plot(const std::string& path, const comparison& found) {
  apps::output_file file(path);
  draw(file.stream(), canvas::format_of(path), found);
  file.commit();
}

}  // namespace jackdaw::cli
