// The tasks that wait at one handle, sorted by the version they need.
//
// Tasks that need the same version are a group; its first member stands for it. Nearly all groups come in the order
// of their versions, or before all others: they are in a line. The others are in a tree
// (flow/version/late_waiters.hpp), which hangs at the first group of the line. Nothing is allocated. One thread at a
// time.
// Invariants
//   WA-Q1  the first group of the line has the smallest version of all, so the line is empty only when all is. When
//          it leaves, the next one is the smaller of the second and the first of the tree, and takes over the tree.
//   WA-Q2  two groups may need the same version, when one of them stood in the middle of the line as the other one
//          came. It is not looked for there: all costs are constant, or logarithmic in the number of groups.
//   WA-Q3  in the line `smaller` leads back to the group before; but at the first one to the root of the tree.
#pragma once

#include <cstdint>
#include <utility>

#include <jackdaw/flow/version/late_waiters.hpp>
#include <jackdaw/flow/version/look_count.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class waiters {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

  /// Cost: constant for a task that needs the smallest or the largest version, as nearly all do; else logarithmic.
  void insert(waiter& w) noexcept {
    const std::uint64_t wanted = w.wanted();
    w.next() = nullptr;
    w.next_group() = nullptr;
    w.smaller() = nullptr;
    if (first_ == nullptr) {
      first_ = last_ = &w;
    } else if (last_->wanted() < wanted) {
      w.smaller() = last_;
      last_->next_group() = &w;
      last_ = &w;
    } else if (last_->wanted() == wanted) {
      join(*last_, w);
    } else if (wanted < first_->wanted()) {
      w.smaller() = std::exchange(first_->smaller(), &w);
      w.next_group() = std::exchange(first_, &w);
    } else if (first_->wanted() == wanted) {
      join(*first_, w);
    } else if (waiter* const group = late_waiters::insert(first_->smaller(), w); group != nullptr) {
      join(*group, w);
    }
  }

  /// Takes out all tasks that need at most `version`; but of those that await their turn one, and none while the
  /// handle is `held`. Adds them to the groups `woken`.
  void take_ready(std::uint64_t version, bool held, waiter*& woken) noexcept {
    while (first_ != nullptr && first_->wanted() <= version) {
      waiter& group = *first_;
      if (group.awaits_turn) {
        if (held) return;
        take_member(group, nullptr, nullptr);
        push(woken, group);
        return;  // a task that needs a larger version comes after all of these
      }
      remove_first();
      push(woken, group);
    }
  }

  /// How many members of a group are looked at for one that fits.
  static constexpr unsigned most_tried = 8;

  /// Takes out one task that needs exactly `version` and for which fits() holds; null: none was found, which does not
  /// say that there is none. Cost: logarithmic.
  [[nodiscard]] waiter* take(std::uint64_t version, auto&& fits) noexcept {
    if (first_ == nullptr) return nullptr;
    waiter** link = nullptr;  // of a group in the tree
    waiter* group = first_->wanted() == version ? first_ : last_;
    if (group->wanted() != version) {
      link = late_waiters::find(first_->smaller(), version);
      if (link == nullptr) return nullptr;
      group = *link;
    }
    waiter* member = group;
    waiter* previous = nullptr;
    for (unsigned tried = 0; member != nullptr && !fits(*member);
         previous = std::exchange(member, member->next())) {
      look();
      if (++tried == most_tried) return nullptr;
    }
    if (member != nullptr) take_member(*member, previous, link);
    return member;
  }

  /// Takes out `w`; false: it is not here. Cost: a look at each waiting task.
  [[nodiscard]] bool take_out(const waiter& w) noexcept {
    const std::uint64_t version = w.wanted();
    const auto is_in = [&](waiter* group, waiter** link) {
      waiter* previous = nullptr;
      for (waiter* member = group; member != nullptr; previous = std::exchange(member, member->next())) {
        if (member == &w) {
          take_member(*member, previous, link);
          return true;
        }
      }
      return false;
    };
    for (waiter* group = first_; group != nullptr; group = group->next_group()) {
      if (group->wanted() == version && is_in(group, nullptr)) return true;
    }
    waiter** const link = first_ != nullptr ? late_waiters::find(first_->smaller(), version) : nullptr;
    return link != nullptr && is_in(*link, link);
  }

  /// Adds a group, as a whole: its other members, which have long left the cache, are not touched.
  static void push(waiter*& groups, waiter& group) noexcept {
    group.next_group() = std::exchange(groups, &group);
  }

  /// Takes all out of `woken`, to which `go_on(member)` may add, and gives each to it.
  static void for_each_woken(waiter*& woken, auto&& go_on) {
    while (woken != nullptr) {
      waiter* member = std::exchange(woken, woken->next_group());
      while (member != nullptr) {
        waiter& now = *std::exchange(member, member->next());
        if (member != nullptr) {
          __builtin_prefetch(member, 1);
          __builtin_prefetch(member->behind(), 1);
        }
        go_on(now);
      }
    }
  }

  /// Calls `see` with each, while no other thread works on the handle.
  void for_each(auto&& see) const {
    const auto see_group = [&see](waiter& group) {
      for (waiter* member = &group; member != nullptr; member = member->next()) {
        look();
        see(*member);
      }
    };
    if (first_ == nullptr) return;
    for (waiter* group = first_; group != nullptr; group = group->next_group()) see_group(*group);
    late_waiters::for_each(first_->smaller(), see_group);
  }

 private:
  static void join(waiter& group, waiter& w) noexcept { w.next() = std::exchange(group.next(), &w); }

  /// `link`: of its group, where that is in the tree. `previous` in the group; null: it is the first.
  void take_member(waiter& member, waiter* previous, waiter** link) noexcept {
    if (previous != nullptr) {
      previous->next() = member.next();
    } else {
      replace(member, link);
    }
    member.next() = nullptr;
  }

  /// The first member of a group leaves: the next one takes its place, or the group is gone. `link`: in the tree.
  void replace(const waiter& leaving, waiter** link) noexcept {
    waiter* const heir = leaving.next();
    if (heir == nullptr) {
      if (link == nullptr) return leave_line(leaving);
      late_waiters::take(link);
      return;
    }
    heir->smaller() = leaving.smaller();
    heir->next_group() = leaving.next_group();
    if (link != nullptr) {
      *link = heir;
    } else {
      (&leaving == first_ ? first_ : heir->smaller()->next_group()) = heir;
      (&leaving == last_ ? last_ : heir->next_group()->smaller()) = heir;
    }
  }

  void leave_line(const waiter& group) noexcept {
    if (&group == first_) return remove_first();
    group.smaller()->next_group() = group.next_group();
    (&group == last_ ? last_ : group.next_group()->smaller()) = group.smaller();
  }

  /// WA-Q1
  void remove_first() noexcept {
    waiter* tree = first_->smaller();
    waiter* next = first_->next_group();
    if (next == nullptr) last_ = nullptr;
    if (tree != nullptr) {
      waiter** const late = late_waiters::first(tree);
      if (next == nullptr || (*late)->wanted() < next->wanted()) {
        waiter& before = late_waiters::take(late);
        before.next_group() = next;
        (next == nullptr ? last_ : next->smaller()) = &before;
        next = &before;
      }
    }
    first_ = next;
    if (next != nullptr) next->smaller() = tree;
  }

  waiter* first_ = nullptr;
  waiter* last_ = nullptr;  // the first member of the last group
};

}  // namespace jackdaw::dataflow
