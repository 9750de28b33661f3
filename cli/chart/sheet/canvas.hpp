// Drawing, the same for SVG and PNG. Cairo is seen in canvas.cpp only.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace jackdaw::cli {

struct colour {
  double red = 0;
  double green = 0;
  double blue = 0;
  double opacity = 1;
};

/// Points of 1/96 inch; y goes down.
struct spot {
  double x = 0;
  double y = 0;
};

struct rectangle {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;
  [[nodiscard]] double right() const { return left + width; }
  [[nodiscard]] double bottom() const { return top + height; }
};

struct stroke {
  colour ink;
  double width = 1;
  std::vector<double> dashes;  ///< lengths on, off, on, …; empty: solid
};

enum class anchor { start, middle, end };

struct lettering {
  double size = 12;
  colour ink{0.13, 0.13, 0.13};
  anchor at = anchor::start;
  bool bold = false;
  bool upwards = false;  ///< turned by 90 degrees to the left
};

/// A white sheet that becomes a file in finish().
class canvas {
 public:
  enum class format { svg, png };
  /// What a file of this name holds: SVG where it ends so, else PNG.
  [[nodiscard]] static format format_of(const std::string& path);

  /// `out` outlives the canvas. PNG has two pixels for each point. Throws input_error when there is no memory
  /// for the sheet.
  canvas(std::ostream& out, format kind, double width, double height);
  canvas(const canvas&) = delete;
  canvas& operator=(const canvas&) = delete;
  ~canvas();

  void line(const std::vector<spot>& corners, const stroke& how);
  void fill(const std::vector<spot>& corners, const colour& ink);
  void disc(spot centre, double radius, const colour& ink);

  /// `where` is on the base line of the text.
  void text(spot where, const std::string& words, const lettering& how);
  [[nodiscard]] double text_width(const std::string& words, const lettering& how);

  /// Writes the file. Throws input_error when that fails. To be called once, at the end.
  void finish();

 private:
  struct cairo;
  std::unique_ptr<cairo> cairo_;
};

/// Corners of `area`, for fill().
[[nodiscard]] std::vector<spot> corners(const rectangle& area);

}  // namespace jackdaw::cli
