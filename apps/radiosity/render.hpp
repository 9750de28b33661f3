// The picture: rays from the camera, shaded with the averaged radiosities.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/radiosity/scene.hpp"
#include "apps/radiosity/solution.hpp"

namespace jackdaw::apps::radiosity {

struct picture_size {
  int width = 960, height = 600;
  int samples = 3;  ///< along each side of a pixel: 3 means 9 rays
};

/// Three bytes (sRGB) per pixel, rows from the top.
struct picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> bytes;
};

/// Draws what the camera sees; back sides are not drawn, so that one looks into a closed room through its
/// wall. One thread. Exposure is chosen from the brightness of what is seen.
picture render(const solution& s, const camera& view, const picture_size& size);

/// Writes a PNG file, whole or not at all. Throws input_error when it cannot be written.
void write_png(const picture& p, const std::string& path);

}  // namespace jackdaw::apps::radiosity
