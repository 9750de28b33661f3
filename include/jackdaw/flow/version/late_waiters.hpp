// The groups of tasks at a handle that came later than groups of larger versions.
//
// A treap (Seidel, Aragon, 1996): a search tree by version that is a heap by a mix of the version. Versions are random
// enough then, whatever the order in which they come, so no balance has to be stored. It is linked through the first
// members of the groups, so nothing is allocated. Cost of each operation: a look at each group on one way down, about
// twice the logarithm of their number. One thread at a time.
#pragma once

#include <cstdint>
#include <utility>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// The tree itself is a pointer, its root, which lies with the caller (flow/version/waiters.hpp).
class late_waiters {
 public:
  /// The link to the group that wants `version`; null: there is none.
  [[nodiscard]] static waiter** find(waiter*& root, std::uint64_t version) noexcept {
    waiter** at = &root;
    while (*at != nullptr && (*at)->wanted() != version) at = child(**at, version);
    return *at != nullptr ? at : nullptr;
  }

  /// Puts in `w` as a group; or returns the group that wants the same version, then the tree is as before.
  [[nodiscard]] static waiter* insert(waiter*& root, waiter& w) noexcept {
    const std::uint64_t version = w.wanted();
    waiter** at = &root;
    while (*at != nullptr && above(**at, w)) at = child(**at, version);
    if (*at != nullptr && (*at)->wanted() == version) return *at;
    waiter* rest = std::exchange(*at, &w);
    waiter** smaller = &w.smaller();
    waiter** larger = &w.next_group();
    while (rest != nullptr) {  // all that is below it now goes to its two sides
      look();
      if (rest->wanted() < version) {
        *smaller = rest;
        smaller = &rest->next_group();
        rest = *smaller;
      } else {
        *larger = rest;
        larger = &rest->smaller();
        rest = *larger;
      }
    }
    *smaller = *larger = nullptr;
    return nullptr;
  }

  /// The link to the group of the smallest version; there is one.
  [[nodiscard]] static waiter** first(waiter*& root) noexcept {
    waiter** at = &root;
    for (; (*at)->smaller() != nullptr; at = &(*at)->smaller()) look();
    return at;
  }

  /// Takes out the group that `link` leads to.
  static waiter& take(waiter** link) noexcept {
    waiter& taken = **link;
    waiter* smaller = taken.smaller();
    waiter* larger = taken.next_group();
    while (smaller != nullptr && larger != nullptr) {
      look();
      if (above(*smaller, *larger)) {
        *link = smaller;
        link = &smaller->next_group();
        smaller = *link;
      } else {
        *link = larger;
        link = &larger->smaller();
        larger = *link;
      }
    }
    *link = smaller != nullptr ? smaller : larger;
    return taken;
  }

  /// Calls see(first member) for each group.
  static void for_each(waiter* root, auto&& see) {
    if (root == nullptr) return;
    for_each(root->smaller(), see);
    see(*root);
    for_each(root->next_group(), see);
  }

 private:
  static bool above(const waiter& a, const waiter& b) noexcept {
    return base::mix(a.wanted()) > base::mix(b.wanted());
  }

  static waiter** child(waiter& of, std::uint64_t version) noexcept {
    look();
    return version < of.wanted() ? &of.smaller() : &of.next_group();
  }
};

}  // namespace jackdaw::dataflow
