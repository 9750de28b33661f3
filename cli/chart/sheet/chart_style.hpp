// How a curve looks: told apart by colour, by marker and, when the colours come round again, by dashes.
#pragma once

#include "cli/chart/sheet/canvas.hpp"

namespace jackdaw::cli {

inline constexpr colour ink_text{0.13, 0.13, 0.13};
inline constexpr colour ink_faint{0.42, 0.42, 0.42};
inline constexpr colour ink_grid{0.88, 0.88, 0.88};
inline constexpr colour ink_frame{0.55, 0.55, 0.55};

/// The curve with this number.
[[nodiscard]] stroke curve_stroke(std::size_t number);
void draw_marker(canvas& sheet, spot centre, std::size_t number);

/// `words`, shortened with "…" until it is at most `width` wide.
[[nodiscard]] std::string fitted(canvas& sheet, std::string words, const lettering& how, double width);

}  // namespace jackdaw::cli
