#include "apps/radiosity/scene/overlaid_faces.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <vector>

#include "apps/radiosity/geometry/overlap.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::radiosity {

namespace {

void require_whole_light(const scene& s, const std::string& where, std::size_t lower, std::size_t upper,
                         double covered) {
  constexpr double most = 0.01;
  const patch &light = s.patches[lower], &other = s.patches[upper];
  if (!s.material_of(light).is_light() || covered <= most * light.shape.area) return;
  throw input_error(where + ": the light about " + s.place_of(light) +
                    " is partly covered by the one in its plane about " + s.place_of(other) +
                    "; expected lights that are seen as a whole");
}

void leave_out(scene& s, const std::vector<bool>& hidden) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    if (!hidden[i])
      s.patches[kept++] = s.patches[i];
    else if (s.patches[i].is_back)
      --s.black_backs;
    else
      ++s.hidden_faces;
  }
  s.patches.resize(kept);
}

}  // namespace

void lift_overlaid(scene& s, const std::string& where) {
  constexpr double one_plane = 1e-6, common = 1e-6, lift = 1e-5;  // of the size of the smaller face
  const double least_lift = 4e-9 * s.diagonal();                  // rays begin at 1e-9
  std::vector<std::size_t> upwards(s.patches.size());             // a face comes after those that it hides
  std::iota(upwards.begin(), upwards.end(), std::size_t{0});
  const auto rank = [&s](std::size_t i) {
    const patch& p = s.patches[i];
    return std::tuple(!p.is_back, s.material_of(p).is_light(), -p.shape.area, i);
  };
  std::sort(upwards.begin(), upwards.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  std::vector<double> height(s.patches.size());
  std::vector<bool> hidden(s.patches.size());
  for (std::size_t k = 0; k < upwards.size(); ++k) {
    const facet& upper = s.patches[upwards[k]].shape;
    for (std::size_t j = 0; j < k; ++j) {
      const facet& lower = s.patches[upwards[j]].shape;
      const double smaller = std::min(lower.area, upper.area), size = std::sqrt(smaller);
      if (!in_one_plane(lower, upper, one_plane * size)) continue;
      const double covered = common_area(lower, upper);
      if (covered <= common * smaller || hidden[upwards[j]]) continue;
      hidden[upwards[j]] = covered >= (1 - common) * lower.area;
      if (hidden[upwards[j]]) continue;
      require_whole_light(s, where, upwards[j], upwards[k], covered);
      height[upwards[k]] =
          std::max(height[upwards[k]], height[upwards[j]] + std::max(lift * size, least_lift));
    }
  }
  for (std::size_t i = 0; i < height.size(); ++i) {
    facet& f = s.patches[i].shape;
    for (std::size_t c = 0; c < f.corners; ++c) f.corner[c] += f.normal * height[i];
  }
  leave_out(s, hidden);
}

}  // namespace jackdaw::apps::radiosity
