#include "apps/radiosity/picture/ply.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "apps/radiosity/picture/tone.hpp"
#include "apps/radiosity/solver/averaging.hpp"
#include "apps/support/files/output_file.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// As many as tell a millionth of the scene's size, wherever the scene is.
int coordinate_digits(const scene& s) {
  const double away = length(s.origin) / s.diagonal();
  return std::min(17, 6 + static_cast<int>(std::ceil(std::log10(std::max(1.0, away)))));
}

/// All but black backs.
std::vector<const display_surface*> shown_surfaces(const solution& s) {
  std::vector<const display_surface*> shown;
  for (std::size_t i = 0; i < s.display.size(); ++i)
    if (!s.input.patches[s.surface_patches[i].front()].is_back) shown.push_back(&s.display[i]);
  return shown;
}

}  // namespace

void write_ply(const solution& s, const std::string& path) {
  std::size_t vertices = 0, faces = 0;
  std::vector<double> luminances;
  const std::vector<const display_surface*> shown = shown_surfaces(s);
  for (const display_surface* const each : shown) {
    const display_surface& surface = *each;
    vertices += surface.position.size();
    faces += surface.cells.size();
    for (const vec3& r : surface.radiosity) luminances.push_back(luminance(r));
  }
  const tone curve(std::move(luminances), s.input.light_colour());
  const int digits = coordinate_digits(s.input);
  const std::string coordinate = digits > 7 ? "\nproperty double " : "\nproperty float ";
  output_file file(path);
  std::ostream& out = file.stream();
  out << "ply\nformat ascii 1.0\ncomment " << s.input.name << ": radiosities in W/m2\nelement vertex "
      << vertices << coordinate << 'x' << coordinate << 'y' << coordinate << 'z'
      << "\nproperty uchar red\nproperty uchar green\n"
         "property uchar blue\nproperty float radiosity_red\nproperty float radiosity_green\n"
         "property float radiosity_blue\nelement face "
      << faces << "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const display_surface* const each : shown) {
    const display_surface& surface = *each;
    for (std::size_t v = 0; v < surface.position.size(); ++v) {
      const vec3 p = surface.position[v] + s.input.origin;
      const vec3& r = surface.radiosity[v];
      const auto bytes = tone::bytes(curve.displayed(r));
      out.precision(digits);
      out << p.x << ' ' << p.y << ' ' << p.z << ' ';
      out.precision(6);
      out << int{bytes[0]} << ' ' << int{bytes[1]} << ' ' << int{bytes[2]} << ' ' << r.x << ' ' << r.y << ' '
          << r.z << '\n';
    }
  }
  std::size_t first = 0;
  for (const display_surface* const each : shown) {
    const display_surface& surface = *each;
    for (const display_cell& cell : surface.cells) {
      out << cell.leaf->shape.corners;
      for (std::size_t c = 0; c < cell.leaf->shape.corners; ++c) out << ' ' << first + cell.vertex[c];
      out << '\n';
    }
    first += surface.position.size();
  }
  file.commit();
}

}  // namespace jackdaw::apps::radiosity
