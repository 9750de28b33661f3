// Pictures, to and from PNG files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::apps {

/// Red, green, blue (sRGB).
using colour = std::array<std::uint8_t, 3>;

/// Three bytes (sRGB) per pixel, rows from the top.
struct picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> bytes;
};

/// One colour everywhere.
[[nodiscard]] picture blank_picture(int width, int height, const colour& all);

/// The pixel in column x of row y, both inside the picture.
inline void set_pixel(picture& p, int x, int y, const colour& value) {
  const std::size_t at =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(p.width) + static_cast<std::size_t>(x));
  for (std::size_t i = 0; i < 3; ++i) p.bytes[at + i] = value[i];
}

/// Writes a PNG file, whole or not at all. Throws input_error when it cannot be written.
void write_png(const picture& p, const std::string& path);

/// One byte (0 black, 255 white) per pixel, rows from the top.
struct grey_picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> bytes;
};

/// Reads a PNG file of any kind as greys. Throws input_error when it is none, or has more than `most_pixels`, or more
/// than so many bytes can hold.
[[nodiscard]] grey_picture read_grey_png(const std::string& path, std::size_t most_pixels);

/// The same of its bytes; `path` for messages.
[[nodiscard]] grey_picture grey_png(const std::string& path, std::string_view bytes, std::size_t most_pixels);

}  // namespace jackdaw::apps
