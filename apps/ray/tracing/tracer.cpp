#include "apps/ray/tracing/tracer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/ray/scene/box.hpp"

namespace jackdaw::apps::ray {

tracer::tracer(const scene& s, const bvh& objects, const trace_settings& settings)
    : scene_(s), objects_(objects), settings_(settings), nearest_(rounding_margin(s)) {
  const camera& view = s.view;
  ahead_ = normalized(view.target - view.eye);
  const double half = std::tan(view.field_of_view / 2 * std::numbers::pi / 180);
  right_ = normalized(cross(ahead_, view.up));
  down_ = cross(ahead_, right_) * half;
  right_ *= half;
}

ray_counts tracer::trace(frame& into, const rectangle& part) const {
  ray_counts counts;
  for (std::size_t y = part.top; y < part.bottom; ++y)
    for (std::size_t x = part.left; x < part.right; ++x) into.at(x, y) = pixel(x, y, counts);
  return counts;
}

vec3 tracer::pixel(std::size_t x, std::size_t y, ray_counts& counts) const {
  const auto n = static_cast<double>(settings_.samples);
  const auto width = static_cast<double>(settings_.width), height = static_cast<double>(settings_.height);
  vec3 sum_of_samples;
  for (std::size_t j = 0; j < settings_.samples; ++j) {
    const double down = (static_cast<double>(y) + (static_cast<double>(j) + 0.5) / n) / height * 2 - 1;
    for (std::size_t i = 0; i < settings_.samples; ++i) {
      const double across =
          ((static_cast<double>(x) + (static_cast<double>(i) + 0.5) / n) * 2 - width) / height;
      ++counts.eye;
      sum_of_samples += colour(scene_.view.eye, normalized(ahead_ + right_ * across + down_ * down), counts);
    }
  }
  return sum_of_samples * (1 / (n * n));
}

vec3 tracer::colour(vec3 origin, vec3 direction, ray_counts& counts) const {
  // Each surface sends on one ray at most, so the recursion is a loop that remembers how much of it counts.
  vec3 total;
  vec3 weight{1, 1, 1};
  for (std::size_t reflections = 0;; ++reflections) {
    const hit found = objects_.first_hit(origin, direction, reflections == 0 ? 0 : nearest_);
    if (found.object == no_object) return total + weight * scene_.background;
    const surface at = surface_at(found, origin, direction);
    const vec3 reflected = mirrored(direction, at.normal);
    total += weight * lit(at, reflected, counts);
    weight = weight * at.of->mirror;
    if (reflections == settings_.reflections || largest(weight) <= 0) return total;
    ++counts.mirror;
    origin = at.point;
    direction = normalized(reflected);
  }
}

tracer::surface tracer::surface_at(const hit& found, const vec3& origin, const vec3& direction) const {
  surface at{origin + direction * found.distance, {}, nullptr};
  if (found.object < scene_.spheres.size()) {
    const sphere& s = scene_.spheres[found.object];
    at.normal = (at.point - s.centre) * (1 / s.radius);
    at.of = &scene_.materials[s.material];
  } else {
    const triangle& t = scene_.triangles[found.object - scene_.spheres.size()];
    const vec3 edge1 = t.corners[1] - t.corners[0], edge2 = t.corners[2] - t.corners[0];
    const vec3 inside = at.point - t.corners[0];
    const vec3 across = cross(edge1, edge2);
    const double inverse = 1 / dot(across, across);
    const double u = dot(cross(inside, edge2), across) * inverse;
    const double v = dot(cross(edge1, inside), across) * inverse;
    at.normal = normalized(t.normals[0] * (1 - u - v) + t.normals[1] * u + t.normals[2] * v);
    at.of = &scene_.materials[t.material];
  }
  if (dot(at.normal, direction) > 0) at.normal = -at.normal;
  return at;
}

vec3 tracer::lit(const surface& at, const vec3& reflected, ray_counts& counts) const {
  vec3 total = at.of->ambient;
  for (const point_light& light : scene_.lights) {
    const vec3 way = light.position - at.point;
    const double distance = length(way);
    const vec3 direction = way * (1 / distance);
    const double cosine = dot(direction, at.normal);
    if (!(cosine > 0)) continue;
    ++counts.shadow;
    if (objects_.is_blocked(at.point, direction, nearest_, distance - nearest_)) continue;
    vec3 back = at.of->diffuse * cosine;
    const double glance = dot(direction, reflected);
    if (glance > 0 && largest(at.of->specular) > 0)
      back += at.of->specular * std::pow(glance, at.of->shininess);
    total += light.colour * back;
  }
  return total;
}

}  // namespace jackdaw::apps::ray
