// A labyrinth: squares that are open or walls, in one layer or several, and the ways that are asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jackdaw::apps::labyrinth {

/// Largest number of squares: their numbers, with a border, fit into 32 bits.
inline constexpr std::size_t most_squares = 1U << 29U;

/// Columns to the right, rows downwards, layers from 0.
struct place {
  int x = 0, y = 0, z = 0;
  friend bool operator==(const place&, const place&) = default;
};

[[nodiscard]] inline std::string text(const place& p) {
  return std::to_string(p.x) + "," + std::to_string(p.y) + "," + std::to_string(p.z);
}

/// From where to where a shortest way is asked for.
struct route {
  place from, to;
};

/// Squares are numbered with a border of walls around every layer, and a layer of walls below and above, so
/// that no step from an open square leads out of the numbers.
class maze {
 public:
  maze() = default;

  /// All walls, or all open. Each extent at least 1, at most `most_squares` squares in all.
  maze(int width, int height, int layers, bool open)
      : width_(width),
        height_(height),
        layers_(layers),
        row_(static_cast<std::uint32_t>(width) + 2),
        layer_(row_ * (static_cast<std::uint32_t>(height) + 2)),
        open_(static_cast<std::size_t>(layer_) * (static_cast<std::size_t>(layers) + 2)) {
    if (!open) return;
    for (int z = 0; z < layers; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) set({x, y, z}, true);
  }

  [[nodiscard]] int width() const noexcept { return width_; }
  [[nodiscard]] int height() const noexcept { return height_; }
  [[nodiscard]] int layers() const noexcept { return layers_; }

  [[nodiscard]] bool contains(const place& p) const noexcept {
    return p.x >= 0 && p.x < width_ && p.y >= 0 && p.y < height_ && p.z >= 0 && p.z < layers_;
  }
  [[nodiscard]] bool is_open(const place& p) const { return open_[number(p)] != 0; }
  void set(const place& p, bool open) { open_[number(p)] = open ? 1 : 0; }

  [[nodiscard]] std::uint32_t number(const place& p) const noexcept {
    return static_cast<std::uint32_t>(p.z + 1) * layer_ + static_cast<std::uint32_t>(p.y + 1) * row_ +
           static_cast<std::uint32_t>(p.x + 1);
  }
  [[nodiscard]] place at(std::uint32_t number) const noexcept {
    const std::uint32_t in_layer = number % layer_;
    return {static_cast<int>(in_layer % row_) - 1, static_cast<int>(in_layer / row_) - 1,
            static_cast<int>(number / layer_) - 1};
  }

  /// What to add to the number of a square: right, left, down, up, to the next layer, to the one before.
  [[nodiscard]] std::array<std::uint32_t, 6> steps() const noexcept {
    return {1U, ~0U, row_, ~row_ + 1, layer_, ~layer_ + 1};
  }
  /// How many of the steps can lead anywhere.
  [[nodiscard]] unsigned directions() const noexcept { return layers_ > 1 ? 6 : 4; }

  /// By number: 1 open, 0 wall.
  [[nodiscard]] const std::vector<std::uint8_t>& squares() const noexcept { return open_; }

 private:
  int width_ = 0, height_ = 0, layers_ = 0;
  std::uint32_t row_ = 0, layer_ = 0;
  std::vector<std::uint8_t> open_;
};

/// What is to be solved.
struct puzzle {
  maze squares;
  std::vector<route> routes;
};

}  // namespace jackdaw::apps::labyrinth
