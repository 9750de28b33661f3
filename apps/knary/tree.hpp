// BP98 section 5: knary(h, d, s), a tree whose work and critical path are known. How large both are, and the serial
// program.
#pragma once

#include <cstdint>
#include <limits>

#include "apps/support/work_unit.hpp"

namespace jackdaw::apps::knary {

/// A tree of `height` levels. A node that is no leaf has `degree` children; the first `serial` of them are generated
/// one after another, each when the tree of the one before is complete, and the others at once, after those.
struct tree {
  int height;
  int degree;
  int serial;
  std::uint64_t units;  ///< of simulated work of each node, before its children

  [[nodiscard]] constexpr int parallel() const noexcept { return degree - serial; }
};

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

/// T1 in nodes.
[[nodiscard]] constexpr std::uint64_t nodes(const tree& t) {
  return powers(static_cast<std::uint64_t>(t.degree), t.height);
}

/// T∞ in nodes: of a node's subtrees those before which others end, and one of the rest, follow each other.
[[nodiscard]] constexpr std::uint64_t longest_path(const tree& t) {
  return powers(static_cast<std::uint64_t>(t.parallel() > 0 ? t.serial + 1 : t.serial), t.height);
}

/// The serial program: a recursion. Returns the number of nodes.
inline std::uint64_t grow(const tree& t, int height) {
  simulate_work(t.units);
  std::uint64_t count = 1;
  if (height == 1) return count;
  for (int child = 0; child < t.degree; ++child) count += grow(t, height - 1);
  return count;
}

}  // namespace jackdaw::apps::knary
