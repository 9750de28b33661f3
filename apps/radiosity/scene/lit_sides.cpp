#include "apps/radiosity/scene/lit_sides.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

#include "apps/radiosity/geometry/random_ray.hpp"
#include "apps/radiosity/scene/bvh.hpp"

namespace jackdaw::apps::radiosity {

namespace {

/// Starts where a lamp has its power, goes on in one colour from face to face, and ends where that colour is absorbed.
class light_walk {
 public:
  explicit light_walk(const scene& s) : scene_(s), rays_(s) {
    double power = 0;
    for (const patch& p : s.patches) {
      power_up_to_.push_back(power += emission_of(p));
      area_up_to_.push_back(area_ += p.shape.area);
    }
  }

  /// `share`: a number in [0,1) that says where in the light's power it begins. Calls reach(patch, front, weight).
  /// `is_aimed`: its first way leads to a face, by area, and its weight is how much of the light goes there; else it
  /// goes as light does, and its weight is 1. Returns the weight of what it has met first, or 0.
  template <class Reach>
  double follow(double share, bool is_aimed, const Reach& reach) {
    const auto found =
        std::upper_bound(power_up_to_.begin(), power_up_to_.end() - 1, share * power_up_to_.back());
    auto at = static_cast<std::uint32_t>(found - power_up_to_.begin());
    const facet& lamp = scene_.patches[at].shape;
    const channel colour = channel_of(scene_.material_of(scene_.patches[at]).emission);
    vec3 from = random_point(lamp, state_);
    double weight = 1;
    for (bool is_first = true;; is_first = false) {
      vec3 way = cosine_direction(scene_.patches[at].shape.normal, state_);
      std::uint32_t target = no_patch;
      if (is_first && is_aimed) {
        target = any_patch();
        weight = aim(from, lamp.normal, target, way);
      }
      const auto hit = rays_.first_hit(from, way, 1e-9 * scene_.diagonal(), at);
      if (!hit || !(weight > 0) || (target != no_patch && hit->patch != target)) return is_first ? 0 : weight;
      reach(hit->patch, hit->front, weight);
      if (!hit->front) return weight;
      at = hit->patch;
      if (!(uniform(state_) < scene_.material_of(scene_.patches[at]).reflectance.*colour)) return weight;
      from = from + way * hit->distance;
    }
  }

 private:
  using channel = double vec3::*;

  std::uint32_t any_patch() {
    const auto found = std::upper_bound(area_up_to_.begin(), area_up_to_.end() - 1, uniform(state_) * area_);
    return static_cast<std::uint32_t>(found - area_up_to_.begin());
  }

  /// Sets `way` to one from there to a point of the face. How much of the light goes to the face, over the share of this
  /// way among all.
  double aim(const vec3& from, const vec3& normal, std::uint32_t target, vec3& way) {
    const facet& face = scene_.patches[target].shape;
    const vec3 whole = random_point(face, state_) - from;
    const double square = dot(whole, whole);
    if (!(square > 0)) return 0;
    way = whole * (1 / std::sqrt(square));
    return std::max(dot(way, normal), 0.0) * std::abs(dot(way, face.normal)) * area_ /
           (std::numbers::pi * square);
  }

  [[nodiscard]] double emission_of(const patch& p) const {
    return sum(scene_.material_of(p).emission) * p.shape.area;
  }

  channel channel_of(const vec3& emission) {
    const double at = uniform(state_) * sum(emission);
    return at < emission.x ? &vec3::x : at < emission.x + emission.y ? &vec3::y : &vec3::z;
  }

  const scene& scene_;
  bvh rays_;
  std::vector<double> power_up_to_;
  std::vector<double> area_up_to_;
  double area_ = 0;
  std::uint64_t state_ = 3;
};

/// The same face, seen from the other side.
facet turned(const facet& f) {
  facet result = f;
  std::reverse(result.corner.begin(), result.corner.begin() + static_cast<std::ptrdiff_t>(f.corners));
  result.normal = f.normal * -1;
  return result;
}

/// The faces that light reaches from behind, but for those that stray rays reach: together walks of no more than
/// this weight, as at an edge where two faces meet.
std::vector<std::uint32_t> faces_reached(const std::vector<double>& from_behind, double strays) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < from_behind.size(); ++i)
    if (from_behind[i] > 0) all.push_back(i);
  std::ranges::stable_sort(all, std::less<>(), [&](std::uint32_t i) { return from_behind[i]; });
  auto first = all.begin();
  for (; first != all.end() && from_behind[*first] <= strays; ++first) strays -= from_behind[*first];
  all.erase(all.begin(), first);
  std::ranges::sort(all);
  return all;
}

}  // namespace

void add_black_backs(scene& s) {
  constexpr double least_part = 0.002;
  constexpr double strays = 0.0002;
  const std::size_t walks = std::min<std::size_t>(200'000, 20'000 + 20 * s.patches.size());
  constexpr double most_missing = 0.95;
  std::vector<double> from_behind(s.patches.size());
  double behind = 0;
  for (patch& p : s.patches) p.is_lit = s.material_of(p).is_light();
  light_walk light(s);
  const auto follow_all = [&](bool is_aimed) {
    double met = 0;
    for (std::size_t k = 0; k < walks; ++k) {
      const double share = (static_cast<double>(k) + 0.5) / static_cast<double>(walks);
      met += light.follow(share, is_aimed, [&](std::uint32_t reached, bool front, double weight) {
        if (front)
          s.patches[reached].is_lit = true;
        else
          from_behind[reached] += weight, behind += weight;
      });
    }
    return met;
  };
  auto all = static_cast<double>(walks);
  if (follow_all(false) < (1 - most_missing) * all) {
    // The lamps are far off, or turned away: of what they meet at all a few walks tell nothing.
    std::ranges::fill(from_behind, 0.0);
    behind = 0;
    all = follow_all(true);
  }
  if (!(behind > 0) || behind < least_part * all) return;
  const auto black = static_cast<std::uint32_t>(s.materials.size());
  s.materials.push_back({"(back)", {}, {}});
  for (const std::uint32_t i : faces_reached(from_behind, strays * all)) {
    s.patches.push_back({.shape = turned(s.patches[i].shape), .material = black, .is_back = true});
    ++s.black_backs;
  }
}

}  // namespace jackdaw::apps::radiosity
