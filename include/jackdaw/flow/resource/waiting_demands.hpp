// The demands that wait at one resource, in the order in which they get units.
//
// A larger priority comes first, of equal ones the older task. The first that needs no more units than there are is
// found on one way down: each node knows the fewest units below it.
// A treap (Seidel, Aragon, 1996): a search tree that is a heap by a mix of the age. It is linked through the demands,
// so nothing is allocated. Cost of each operation: a look at each demand on one way down, about twice the logarithm of
// their number. One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/resource/unit_request.hpp>
#include <jackdaw/flow/version/look_count.hpp>

namespace jackdaw::dataflow {

class waiting_demands {
 public:
  [[nodiscard]] bool empty() const noexcept { return root_ == nullptr; }

  void insert(unit_demand& one) noexcept {
    unit_demand** at = &root_;
    while (*at != nullptr && above(**at, one)) {
      look();
      (*at)->least = std::min((*at)->least, one.units);
      at = comes_before(one, **at) ? &(*at)->sooner : &(*at)->later;
    }
    split(*at, one, one.sooner, one.later);
    renew(one);
    *at = &one;
  }

  /// Takes out one that is here.
  void erase(const unit_demand& one) noexcept { root_ = without(root_, one); }

  /// The first that needs at most so many units; null: there is none.
  [[nodiscard]] unit_demand* first_within(std::uint64_t units) const noexcept {
    unit_demand* at = root_;
    if (at == nullptr || at->least > units) return nullptr;
    for (;;) {
      look();
      if (at->sooner != nullptr && at->sooner->least <= units) {
        at = at->sooner;
      } else if (at->units <= units) {
        return at;
      } else {
        at = at->later;
      }
    }
  }

 private:
  static bool comes_before(const unit_demand& a, const unit_demand& b) noexcept {
    if (a.by->priority != b.by->priority) return a.by->priority > b.by->priority;
    return a.by->age < b.by->age;
  }
  static bool above(const unit_demand& a, const unit_demand& b) noexcept {
    return base::mix(a.by->age) > base::mix(b.by->age);
  }

  /// What is below it has changed.
  static void renew(unit_demand& one) noexcept {
    one.least = one.units;
    for (const unit_demand* below : {one.sooner, one.later}) {
      if (below != nullptr) one.least = std::min(one.least, below->least);
    }
  }

  /// Into those before `by`, and those behind.
  static void split(unit_demand* tree, const unit_demand& by, unit_demand*& sooner,
                    unit_demand*& later) noexcept {
    if (tree == nullptr) {
      sooner = later = nullptr;
      return;
    }
    look();
    if (comes_before(*tree, by)) {
      sooner = tree;
      split(tree->later, by, tree->later, later);
    } else {
      later = tree;
      split(tree->sooner, by, sooner, tree->sooner);
    }
    renew(*tree);
  }

  static unit_demand* merged(unit_demand* sooner, unit_demand* later) noexcept {
    if (sooner == nullptr) return later;
    if (later == nullptr) return sooner;
    look();
    unit_demand& top = above(*sooner, *later) ? *sooner : *later;
    if (&top == sooner) {
      top.later = merged(top.later, later);
    } else {
      top.sooner = merged(sooner, top.sooner);
    }
    renew(top);
    return &top;
  }

  static unit_demand* without(unit_demand* tree, const unit_demand& one) noexcept {
    look();
    if (tree == &one) return merged(tree->sooner, tree->later);
    unit_demand*& below = comes_before(one, *tree) ? tree->sooner : tree->later;
    below = without(below, one);
    renew(*tree);
    return tree;
  }

  unit_demand* root_ = nullptr;
};

}  // namespace jackdaw::dataflow
