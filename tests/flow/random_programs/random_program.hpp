// Random programs for flows, and what they do one task after another.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "tests/flow/random_programs/history.hpp"

namespace jackdaw::tests {

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15U)) * 0xbf58476d1ce4e5b9U;
  return a ^ (a >> 29U);
}

/// Adds, products and reductions commute, so that any legal order gives the same values.
constexpr void change(way how, std::uint64_t& value, std::uint64_t by) {
  if (how == way::write) value = mix(value, by);
  if (how == way::add || how >= way::merge) value += by;
  if (how == way::times) value *= by | 1U;
}

struct access_plan {
  std::size_t of = 0;
  way how = way::read;
  way as = way::read;  // how the task accesses it, where it names it twice
  bool again = false;  // it has named it before
};

struct task_plan {
  enum class manner : std::uint8_t {
    plain,
    priority,
    pinned,
    ranged,
    completed,
    always,
    limited,
    valued,
    reserved,
    read_late  // reserved but for a read, which it names when it is submitted
  };

  std::array<access_plan, 3> accesses{};
  std::size_t count = 0;
  bool fails = false;
  unsigned depth = 0;  // 0: without subtasks; 1: these do the changes; 2: the subtasks of one of them
  manner how = manner::plain;
  std::uint32_t number =
      0;  // of the worker, how urgent, who says that it is over, of units, or whether it handles failures

  [[nodiscard]] const access_plan* begin() const { return accesses.data(); }
  [[nodiscard]] const access_plan* end() const { return accesses.data() + count; }

  /// How the task accesses the object that it names there.
  [[nodiscard]] way as(std::size_t at) const {
    const std::size_t of = accesses[at].of;
    return std::find_if(begin(), end(), [of](const access_plan& a) { return a.of == of; })->as;
  }

  /// Whether it runs always, and may run beside others that change its objects: then it is chance which of them have
  /// failed before.
  [[nodiscard]] bool always_beside_others() const {
    return how == manner::always &&
           std::any_of(begin(), end(), [](const access_plan& a) { return a.as > way::write; });
  }
  /// Whether it says that the failures before it are handled.
  [[nodiscard]] bool handles() const {
    return how == manner::always && number % 2 == 1 && !always_beside_others();
  }

  [[nodiscard]] bool conflicts_with(const task_plan& other) const {
    return std::any_of(begin(), end(), [&](const access_plan& a) {
      return std::any_of(other.begin(), other.end(), [&](const access_plan& b) {
        return a.of == b.of && !a.again && !b.again && in_conflict(a.as, b.as);
      });
    });
  }

  /// Whether the access at this place may be of this type: else there would be too many types of tasks.
  static constexpr bool knows(std::size_t at, way how, bool has_subtasks, manner m) {
    if (at == 0) return true;
    if (m == manner::priority || m == manner::pinned || m == manner::completed || m == manner::valued)
      return false;
    if (m == manner::ranged) return at == 1 || how == way::read;
    if (m == manner::read_late) return at == 1 && how == way::read;
    if (m == manner::limited) return at == 1 && (how == way::read || how == way::add);
    if (at == 1) return has_subtasks || m != manner::plain ? how <= way::write : how <= way::merge;
    return !has_subtasks && m == manner::plain && how == way::read;
  }

  [[nodiscard]] std::uint64_t hash(std::uint64_t start) const {
    start = mix(start, count * 128 + depth * 32 + static_cast<unsigned>(how) * 2 + (fails ? 1 : 0));
    for (const access_plan& a : *this) start = mix(start, a.of * 16 + static_cast<unsigned>(a.how));
    return mix(start, number);
  }
};

inline task_plan random_task(base::random& random, std::size_t cells, bool may_fail, bool may_reserve) {
  task_plan plan;
  if (random.below(4) == 0) {
    plan.depth = 1 + random.below(2);
  } else if (random.below(4) == 0) {
    plan.how = static_cast<task_plan::manner>(1 + random.below(may_reserve ? 9 : 7));
    plan.number = random.below(8) * (plan.how == task_plan::manner::always && !may_reserve ? 2 : 1);
  }
  for (std::uint32_t left = random.below(4); left != 0 && plan.count < plan.accesses.size(); --left) {
    access_plan one{random.below(static_cast<std::uint32_t>(cells)), static_cast<way>(random.below(7))};
    if (plan.how == task_plan::manner::ranged && plan.count == 1) one.how = plan.accesses[0].how;
    if (!task_plan::knows(plan.count, one.how, plan.depth != 0, plan.how)) continue;
    one.as = one.how;
    access_plan* const end = plan.accesses.data() + plan.count;
    access_plan* const first =
        std::find_if(plan.accesses.data(), end, [&](const access_plan& a) { return a.of == one.of; });
    if (first != end) {
      if (plan.depth != 0) continue;  // its subtasks would change one object at the same time
      if (plan.how == task_plan::manner::read_late) continue;  // it would wait for itself
      one.again = true;
      if (first->as != one.how) first->as = way::write;
    }
    plan.accesses[plan.count++] = one;
  }
  plan.fails = may_fail && random.below(12) == 0 && !plan.always_beside_others();
  return plan;
}

/// The rules.
class interpreter {
 public:
  explicit interpreter(std::size_t cells) : cells_(cells) {}

  /// Returns what the task computes from what it reads; 0 when it does not run to its end.
  std::uint64_t run(const task_plan& plan, std::size_t task) {
    const bool always = plan.how == task_plan::manner::always;
    bool skip = false;
    std::size_t damaged = 0;
    task_set why = 0;
    for (const access_plan& a : plan) {
      if (a.again) continue;
      state& c = cells_[a.of];
      if (in_conflict(c.last, a.as) || c.registered == 0) c.group = c.registered;
      c.last = a.as;
      ++c.registered;
      c.groups[task] = c.group;
    }
    for (std::size_t i = 0; i < plan.count; ++i) {
      const state& c = cells_[plan.accesses[i].of];
      if (plan.as(i) >= way::merge || c.spoiled >= c.group) continue;
      ++damaged;
      why |= c.causes;
    }
    skip = damaged != 0 && !always;
    if (plan.handles()) handled_ |= why;
    if (skip || plan.fails) {
      if (!skip) failed_ |= why = set_of(task);
      for (const access_plan& a : plan) {
        state& c = cells_[a.of];
        if (a.again || a.as == way::read) continue;
        c.spoiled = std::min(c.spoiled, c.group);
        c.causes |= why;
      }
      if (skip) ++skipped;
      return 0;
    }
    std::uint64_t seen = task + 1 + (always ? damaged * most_tasks : 0);
    for (const access_plan& a : plan) {
      if (a.how == way::read) seen = mix(seen, cells_[a.of].value);
    }
    for (const bool afterwards : {false, true}) {  // what has partial results of another type
      for (const access_plan& a : plan) {
        if ((a.how > way::merge) == afterwards) change(a.how, cells_[a.of].value, seen);
      }
    }
    for (const access_plan& a : plan) {
      if (always && !a.again && a.as == way::write) {
        cells_[a.of].spoiled = none;
        cells_[a.of].causes = 0;
      }
    }
    return seen;
  }

  /// How many failures wait() tells of: not those that are handled and have left no damage.
  [[nodiscard]] std::size_t failed() const {
    task_set left = 0;
    for (const state& c : cells_) left |= c.causes;
    return static_cast<std::size_t>(std::popcount(failed_ & ~(handled_ & ~left)));
  }

  [[nodiscard]] std::uint64_t value(std::size_t cell) const { return cells_[cell].value; }
  [[nodiscard]] std::uint64_t group(std::size_t cell, std::size_t task) const {
    return cells_[cell].groups[task];
  }
  std::uint64_t skipped = 0;

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  struct state {
    std::uint64_t value = 1;
    std::uint64_t registered = 0;
    std::uint64_t group = 0;
    std::uint64_t spoiled = none;
    task_set causes = 0;  // of that: tasks that have failed
    way last = way::read;
    std::array<std::uint64_t, most_tasks> groups{};
  };
  std::vector<state> cells_;
  task_set failed_ = 0;
  task_set handled_ = 0;
};

}  // namespace jackdaw::tests
