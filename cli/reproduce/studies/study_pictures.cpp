#include "cli/reproduce/studies/study_pictures.hpp"

#include <ostream>

#include "cli/chart/sheet/chart_style.hpp"
#include "cli/chart/sheet/legend.hpp"

namespace jackdaw::cli {

void draw_bars(std::ostream& out, canvas::format format, const std::string& title, const bar_panel& panel) {
  constexpr double margin = 24;
  constexpr double width = 960;
  constexpr double heading = 56;
  canvas sheet(out, format, width, heading + height(panel) + margin);
  const lettering big{17, ink_text, anchor::start, true};
  sheet.text({margin, 34}, fitted(sheet, title, big, width - 2 * margin), big);
  draw(sheet, {margin, heading, width - 2 * margin, height(panel)}, panel);
  sheet.finish();
}

void draw_curves(std::ostream& out, canvas::format format, const std::vector<std::string>& names,
                 const line_panel& panel) {
  constexpr double margin = 24;
  constexpr double width = 720;
  constexpr double tall = 440;
  const legend keys(names, width - 2 * margin);
  canvas sheet(out, format, width, margin + tall + keys.height() + margin);
  draw(sheet, {margin, margin, width - 2 * margin, tall}, panel);
  keys.draw(sheet, {margin, margin + tall});
  sheet.finish();
}

}  // namespace jackdaw::cli
