// Walking through a whole tree, serially. What is counted is a parameter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "apps/uts/tree.hpp"

namespace jackdaw::apps::uts {

/// Nodes, and nothing else: what benches time.
struct node_count {
  std::uint64_t nodes = 0;

  [[nodiscard]] static node_count of(const node&, int) noexcept { return {1}; }
  friend node_count operator+(node_count a, node_count b) noexcept { return {a.nodes + b.nodes}; }
};

/// Everything that is published of the trees.
struct census {
  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;
  std::int32_t depth = 0;  ///< of the deepest node; the root's is 0

  [[nodiscard]] static census of(const node& n, int children) noexcept {
    return {1, children == 0 ? 1U : 0U, n.depth};
  }
  friend census operator+(const census& a, const census& b) noexcept {
    return {a.nodes + b.nodes, a.leaves + b.leaves, std::max(a.depth, b.depth)};
  }
  friend bool operator==(const census&, const census&) = default;
};

/// The serial reference: counts the whole tree. A stack of nodes instead of a recursion: some trees are
/// deeper than the stack of a thread.
template <class Count>
[[nodiscard]] Count search(const tree& t) {
  Count found{};
  std::vector<node> open{t.root()};
  while (!open.empty()) {
    const node n = open.back();
    open.pop_back();
    const int children = t.children_of(n);
    found = found + Count::of(n, children);
    for (int i = 0; i < children; ++i) open.push_back(tree::child(n, i));
  }
  return found;
}

}  // namespace jackdaw::apps::uts
