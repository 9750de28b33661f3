// The colour of a pixel: rays from the eye, their reflections, and rays to the lights.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apps/ray/scene/scene.hpp"
#include "apps/ray/tracing/bvh.hpp"
#include "apps/ray/tracing/frame.hpp"

namespace jackdaw::apps::ray {

/// How many rays were followed.
struct ray_counts {
  std::uint64_t eye = 0, mirror = 0, shadow = 0;

  [[nodiscard]] std::uint64_t all() const noexcept { return eye + mirror + shadow; }
  friend bool operator==(const ray_counts&, const ray_counts&) = default;
  friend ray_counts operator+(const ray_counts& a, const ray_counts& b) {
    return {a.eye + b.eye, a.mirror + b.mirror, a.shadow + b.shadow};
  }
};

struct trace_settings {
  std::size_t width = 512, height = 512;
  std::size_t samples = 1;      ///< rays along each side of a pixel
  std::size_t reflections = 5;  ///< in a row, at most
};

/// Recursive ray tracing (Whitted 1980) of matt and mirroring surfaces. A pixel depends on nothing but the
/// scene and the settings, and all versions run the same compiled code: so their pictures are equal to the
/// last bit.
class tracer {
 public:
  /// Refers to both, which must not change.
  tracer(const scene& s, const bvh& objects, const trace_settings& settings);

  /// The part of the picture, into it. Threads: any number at the same time, for parts that do not overlap.
  ray_counts trace(frame& into, const rectangle& part) const;

  /// A single pixel.
  [[nodiscard]] vec3 pixel(std::size_t x, std::size_t y, ray_counts& counts) const;

  /// What comes along a ray, against its direction (of length 1).
  [[nodiscard]] vec3 colour(vec3 origin, vec3 direction, ray_counts& counts) const;

  [[nodiscard]] const trace_settings& settings() const noexcept { return settings_; }

 private:
  struct surface {
    vec3 point;
    vec3 normal;  ///< on the side that is seen
    const material* of;
  };

  [[nodiscard]] surface surface_at(const hit& found, const vec3& origin, const vec3& direction) const;
  [[nodiscard]] vec3 lit(const surface& at, const vec3& reflected, ray_counts& counts) const;

  const scene& scene_;
  const bvh& objects_;
  trace_settings settings_;
  double nearest_;  ///< what is nearer to a surface than this is the surface itself
  vec3 ahead_, right_, down_;
};

}  // namespace jackdaw::apps::ray
