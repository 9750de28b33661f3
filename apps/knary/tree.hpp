// BP98 section 5: knary(h, d, s), a tree whose work and critical path are known. How large both are, and the serial
// program.
#pragma once

#include <cstdint>
#include <limits>

namespace jackdaw::apps::knary {

/// 1 + base + base² + …, `terms` of them; the largest number where that is more.
[[nodiscard]] constexpr std::uint64_t powers(std::uint64_t base, int terms) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t sum = 0;
  for (int i = 0; i < terms; ++i) {
    if (sum > (most - 1) / base) return most;
    sum = sum * base + 1;
  }
  return sum;
}

/// A tree; a leaf has height 0. Any other node has `degree` children: the first `serial` of them are generated one
/// after another, each when the tree of the one before is complete, and the others at once, after those.
struct tree {
  int height;
  int degree;
  int serial;
  std::uint64_t units = 100;  ///< work of a node itself, before its children

  [[nodiscard]] constexpr int parallel() const { return degree - serial; }
  [[nodiscard]] constexpr tree lower() const { return {height - 1, degree, serial, units}; }

  [[nodiscard]] constexpr std::uint64_t nodes() const {
    return powers(static_cast<std::uint64_t>(degree), height + 1);
  }
  /// In nodes: of a node's subtrees the serial ones, and one of the others, follow each other.
  [[nodiscard]] constexpr std::uint64_t longest_path() const {
    return powers(static_cast<std::uint64_t>(parallel() > 0 ? serial + 1 : serial), height + 1);
  }

  [[nodiscard]] constexpr std::uint64_t work() const { return nodes() * units; }         ///< T1
  [[nodiscard]] constexpr std::uint64_t span() const { return longest_path() * units; }  ///< T∞
};

/// The serial program. visit(tree) is a node's own work.
void grow(const tree& t, const auto& visit) {
  visit(t);
  if (t.height == 0) return;
  const tree child = t.lower();
  for (int i = 0; i < t.degree; ++i) grow(child, visit);
}

}  // namespace jackdaw::apps::knary
