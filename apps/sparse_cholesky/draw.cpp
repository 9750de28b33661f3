#include "apps/sparse_cholesky/draw.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jackdaw::apps::sparse_cholesky {

namespace {

constexpr int most_pixels = 1000;

/// How many entries fall on each pixel.
class pixels {
 public:
  pixels(int n, int side) : n_(n), side_(side), counts_(index(side, 0)) {}

  void add(int row, int column) { ++counts_[index(pixel(row), pixel(column))]; }

  /// From 0 to 1; a single entry on a pixel of many can still be seen.
  [[nodiscard]] double darkness(int y, int x) const {
    const double entries = counts_[index(y, x)];
    const double room = static_cast<double>(n_) / side_;
    return entries == 0 ? 0 : std::clamp(std::sqrt(entries / (room * room)), 0.35, 1.0);
  }

 private:
  [[nodiscard]] int pixel(int i) const { return static_cast<int>(static_cast<long>(i) * side_ / n_); }
  [[nodiscard]] std::size_t index(int y, int x) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(side_) + static_cast<std::size_t>(x);
  }

  int n_;
  int side_;
  std::vector<std::uint32_t> counts_;
};

colour faded(const colour& full, double amount) {
  colour result{};
  for (std::size_t i = 0; i < 3; ++i)
    result[i] = static_cast<std::uint8_t>(std::lround(255 - amount * (255 - full[i])));
  return result;
}

}  // namespace

picture drawn(const ordered_matrix& a, const structure& s) {
  const int n = a.lower.n;
  const int side = std::min(n, most_pixels);
  pixels original(n, side);
  pixels factor(n, side);
  for (int c = 0; c < n; ++c) {
    for (auto p = static_cast<std::size_t>(a.lower.start[static_cast<std::size_t>(c)]);
         p < static_cast<std::size_t>(a.lower.start[static_cast<std::size_t>(c) + 1]); ++p) {
      original.add(a.lower.row[p], c);
      if (a.lower.row[p] != c) original.add(c, a.lower.row[p]);
    }
    const supernode& node =
        s.supernodes[static_cast<std::size_t>(s.supernode_of[static_cast<std::size_t>(c)])];
    for (int k = c - node.first; k < node.row_count; ++k)
      factor.add(s.rows[node.rows + static_cast<std::size_t>(k)], c);
  }
  picture result = blank_picture(side, side, {255, 255, 255});
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double in_matrix = original.darkness(y, x);
      const double in_factor = x <= y ? factor.darkness(y, x) : 0;
      if (in_matrix > 0)
        set_pixel(result, x, y, faded({20, 50, 140}, std::max(in_matrix, in_factor)));
      else if (in_factor > 0)
        set_pixel(result, x, y, faded({220, 110, 0}, in_factor));
    }
  }
  return result;
}

}  // namespace jackdaw::apps::sparse_cholesky
