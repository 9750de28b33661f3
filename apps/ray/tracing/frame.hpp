// The picture while it is made, and parts of it.
#pragma once

#include <cstddef>
#include <vector>

#include "apps/support/geometry/vec3.hpp"

namespace jackdaw::apps::ray {

/// Pixels from `left`, `top` to before `right`, `bottom`.
struct rectangle {
  std::size_t left = 0, top = 0, right = 0, bottom = 0;

  [[nodiscard]] std::size_t width() const noexcept { return right - left; }
  [[nodiscard]] std::size_t height() const noexcept { return bottom - top; }
};

/// Colours of pixels, rows from the top: 1 is full brightness, more is possible. Different pixels may be set
/// by different threads at the same time.
class frame {
 public:
  frame() = default;
  /// All pixels are `unset`.
  frame(std::size_t width, std::size_t height, const vec3& unset)
      : width_(width), height_(height), pixels_(width * height, unset) {}

  [[nodiscard]] std::size_t width() const noexcept { return width_; }
  [[nodiscard]] std::size_t height() const noexcept { return height_; }
  [[nodiscard]] rectangle whole() const noexcept { return {0, 0, width_, height_}; }
  [[nodiscard]] vec3& at(std::size_t x, std::size_t y) { return pixels_[y * width_ + x]; }
  [[nodiscard]] const vec3& at(std::size_t x, std::size_t y) const { return pixels_[y * width_ + x]; }

 private:
  std::size_t width_ = 0, height_ = 0;
  std::vector<vec3> pixels_;
};

}  // namespace jackdaw::apps::ray
