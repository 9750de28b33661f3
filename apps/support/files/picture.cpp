#include "apps/support/files/picture.hpp"

#include <algorithm>

#include <png.h>

#include "apps/support/files/input_file.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::apps {

picture blank_picture(int width, int height, const colour& all) {
  picture result{width, height, {}};
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  result.bytes.resize(3 * pixels);
  for (std::size_t i = 0; i < result.bytes.size(); ++i) result.bytes[i] = all[i % 3];
  return result;
}

void write_png(const picture& p, const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(p.width);
  image.height = static_cast<png_uint_32>(p.height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t bytes = 0;
  if (!png_image_write_to_memory(&image, nullptr, &bytes, 0, p.bytes.data(), 0, nullptr))
    throw input_error(quoted(path, 160) + ": cannot be encoded as PNG (" + image.message +
                      "); expected a smaller picture");
  std::vector<char> encoded(bytes);
  png_image_write_to_memory(&image, encoded.data(), &bytes, 0, p.bytes.data(), 0, nullptr);
  output_file file(path);
  file.stream().write(encoded.data(), static_cast<std::streamsize>(bytes));
  file.commit();
}

grey_picture read_grey_png(const std::string& path, std::size_t most_pixels) {
  input_file in(path, "a PNG picture");
  const std::string bytes = in.rest(100 + 16 * most_pixels);
  return grey_png(in.shown_path(), bytes, most_pixels);
}

namespace {

/// Whether all pixels of a picture with a palette are in it. libpng takes others as black without a word, but names the
/// pixels' numbers when it is asked for a palette.
bool is_within_palette(std::string_view bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return true;
  if ((image.format & PNG_FORMAT_FLAG_COLORMAP) == 0) {
    png_image_free(&image);
    return true;
  }
  image.format = PNG_FORMAT_RGBA_COLORMAP;
  std::vector<std::uint8_t> numbers(PNG_IMAGE_SIZE(image)), palette(PNG_IMAGE_COLORMAP_SIZE(image));
  if (png_image_finish_read(&image, nullptr, numbers.data(), 0, palette.data()) == 0) return true;
  return std::ranges::all_of(numbers, [&image](std::uint8_t each) { return each < image.colormap_entries; });
}

}  // namespace

grey_picture grey_png(const std::string& path, std::string_view bytes, std::size_t most_pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const auto refuse = [&](const std::string& why) {
    png_image_free(&image);
    throw input_error(path + ": " + why + "; expected a whole PNG picture of at most " +
                      std::to_string(most_pixels) + " pixels");
  };
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) refuse(image.message);
  if (static_cast<std::size_t>(image.width) * image.height > most_pixels)
    refuse(std::to_string(image.width) + " x " + std::to_string(image.height) + " pixels");
  constexpr std::size_t in_a_byte = 8 * 1032;  // of one bit, compressed as far as deflate can
  if (static_cast<std::size_t>(image.width) * image.height > in_a_byte * bytes.size())
    refuse("the file ends too early for " + std::to_string(image.width) + " x " +
           std::to_string(image.height) + " pixels");
  image.format = PNG_FORMAT_GRAY;
  grey_picture result{static_cast<int>(image.width), static_cast<int>(image.height),
                      std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  const png_color white{255, 255, 255};  // behind what is transparent
  if (png_image_finish_read(&image, &white, result.bytes.data(), 0, nullptr) == 0) refuse(image.message);
  if (!is_within_palette(bytes)) refuse("a pixel is of no colour of its palette");
  return result;
}

}  // namespace jackdaw::apps
