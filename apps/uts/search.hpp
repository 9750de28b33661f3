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

/// The serial reference: counts the whole tree. A stack of nodes whose children are not all counted, instead of
/// a recursion: some trees are deeper than the stack of a thread. Leaves are never stored.
template <class Count>
[[nodiscard]] Count search(const tree& t) {
  struct parent {
    node self;
    int children;
    int next;
  };
  std::vector<parent> open;
  Count found{};
  const auto visit = [&](const node& n) {
    const int children = t.children_of(n);
    found = found + Count::of(n, children);
    if (children > 0) open.push_back({n, children, 0});
  };
  visit(t.root());
  while (!open.empty()) {
    parent& top = open.back();
    const node child = tree::child(top.self, top.next);
    if (++top.next == top.children) open.pop_back();
    visit(child);
  }
  return found;
}

}  // namespace jackdaw::apps::uts
