#include "apps/ray/check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "apps/ray/tracing/bvh.hpp"

namespace jackdaw::apps::ray {

namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_bits(const vec3& a, const vec3& b) {
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

std::string shown(const vec3& c) {
  char text[96];
  std::snprintf(text, sizeof text, "(%.17g, %.17g, %.17g)", c.x, c.y, c.z);
  return text;
}

std::string difference_at(std::size_t x, std::size_t y, const vec3& found, const vec3& expected) {
  if (same_bits(found, expected)) return {};
  return "pixel " + std::to_string(x) + "," + std::to_string(y) + " is " + shown(found) + ", not " +
         shown(expected);
}

}  // namespace

std::string difference(const frame& found, const frame& expected) {
  if (found.width() != expected.width() || found.height() != expected.height()) return "another size";
  for (std::size_t y = 0; y < found.height(); ++y) {
    for (std::size_t x = 0; x < found.width(); ++x) {
      std::string line = difference_at(x, y, found.at(x, y), expected.at(x, y));
      if (!line.empty()) return line;
    }
  }
  return {};
}

std::size_t sample_without_tree(const frame& found, const scene& s, const trace_settings& settings,
                                std::string& problem) {
  // A pixel takes samples² paths of several rays, and each ray a test for each object.
  constexpr std::size_t tests = 4'000'000;
  const std::size_t pixels = found.width() * found.height();
  const std::size_t for_one = settings.samples * settings.samples * s.objects();
  const std::size_t count = std::min(pixels, std::max<std::size_t>(8, tests / for_one));
  const bvh all = bvh::without_tree(s);
  const tracer plain(s, all, settings);
  ray_counts unused;
  for (std::size_t i = 0; i < count; ++i) {
    // Steps of the golden ratio leave no gap.
    const double part = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
    const std::size_t at = std::min(pixels - 1, static_cast<std::size_t>(part * static_cast<double>(pixels)));
    const std::size_t x = at % found.width(), y = at / found.width();
    problem = difference_at(x, y, found.at(x, y), plain.pixel(x, y, unused));
    if (!problem.empty()) return count;
  }
  return count;
}

}  // namespace jackdaw::apps::ray
