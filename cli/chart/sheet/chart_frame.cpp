#include "cli/chart/sheet/chart_frame.hpp"

#include <utility>

#include "cli/chart/sheet/chart_style.hpp"

namespace jackdaw::cli {

chart_frame frame_in(const rectangle& area, axis across, axis up) {
  return {
      {area.left + 62, area.top + 28, area.width - 74, area.height - 76}, std::move(across), std::move(up)};
}

void draw_axes(canvas& sheet, const chart_frame& in, const frame_labels& labels) {
  const lettering small{11, ink_faint, anchor::middle};
  for (const tick& each : in.up.ticks()) {
    const double y = in.y(each.value);
    sheet.line({{in.box.left, y}, {in.box.right(), y}}, {ink_grid, 1, {}});
    sheet.text({in.box.left - 7, y + 4}, each.label, {11, ink_faint, anchor::end});
  }
  for (const tick& each : in.across.ticks()) {
    const double x = in.x(each.value);
    sheet.line({{x, in.box.bottom()}, {x, in.box.bottom() + 5}}, {ink_frame, 1, {}});
    sheet.text({x, in.box.bottom() + 19}, each.label, small);
  }
  sheet.line({{in.box.left, in.box.bottom()}, {in.box.right(), in.box.bottom()}}, {ink_frame, 1.2, {}});
  sheet.text({in.box.left + in.box.width / 2, in.box.bottom() + 38}, labels.x,
             {12, ink_text, anchor::middle});
  sheet.text({in.box.left - 46, in.box.top + in.box.height / 2}, labels.y,
             {12, ink_text, anchor::middle, false, true});
  sheet.text({in.box.left, in.box.top - 14}, labels.title, {13, ink_text, anchor::start, true});
}

}  // namespace jackdaw::cli
