// The search on the fork_join face: children are halved by joins until one is left.
#pragma once

#include <jackdaw/fork_join/join.hpp>

#include "apps/uts/search.hpp"

namespace jackdaw::apps::uts {

/// A node, and the tree it is in.
template <class Tree>
struct place {
  const Tree& in;
  const node& self;
};

/// Adds the node and all below it to `found`. If counts were results, three of them would lie in the frame of each
/// join: trees are as deep as 17 844 levels.
template <class Count, class Worker, class Tree>
void add_tree(Count& found, Worker& w, const place<Tree>& of);

/// A function of its own, so that the node does not lie in each frame above it.
template <class Count, class Worker, class Tree>
[[gnu::noinline]] void add_child(Count& found, Worker& w, const place<Tree>& parent, int number) {
  const node child = Tree::child(parent.self, number);
  add_tree(found, w, place<Tree>{parent.in, child});
}

/// The children from `first` to before `last`, at least one, and all below them.
template <class Count, class Worker, class Tree>
void add_children(Count& found, Worker& w, const place<Tree>& parent, int first, int last) {
  if (last - first == 1) return add_child(found, w, parent, first);
  struct {
    const place<Tree>& parent;
    Count& nearer;
    Count further;
    int first, last;
    [[nodiscard]] int middle() const noexcept { return first + (last - first) / 2; }
  } part{parent, found, {}, first, last};
  join(
      w, [&part](Worker& v) { add_children(part.nearer, v, part.parent, part.first, part.middle()); },
      [&part](Worker& v) { add_children(part.further, v, part.parent, part.middle(), part.last); });
  found = found + part.further;
}

template <class Count, class Worker, class Tree>
void add_tree(Count& found, Worker& w, const place<Tree>& of) {
  const int children = of.in.children_of(of.self);
  found = found + Count::of(of.self, children);
  if (children > 0) add_children(found, w, of, 0, children);
}

/// Counts the node and all below it.
template <class Count, class Worker, class Tree>
[[nodiscard]] Count search(Worker& w, const Tree& t, const node& n) {
  Count found{};
  add_tree(found, w, place<Tree>{t, n});
  return found;
}

}  // namespace jackdaw::apps::uts
