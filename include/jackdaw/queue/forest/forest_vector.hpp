// The forest vector: tasks in fully balanced trees, so that one removal can take a large share of them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/queue/queue.hpp>

namespace jackdaw::queue {

/// A fully balanced tree that has been taken out of a forest: its root, which is a task, and its level. It
/// holds every task below the root as well; level 0 is the root alone.
struct task_tree {
  double_linked_task* root = nullptr;
  unsigned level = 0;
};

/// Levels of trees, at most `Limit` trees a level (HR10's limit l). One thread at a time. Allocates nothing.
///
/// Source: HR10 section 2, figures 1, 3 and 4. A new task goes into the first level that is not full, as the root
/// over the whole level below it. A task is removed from the first level that is not empty, and its children become
/// the level below. The largest tree is the first of the last level. Decisions where the paper says nothing: which
/// levels are full and which are empty is kept in a word each. So every operation takes constant time, not only the
/// theft. Level 63 cannot be reached.
/// Order: the newest task comes first as long as levels do not fill up in a row; not LIFO in general.
/// Invariants
///   FV-I1  a tree of level i has Limit children of level i-1 under each node. Limit trees are joined when a
///          level is full, and they are parted together. So it has 1 + Limit + … + Limit^i tasks.
///   FV-I2  sizes are at most Limit; full_ and occupied_ have bit i set when level i has Limit, or any, trees.
///   FV-I3  hence the largest tree holds at least (Limit-1)/Limit^2 of all tasks (a quarter for 2). Where all
///          levels up to the largest are full, it holds at most 1/Limit of them.
/// The links of a node are those of the double-linked task: `next` is the sibling, `previous` the first
/// child.
template <unsigned Limit = 2>
class forest_vector {
  static_assert(Limit >= 2, "with one tree a level, every tree would be a path");

 public:
  using item_type = double_linked_task;
  static constexpr unsigned levels = 64;

  /// The trees of one level, linked by their siblings.
  struct level {
    item_type* first = nullptr;
    unsigned size = 0;
  };

  void push(item_type& item) noexcept {
    const unsigned i = first_not_full();
    plant(i, item, i > 0 ? cut(i - 1) : level{});
  }

  /// Null when empty.
  [[nodiscard]] item_type* pop() noexcept {
    if (empty()) return nullptr;
    const unsigned i = lowest();
    item_type* const item = fell(i);
    if (i > 0) graft(i - 1, crown_of(*item));
    return item;
  }

  /// How many tasks a tree of `level` has. FV-I1
  [[nodiscard]] static constexpr std::size_t tasks_in_tree(unsigned level) noexcept {
    std::size_t tasks = 1;
    while (level-- > 0) tasks = tasks * Limit + 1;
    return tasks;
  }

  /// Takes a tree of the largest level; without a root when empty.
  [[nodiscard]] task_tree take_largest() noexcept {
    if (empty()) return {};
    const unsigned i = highest();
    return {fell(i), i};
  }

  /// Stores what hangs below the root of `tree`; the root is the caller's. Only into an empty forest.
  void adopt(const task_tree& tree) noexcept {
    JACKDAW_ASSERT(empty(), "a thief keeps a tree when it has nothing else");
    if (tree.level > 0) graft(tree.level - 1, crown_of(*tree.root));
  }

  [[nodiscard]] bool empty() const noexcept { return occupied_ == 0; }
  [[nodiscard]] unsigned occupied_levels() const noexcept {
    return static_cast<unsigned>(std::popcount(occupied_));
  }
  [[nodiscard]] unsigned size_of(unsigned i) const noexcept { return levels_[i].size; }

  // ---- for a forest in two parts (queue/forest/shared_forest.hpp) ----

  /// The first level from `from` on with less than Limit trees.
  [[nodiscard]] unsigned first_not_full(unsigned from = 0) const noexcept {
    return from + static_cast<unsigned>(std::countr_one(full_ >> from));
  }
  /// The first and the last level with a tree; only when there is one.
  [[nodiscard]] unsigned lowest() const noexcept {
    return static_cast<unsigned>(std::countr_zero(occupied_));
  }
  [[nodiscard]] unsigned highest() const noexcept {
    return static_cast<unsigned>(std::bit_width(occupied_)) - 1;
  }

  /// Makes `item` a root of level i, over a full level of children, or over none when i is 0.
  void plant(unsigned i, item_type& item, const level& children) noexcept {
    item.previous = children.first;
    item.next = levels_[i].first;
    levels_[i].first = &item;
    resize(i, levels_[i].size + 1);
  }

  /// Takes the first tree of level i, which is not empty.
  [[nodiscard]] item_type* fell(unsigned i) noexcept {
    item_type* const root = levels_[i].first;
    levels_[i].first = static_cast<item_type*>(root->next);
    resize(i, levels_[i].size - 1);
    return root;
  }

  /// Takes all trees of level i.
  [[nodiscard]] level cut(unsigned i) noexcept {
    const level trees = std::exchange(levels_[i], {});
    resize(i, 0);
    return trees;
  }

  /// Puts all trees of level i, which is empty.
  void graft(unsigned i, const level& trees) noexcept {
    levels_[i].first = trees.first;
    resize(i, trees.size);
  }

  /// What hangs below a root of a level above 0: a full level (FV-I1).
  [[nodiscard]] static level crown_of(const item_type& root) noexcept { return {root.previous, Limit}; }

 private:
  void resize(unsigned i, unsigned size) noexcept {  // FV-I2
    const std::uint64_t bit = std::uint64_t{1} << i;
    levels_[i].size = size;
    occupied_ = size != 0 ? occupied_ | bit : occupied_ & ~bit;
    full_ = size == Limit ? full_ | bit : full_ & ~bit;
  }

  std::uint64_t occupied_ = 0;
  std::uint64_t full_ = 0;
  std::array<level, levels> levels_{};
};

static_assert(container<forest_vector<>>);

}  // namespace jackdaw::queue
