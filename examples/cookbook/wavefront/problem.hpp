// Sweeps of Gauss-Seidel over a square grid in blocks. A block reads the rows and columns next to it: the new ones above and
// to the left, the old ones below and to the right.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

struct problem {
  static constexpr std::size_t blocks = 12;  // along each side
  static constexpr std::size_t width = 20;   // of a block
  static constexpr std::size_t sweeps = 10;

  using edge =
      std::array<double,
                 width>;  // a copy of the outermost row or column of a block: the ghost of its neighbour
  enum side : std::size_t { up, left, down, right };

  using cells = std::array<edge, width>;
  struct block {
    cells inside{};
    std::array<edge, 4> edges{};  // what neighbours on these sides read
  };

  /// One sweep over a block, with what its neighbours show on each side.
  static void sweep(cells& c, const std::array<const edge*, 4>& ghost) {
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        const double above = i == 0 ? (*ghost[up])[j] : c[i - 1][j];
        const double before = j == 0 ? (*ghost[left])[i] : c[i][j - 1];
        const double below = i + 1 == width ? (*ghost[down])[j] : c[i + 1][j];
        const double after = j + 1 == width ? (*ghost[right])[i] : c[i][j + 1];
        c[i][j] = 0.25 * (above + before + below + after);
      }
    }
  }
  static void show(const cells& c, std::size_t at, edge& to) {
    for (std::size_t i = 0; i < width; ++i)
      to[i] = at == up ? c[0][i] : at == left ? c[i][0] : at == down ? c[width - 1][i] : c[i][width - 1];
  }

  /// What is outside of the grid: warm above, cold elsewhere.
  static const edge& outside(std::size_t at) {
    static const edge cold{};
    static const edge warm = [] {
      edge all{};
      for (double& x : all) x = 100;
      return all;
    }();
    return at == up ? warm : cold;
  }

  /// Whether block (i, j) has a neighbour on that side, and its number.
  static bool has_neighbour(std::size_t i, std::size_t j, std::size_t at) {
    return at == up ? i != 0 : at == left ? j != 0 : at == down ? i + 1 != blocks : j + 1 != blocks;
  }
  static std::size_t neighbour(std::size_t i, std::size_t j, std::size_t at) {
    return at == up     ? (i - 1) * blocks + j
           : at == left ? i * blocks + j - 1
           : at == down ? (i + 1) * blocks + j
                        : i * blocks + j + 1;
  }
  static constexpr std::size_t opposite(std::size_t at) { return (at + 2) % 4; }

  problem() : expected(blocks * blocks) {
    for (std::size_t s = 0; s < sweeps; ++s) {
      for (std::size_t i = 0; i < blocks; ++i) {
        for (std::size_t j = 0; j < blocks; ++j) {
          std::array<const edge*, 4> ghost{};
          for (std::size_t at = 0; at < 4; ++at) {
            ghost[at] =
                has_neighbour(i, j, at) ? &expected[neighbour(i, j, at)].edges[opposite(at)] : &outside(at);
          }
          block& b = expected[i * blocks + j];
          sweep(b.inside, ghost);
          for (std::size_t at = 0; at < 4; ++at) show(b.inside, at, b.edges[at]);
        }
      }
    }
  }
  std::vector<block> expected;
};
