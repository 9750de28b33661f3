// The tasks that wait at one handle, sorted by the version they want.
//
// Those that want the same version are a group. Groups are linked through their first members. Nothing is
// allocated. One thread at a time.
#pragma once

#include <cstdint>
#include <utility>

#include <jackdaw/flow/waiter.hpp>

namespace jackdaw::dataflow {

class waiters {
 public:
  [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

  /// Cost: constant for one that wants the smallest or the largest version, as nearly all do; else a look at
  /// each group before it.
  void insert(waiter& w) noexcept {
    const std::uint64_t wanted = w.wanted();
    w.next = nullptr;
    w.next_group = nullptr;
    if (first_ == nullptr) {
      first_ = last_ = &w;
    } else if (last_->wanted() < wanted) {
      last_->next_group = &w;
      last_ = &w;
    } else if (last_->wanted() == wanted) {
      join(*last_, w);
    } else if (wanted < first_->wanted()) {
      w.next_group = std::exchange(first_, &w);
    } else {
      waiter* group = first_;
      while (group->next_group->wanted() <= wanted) group = group->next_group;
      if (group->wanted() == wanted) {
        join(*group, w);
      } else {
        w.next_group = std::exchange(group->next_group, &w);
      }
    }
  }

  /// Takes out all who want at most `version`, but of those who await their turn one, and none while the
  /// handle is `held`. Adds them to the groups `woken`.
  void take_ready(std::uint64_t version, bool held, waiter*& woken) noexcept {
    while (first_ != nullptr && first_->wanted() <= version) {
      if (first_->awaits_turn) {
        if (!held) take_one(woken);
        return;  // whoever wants a larger version comes after all of these
      }
      waiter& group = *first_;
      first_ = group.next_group;
      push(woken, group);
    }
    if (first_ == nullptr) last_ = nullptr;
  }

  /// Takes out one who wants exactly `version` and of whom fits() holds; null: there is none. Cost: a look at each
  /// group before, and at each member that does not fit.
  [[nodiscard]] waiter* take(std::uint64_t version, auto&& fits) noexcept {
    waiter* before = nullptr;
    waiter* group = first_;
    while (group != nullptr && group->wanted() < version) before = std::exchange(group, group->next_group);
    if (group == nullptr || group->wanted() != version) return nullptr;
    waiter* member = group;
    waiter* previous = nullptr;
    while (member != nullptr && !fits(*member)) previous = std::exchange(member, member->next);
    if (member == nullptr) return nullptr;
    if (previous != nullptr) {
      previous->next = member->next;
    } else {
      replace(*group, before);
    }
    member->next = nullptr;
    return member;
  }

  /// Adds a group, as a whole: its other members, which have long left the cache, are not touched.
  static void push(waiter*& groups, waiter& group) noexcept {
    group.next_group = std::exchange(groups, &group);
  }

  /// Takes all out of `woken`, to which `go_on(member)` may add, and gives each to it.
  static void for_each_woken(waiter*& woken, auto&& go_on) {
    while (woken != nullptr) {
      waiter* member = std::exchange(woken, woken->next_group);
      while (member != nullptr) {
        waiter& now = *std::exchange(member, member->next);
        if (member != nullptr) {
          __builtin_prefetch(member, 1);
          __builtin_prefetch(member + 1, 1);
        }
        go_on(now);
      }
    }
  }

  /// For messages: calls `see` with each, while nobody else works on the handle.
  void for_each(auto&& see) const {
    for (waiter* group = first_; group != nullptr; group = group->next_group) {
      for (waiter* member = group; member != nullptr; member = member->next) see(*member);
    }
  }

 private:
  static void join(waiter& group, waiter& w) noexcept { w.next = std::exchange(group.next, &w); }

  void take_one(waiter*& woken) noexcept {
    waiter& taken = *first_;
    replace(taken, nullptr);
    taken.next = nullptr;
    push(woken, taken);
  }

  /// The first member of a group leaves: the next one takes its place, or the group is gone. `before`: the group
  /// before it.
  void replace(waiter& leaving, waiter* before) noexcept {
    waiter* heir = leaving.next;
    if (heir != nullptr) heir->next_group = leaving.next_group;
    waiter* const now_here = heir != nullptr ? heir : leaving.next_group;
    (before != nullptr ? before->next_group : first_) = now_here;
    if (last_ == &leaving) last_ = heir != nullptr ? heir : before;
  }

  waiter* first_ = nullptr;
  waiter* last_ = nullptr;  // the first member of the last group
};

}  // namespace jackdaw::dataflow
