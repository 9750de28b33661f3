#include "cli/model/model_plot.hpp"

#include <ostream>

#include <fmt/format.h>

#include "apps/support/files/output_file.hpp"
#include "cli/chart/sheet/chart_style.hpp"
#include "cli/chart/sheet/legend.hpp"

namespace jackdaw::cli {

namespace {

std::string name_of(const measure::model& one) {
  return fmt::format("c1 = {:.6g}, c∞ = {:.6g}", one.c1, one.c_infinity);
}

scatter_panel::bound curve_of(const measure::model& one, std::vector<double> dashes) {
  return {name_of(one), [one](double x) { return one.utilization(x); }, std::move(dashes)};
}

}  // namespace

scatter_panel utilization_panel(const model_study& found, const measure::model& bound) {
  scatter_panel panel{"Utilization", "P / (T1 / T∞)", "T1 / (P_A T_P)", {}, {}};
  for (std::size_t pool = 0; pool < found.pools.size(); ++pool) {
    scatter_panel::series series{pool, {}};
    for (const auto& run : found.runs_of(pool))
      series.points.push_back({run.normalized_workers(), run.utilization()});
    panel.measured.push_back(std::move(series));
  }
  panel.bounds.push_back(curve_of({1, 1}, {5, 4}));
  panel.bounds.push_back(curve_of(bound, {}));
  return panel;
}

void draw(std::ostream& out, canvas::format format, const model_study& found, const measure::model& bound) {
  constexpr double margin = 24;
  constexpr double width = 760;
  constexpr double heading = 62;
  constexpr double height = 440;
  const legend keys(found.pools, width - 2 * margin);
  canvas sheet(out, format, width, heading + height + keys.height() + margin);
  const std::size_t inputs = found.inputs.size();
  const std::string title =
      fmt::format("{} on {}", inputs == 1 ? found.inputs.front().label : fmt::format("{} inputs", inputs),
                  found.surroundings);
  const lettering big{17, ink_text, anchor::start, true};
  sheet.text({margin, 34}, fitted(sheet, title, big, width - 2 * margin), big);
  if (!found.points.empty())
    draw(sheet, {margin, heading, width - 2 * margin, height}, utilization_panel(found, bound));
  keys.draw(sheet, {margin, heading + height});
  sheet.finish();
}

void write_plot(const std::string& path, const model_study& found, const measure::model& bound) {
  apps::output_file file(path);
  draw(file.stream(), canvas::format_of(path), found, bound);
  file.commit();
}

}  // namespace jackdaw::cli
