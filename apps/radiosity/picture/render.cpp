#include "apps/radiosity/picture/render.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "apps/radiosity/picture/tone.hpp"
#include "apps/radiosity/solver/averaging.hpp"

namespace jackdaw::apps::radiosity {

picture render(const solution& s, const camera& view, const picture_size& size) {
  const vec3 ahead = normalized(view.target - view.eye);
  const vec3 right = normalized(cross(ahead, view.up));
  const vec3 up = cross(right, ahead);
  const double half = std::tan(view.field_of_view / 2 * std::numbers::pi / 180);
  const int n = size.samples;
  const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
  const auto per_pixel = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  std::vector<vec3> seen(width * height * per_pixel);
  std::vector<double> luminances;
  std::size_t at = 0;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int k = 0; k < n * n; ++k, ++at) {
        const double px =
            (x + (k % n + 0.5) / n) / size.height * 2 - static_cast<double>(size.width) / size.height;
        const double py = 1 - (y + (k / n + 0.5) / n) / size.height * 2;
        const vec3 way = ahead + right * (px * half) + up * (py * half);
        const auto hit = s.blockers.first_hit(view.eye, way, 0, no_patch, true);
        if (!hit) continue;
        seen[at] = shown_radiosity(s, hit->patch, view.eye + way * hit->distance);
        if (k == 0 && !s.input.material_of(s.input.patches[hit->patch]).is_light())
          luminances.push_back(luminance(seen[at]));
      }
    }
  }
  const tone curve(std::move(luminances), s.input.light_colour());
  picture result{size.width, size.height, std::vector<std::uint8_t>(width * height * 3)};
  for (std::size_t pixel = 0; pixel < width * height; ++pixel) {
    vec3 total;
    for (std::size_t k = 0; k < per_pixel; ++k) total += curve.displayed(seen[pixel * per_pixel + k]);
    const auto bytes = tone::bytes(total * (1.0 / static_cast<double>(per_pixel)));
    std::copy(bytes.begin(), bytes.end(), result.bytes.begin() + static_cast<std::ptrdiff_t>(3 * pixel));
  }
  return result;
}

}  // namespace jackdaw::apps::radiosity
