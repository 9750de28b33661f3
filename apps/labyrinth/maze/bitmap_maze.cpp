// Labyrinths from bitmaps: dark pixels are walls.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

#include "apps/labyrinth/maze/read_maze.hpp"
#include "apps/support/files/picture.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::labyrinth {

maze png_maze(const std::string& path, const std::string& bytes) {
  const grey_picture pixels = grey_png(path, bytes, most_squares);
  maze squares(pixels.width, pixels.height, 1, false);
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      const std::size_t at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) + static_cast<std::size_t>(x);
      squares.set({x, y, 0}, pixels.bytes[at] >= 128);
    }
  }
  return squares;
}

namespace {

/// Reads the header and the digits of a PBM file.
class pbm_reader {
 public:
  pbm_reader(const std::string& path, const std::string& bytes) : path_(path), bytes_(bytes) {}

  [[noreturn]] void refuse(const std::string& problem) const {
    const auto line = 1 + std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw input_error(path_ + ":" + std::to_string(line) + ": " + problem +
                      "; expected PBM: P1 or P4, width, height, then a bit for each pixel");
  }

  /// The next number of the header; comments are passed over.
  int extent() {
    skip_blanks();
    int value = 0;
    const char* const end = bytes_.data() + bytes_.size();
    const auto [next, error] = std::from_chars(bytes_.data() + at_, end, value);
    if (error != std::errc{} || value < 1) refuse("a width or height that is no number from 1");
    at_ = static_cast<std::size_t>(next - bytes_.data());
    return value;
  }

  /// Refuses a file that cannot hold as many pixels, each of `bits` bits at least, before there is room for them.
  void require(std::size_t pixels, std::size_t bits) const {
    const std::size_t left = bytes_.size() - std::min(at_, bytes_.size());
    if (left < (pixels * bits + 7) / 8) refuse("the file ends too early");
  }

  /// The next pixel of P1: whether it is white.
  bool plain_pixel() {
    skip_blanks();
    if (at_ == bytes_.size()) refuse("the file ends too early");
    const char digit = bytes_[at_++];
    if (digit != '0' && digit != '1') refuse("a pixel that is neither 0 nor 1");
    return digit == '0';
  }

  /// Where the packed rows of P4 begin, which have `size` bytes.
  const char* packed(std::size_t size) {
    ++at_;  // one white space
    if (bytes_.size() < at_ + size) refuse("the file ends too early");
    return bytes_.data() + at_;
  }

 private:
  void skip_blanks() {
    while (at_ < bytes_.size()) {
      if (bytes_[at_] == '#') {
        at_ = std::min(bytes_.find('\n', at_), bytes_.size());
      } else if (std::string(" \t\r\n\v\f").find(bytes_[at_]) != std::string::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  const std::string& path_;
  const std::string& bytes_;
  std::size_t at_ = 2;
};

}  // namespace

maze pbm_maze(const std::string& path, const std::string& bytes) {
  pbm_reader in(path, bytes);
  const int width = in.extent();
  const int height = in.extent();
  if (static_cast<double>(width) * height > static_cast<double>(most_squares))
    in.refuse("more than " + std::to_string(most_squares) + " pixels");
  in.require(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), bytes[1] == '1' ? 8 : 1);
  maze squares(width, height, 1, false);
  if (bytes[1] == '1') {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) squares.set({x, y, 0}, in.plain_pixel());
    return squares;
  }
  const std::size_t row = (static_cast<std::size_t>(width) + 7) / 8;
  const char* const bits = in.packed(row * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto byte = static_cast<unsigned char>(
          bits[row * static_cast<std::size_t>(y) + static_cast<std::size_t>(x / 8)]);
      squares.set({x, y, 0}, (byte >> (7 - x % 8) & 1) == 0);
    }
  }
  return squares;
}

}  // namespace jackdaw::apps::labyrinth
