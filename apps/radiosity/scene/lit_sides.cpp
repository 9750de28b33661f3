#include "apps/radiosity/scene/lit_sides.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
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
    for (const patch& p : s.patches) power_up_to_.push_back(power += emission_of(p));
  }

  /// `share`: a number in [0,1) that says where in the light's power it begins.
  template <class Reach>
  void follow(double share, const Reach& reach) {
    const auto found =
        std::upper_bound(power_up_to_.begin(), power_up_to_.end() - 1, share * power_up_to_.back());
    auto at = static_cast<std::uint32_t>(found - power_up_to_.begin());
    const facet& lamp = scene_.patches[at].shape;
    const channel colour = channel_of(scene_.material_of(scene_.patches[at]).emission);
    vec3 from = random_point(lamp, state_);
    while (true) {
      const vec3 way = cosine_direction(scene_.patches[at].shape.normal, state_);
      const auto hit = rays_.first_hit(from, way, 1e-9 * scene_.diagonal(), at);
      if (!hit) return;
      reach(hit->patch, hit->front);
      if (!hit->front) return;
      at = hit->patch;
      if (!(uniform(state_) < scene_.material_of(scene_.patches[at]).reflectance.*colour)) return;
      from = from + way * hit->distance;
    }
  }

 private:
  using channel = double vec3::*;

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
  std::uint64_t state_ = 3;
};

/// The same face, seen from the other side.
facet turned(const facet& f) {
  facet result = f;
  std::reverse(result.corner.begin(), result.corner.begin() + static_cast<std::ptrdiff_t>(f.corners));
  result.normal = f.normal * -1;
  return result;
}

/// The faces that light reaches from behind, but for those that stray rays reach: together no more than `strays`
/// walks, as at an edge where two faces meet.
std::vector<std::uint32_t> faces_reached(const std::vector<std::size_t>& from_behind, double strays) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < from_behind.size(); ++i)
    if (from_behind[i] > 0) all.push_back(i);
  std::ranges::stable_sort(all, std::less<>(), [&](std::uint32_t i) { return from_behind[i]; });
  auto first = all.begin();
  for (; first != all.end() && static_cast<double>(from_behind[*first]) <= strays; ++first)
    strays -= static_cast<double>(from_behind[*first]);
  all.erase(all.begin(), first);
  std::ranges::sort(all);
  return all;
}

}  // namespace

void add_black_backs(scene& s) {
  constexpr double least_part = 0.002;
  constexpr double strays = 0.0002;
  const std::size_t walks = std::min<std::size_t>(200'000, 20'000 + 20 * s.patches.size());
  std::vector<std::size_t> from_behind(s.patches.size());
  std::size_t behind = 0;
  for (patch& p : s.patches) p.is_lit = s.material_of(p).is_light();
  light_walk light(s);
  for (std::size_t k = 0; k < walks; ++k) {
    const double share = (static_cast<double>(k) + 0.5) / static_cast<double>(walks);
    light.follow(share, [&](std::uint32_t reached, bool front) {
      if (front)
        s.patches[reached].is_lit = true;
      else
        ++from_behind[reached], ++behind;
    });
  }
  if (static_cast<double>(behind) < least_part * static_cast<double>(walks)) return;
  const auto black = static_cast<std::uint32_t>(s.materials.size());
  s.materials.push_back({"(back)", {}, {}});
  for (const std::uint32_t i : faces_reached(from_behind, strays * static_cast<double>(walks))) {
    s.patches.push_back({.shape = turned(s.patches[i].shape), .material = black, .is_back = true});
    ++s.black_backs;
  }
}

}  // namespace jackdaw::apps::radiosity
