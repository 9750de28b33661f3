#include "apps/ray/pov.hpp"

#include <cmath>
#include <numbers>
#include <ostream>

#include "apps/support/files/output_file.hpp"

namespace jackdaw::apps::ray {

namespace {

std::ostream& operator<<(std::ostream& out, const vec3& v) {
  return out << '<' << v.x << ',' << v.y << ',' << v.z << '>';
}

double part(double of, double whole) { return whole > 0 ? of / whole : 0; }

/// There, ambient light falls on the matt colour; what glows without one is given white.
void write_material(std::ostream& out, const material& m) {
  const bool is_matt = largest(m.diffuse) > 0;
  const vec3 pigment = is_matt ? m.diffuse : vec3{1, 1, 1};
  const vec3 ambient{part(m.ambient.x, pigment.x), part(m.ambient.y, pigment.y),
                     part(m.ambient.z, pigment.z)};
  out << "texture { pigment { rgb " << pigment << " } finish { ambient rgb " << ambient << " diffuse "
      << (is_matt ? 1 : 0) << " phong " << largest(m.specular) << " phong_size " << m.shininess
      << " reflection { rgb " << m.mirror << " } } }\n";
}

void write_triangle(std::ostream& out, const triangle& t) {
  out << "smooth_triangle { ";
  for (std::size_t i = 0; i < 3; ++i) out << t.corners[i] << ", " << t.normals[i] << (i < 2 ? ", " : " ");
  out << "texture { m" << t.material << " } }\n";
}

}  // namespace

void write_pov(const scene& s, const trace_settings& settings, const std::string& path) {
  output_file file(path);
  std::ostream& out = file.stream();
  out.precision(17);
  const double aspect = static_cast<double>(settings.width) / static_cast<double>(settings.height);
  const double half_height = std::tan(s.view.field_of_view / 2 * std::numbers::pi / 180);
  const double angle = 2 * std::atan(half_height * aspect) * 180 / std::numbers::pi;
  out << "#version 3.7;\nglobal_settings { assumed_gamma 1 adc_bailout 0 ambient_light rgb 1 max_trace_level "
      << settings.reflections + 1 << " }\nbackground { rgb " << s.background << " }\n"
      << "camera { location " << s.view.eye << " sky " << s.view.up << " up y right -" << aspect
      << " * x angle " << angle << " look_at " << s.view.target << " }\n";
  if (length(s.origin) > 0) out << "// The scene moved by " << -s.origin << ".\n";
  for (const point_light& light : s.lights)
    out << "light_source { " << light.position << " rgb " << light.colour << " }\n";
  for (std::size_t i = 0; i < s.materials.size(); ++i) {
    out << "#declare m" << i << " = ";
    write_material(out, s.materials[i]);
  }
  for (const sphere& each : s.spheres)
    out << "sphere { " << each.centre << ", " << each.radius << " texture { m" << each.material << " } }\n";
  for (const triangle& each : s.triangles) write_triangle(out, each);
  file.commit();
}

}  // namespace jackdaw::apps::ray
