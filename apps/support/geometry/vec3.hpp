// Three numbers: a point or direction in scene units, or a colour (red, green, blue).
#pragma once

#include <algorithm>
#include <cmath>

namespace jackdaw::apps {

struct vec3 {
  double x = 0, y = 0, z = 0;

  constexpr vec3& operator+=(const vec3& o) { return x += o.x, y += o.y, z += o.z, *this; }
  constexpr vec3& operator*=(double f) { return x *= f, y *= f, z *= f, *this; }
};

constexpr vec3 operator+(vec3 a, const vec3& b) { return a += b; }
constexpr vec3 operator-(const vec3& a, const vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr vec3 operator-(const vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr vec3 operator*(vec3 a, double f) { return a *= f; }
constexpr vec3 operator*(double f, vec3 a) { return a *= f; }
/// Component by component: reflectance times irradiance.
constexpr vec3 operator*(const vec3& a, const vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

constexpr double dot(const vec3& a, const vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr vec3 cross(const vec3& a, const vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const vec3& a) { return std::sqrt(dot(a, a)); }
inline vec3 normalized(const vec3& a) { return a * (1 / length(a)); }
constexpr vec3 lerp(const vec3& a, const vec3& b, double t) { return a * (1 - t) + b * t; }
constexpr vec3 lowest(const vec3& a, const vec3& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
constexpr vec3 highest(const vec3& a, const vec3& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
inline bool finite(const vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// The sum of the three channels, such as a power.
constexpr double sum(const vec3& c) { return c.x + c.y + c.z; }
constexpr double largest(const vec3& c) { return std::max({c.x, c.y, c.z}); }
/// Brightness as the eye weighs the channels (Rec. 709).
constexpr double luminance(const vec3& c) { return 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z; }

/// Two directions at right angles to `n` (unit length) and to each other.
struct tangents {
  vec3 first, second;
};
inline tangents tangents_of(const vec3& n) {
  const vec3 helper = std::abs(n.x) > 0.8 ? vec3{0, 1, 0} : vec3{1, 0, 0};
  const vec3 first = normalized(cross(helper, n));
  return {first, cross(n, first)};
}

}  // namespace jackdaw::apps
