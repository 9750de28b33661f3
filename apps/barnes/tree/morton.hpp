// Where bodies are, as one number: the bits of three coordinates in turn (Morton 1966). In the order of these
// numbers, the bodies of each cell of an octree follow each other.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::barnes {

/// Bits of a coordinate: how often the whole can be halved. The level of a cell is how often it was.
inline constexpr unsigned deepest_level = 21;

using cell_coordinates = std::array<std::uint32_t, 3>;

/// The bits of a coordinate, with room for two others between them.
[[nodiscard]] constexpr std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | bits << 32U) & 0x001f00000000ffffU;
  bits = (bits | bits << 16U) & 0x001f0000ff0000ffU;
  bits = (bits | bits << 8U) & 0x100f00f00f00f00fU;
  bits = (bits | bits << 4U) & 0x10c30c30c30c30c3U;
  return (bits | bits << 2U) & 0x1249249249249249U;
}

/// The other way round.
[[nodiscard]] constexpr std::uint32_t gathered(std::uint64_t bits) {
  bits &= 0x1249249249249249U;
  bits = (bits | bits >> 2U) & 0x10c30c30c30c30c3U;
  bits = (bits | bits >> 4U) & 0x100f00f00f00f00fU;
  bits = (bits | bits >> 8U) & 0x001f0000ff0000ffU;
  bits = (bits | bits >> 16U) & 0x001f00000000ffffU;
  return static_cast<std::uint32_t>(bits | bits >> 32U);
}

[[nodiscard]] constexpr std::uint64_t key_of(const cell_coordinates& c) {
  return spread(c[0]) << 2U | spread(c[1]) << 1U | spread(c[2]);
}

[[nodiscard]] constexpr cell_coordinates coordinates_of(std::uint64_t key) {
  return {gathered(key >> 2U), gathered(key >> 1U), gathered(key)};
}

/// The level of the smallest cell that has both.
[[nodiscard]] constexpr unsigned common_level(std::uint64_t a, std::uint64_t b) {
  return (static_cast<unsigned>(std::countl_zero(a ^ b)) - 1) / 3;
}

/// In which of the eight cells of the next level it is.
[[nodiscard]] constexpr unsigned octant(std::uint64_t key, unsigned level) {
  return static_cast<unsigned>(key >> 3 * (deepest_level - 1 - level)) & 7U;
}

/// What all bodies are in.
struct cube {
  vec3 corner;  ///< the lowest
  double side = 0;

  [[nodiscard]] std::uint64_t key(const vec3& p) const {
    constexpr double cells = 1U << deepest_level;
    const double scale = side > 1e-290 ? cells / side : 0;  // all in one place: one cell
    const auto along = [&](double from_corner) {
      return static_cast<std::uint32_t>(std::min(from_corner * scale, cells - 1));
    };
    const vec3 d = p - corner;
    return key_of({along(d.x), along(d.y), along(d.z)});
  }

  [[nodiscard]] double side_at(unsigned level) const {
    return side / static_cast<double>(std::uint64_t{1} << level);
  }

  /// The middle of the cell of that level in which the key is.
  [[nodiscard]] vec3 centre(std::uint64_t key, unsigned level) const {
    const auto along = [&](std::uint32_t coordinate) {
      return (static_cast<double>(coordinate >> (deepest_level - level)) + 0.5) * side_at(level);
    };
    const auto [x, y, z] = coordinates_of(key);
    return corner + vec3{along(x), along(y), along(z)};
  }
};

/// The smallest box around bodies; empty at first.
struct bounds {
  static constexpr double none = std::numeric_limits<double>::infinity();
  vec3 low{none, none, none};
  vec3 high{-none, -none, -none};

  void add(const vec3& p) { add(bounds{p, p}); }
  void add(const bounds& other) {
    low = lowest(low, other.low);
    high = highest(high, other.high);
  }
  /// Smallest and largest numbers are found without rounding: the order does not matter.
  [[nodiscard]] cube enclosing() const { return {low, largest(high - low)}; }
};

}  // namespace jackdaw::apps::barnes
