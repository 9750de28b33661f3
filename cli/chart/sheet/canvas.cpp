#include "cli/chart/sheet/canvas.hpp"

#include <cmath>
#include <numbers>
#include <ostream>

#include <cairo-svg.h>
#include <cairo.h>

#include <jackdaw/base/characters.hpp>

#include "apps/support/files/file_kind.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::cli {

namespace {

constexpr double pixels_a_point = 2;

cairo_status_t write(void* out, const unsigned char* data, unsigned length) {
  auto& stream = *static_cast<std::ostream*>(out);
  stream.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(length));
  return stream ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/// A stream that does not take what is written says so itself (output_file::commit(), with the reason).
void require(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR) return;
  throw apps::input_error(std::string("the plot could not be drawn (") + cairo_status_to_string(status) +
                          ")");
}

}  // namespace

struct canvas::cairo {
  cairo(std::ostream& stream, format as, double width, double height)
      : out(&stream),
        kind(as),
        surface(as == format::svg
                    ? cairo_svg_surface_create_for_stream(&write, out, width, height)
                    : cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                 static_cast<int>(std::lround(width * pixels_a_point)),
                                                 static_cast<int>(std::lround(height * pixels_a_point)))),
        pen(cairo_create(surface)) {
    if (as == format::svg) {
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    } else {
      cairo_scale(pen, pixels_a_point, pixels_a_point);
    }
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND);
  }
  cairo(const cairo&) = delete;
  cairo& operator=(const cairo&) = delete;
  ~cairo() {
    cairo_destroy(pen);
    cairo_surface_destroy(surface);
  }

  void ink(const colour& with) { cairo_set_source_rgba(pen, with.red, with.green, with.blue, with.opacity); }
  void letters(const lettering& how) {
    cairo_select_font_face(pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           how.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(pen, how.size);
  }
  void path(const std::vector<spot>& corners) {
    cairo_new_path(pen);
    for (const spot& corner : corners) cairo_line_to(pen, corner.x, corner.y);
  }

  std::ostream* out;
  format kind;
  cairo_surface_t* surface;
  cairo_t* pen;
};

canvas::format canvas::format_of(const std::string& path) {
  return apps::has_suffix(path, ".svg") ? format::svg : format::png;
}

canvas::canvas(std::ostream& out, format kind, double width, double height)
    : cairo_(std::make_unique<cairo>(out, kind, width, height)) {
  require(cairo_status(cairo_->pen));
  fill(corners({0, 0, width, height}), {1, 1, 1});
}

canvas::~canvas() = default;

void canvas::line(const std::vector<spot>& corners, const stroke& how) {
  cairo_->path(corners);
  cairo_->ink(how.ink);
  cairo_set_line_width(cairo_->pen, how.width);
  cairo_set_dash(cairo_->pen, how.dashes.data(), static_cast<int>(how.dashes.size()), 0);
  cairo_stroke(cairo_->pen);
}

void canvas::fill(const std::vector<spot>& corners, const colour& ink) {
  cairo_->path(corners);
  cairo_close_path(cairo_->pen);
  cairo_->ink(ink);
  cairo_fill(cairo_->pen);
}

void canvas::disc(spot centre, double radius, const colour& ink) {
  cairo_new_path(cairo_->pen);
  cairo_arc(cairo_->pen, centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  cairo_->ink(ink);
  cairo_fill(cairo_->pen);
}

double canvas::text_width(const std::string& words, const lettering& how) {
  cairo_->letters(how);
  cairo_text_extents_t extents{};
  cairo_text_extents(cairo_->pen, base::visible(words).c_str(), &extents);
  return extents.x_advance;
}

void canvas::text(spot where, const std::string& words, const lettering& how) {
  const double width = text_width(words, how);
  const double back = how.at == anchor::start ? 0 : how.at == anchor::middle ? width / 2 : width;
  cairo_save(cairo_->pen);
  cairo_->ink(how.ink);
  cairo_translate(cairo_->pen, where.x, where.y);
  if (how.upwards) cairo_rotate(cairo_->pen, -std::numbers::pi / 2);
  cairo_move_to(cairo_->pen, -back, 0);
  cairo_show_text(cairo_->pen, base::visible(words).c_str());  // it refuses what is no UTF-8
  cairo_restore(cairo_->pen);
}

void canvas::finish() {
  require(cairo_status(cairo_->pen));
  if (cairo_->kind == format::png)
    require(cairo_surface_write_to_png_stream(cairo_->surface, &write, cairo_->out));
  cairo_surface_finish(cairo_->surface);
  require(cairo_surface_status(cairo_->surface));
}

std::vector<spot> corners(const rectangle& area) {
  return {{area.left, area.top},
          {area.right(), area.top},
          {area.right(), area.bottom()},
          {area.left, area.bottom()}};
}

}  // namespace jackdaw::cli
