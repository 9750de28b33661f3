// Random programs for flows, and what they do one task after another.
#pragma once

#include <algorithm>
#include <array>
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
  enum class manner : std::uint8_t { plain, priority, pinned, reserved };

  std::array<access_plan, 3> accesses{};
  std::size_t count = 0;
  bool fails = false;
  unsigned depth = 0;  // 0: without subtasks; 1: these do the changes; 2: the subtasks of one of them
  manner how = manner::plain;
  std::uint32_t number = 0;  // of the worker, or how urgent

  [[nodiscard]] const access_plan* begin() const { return accesses.data(); }
  [[nodiscard]] const access_plan* end() const { return accesses.data() + count; }

  /// How the task accesses the object that it names there.
  [[nodiscard]] way as(std::size_t at) const {
    const std::size_t of = accesses[at].of;
    return std::find_if(begin(), end(), [of](const access_plan& a) { return a.of == of; })->as;
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
    if (m == manner::priority || m == manner::pinned) return false;
    if (at == 1) return has_subtasks || m != manner::plain ? how <= way::write : how <= way::merge;
    return !has_subtasks && m == manner::plain && how == way::read;
  }

  [[nodiscard]] std::uint64_t hash(std::uint64_t start) const {
    start = mix(start, count * 64 + depth * 8 + static_cast<unsigned>(how) * 2 + (fails ? 1 : 0));
    for (const access_plan& a : *this) start = mix(start, a.of * 16 + static_cast<unsigned>(a.how));
    return mix(start, number);
  }
};

inline task_plan random_task(base::random& random, std::size_t cells, bool may_fail, bool may_reserve) {
  task_plan plan;
  if (random.below(4) == 0) {
    plan.depth = 1 + random.below(2);
  } else if (random.below(6) == 0) {
    plan.how = static_cast<task_plan::manner>(1 + random.below(may_reserve ? 3 : 2));
    plan.number = random.below(8);
  }
  for (std::uint32_t left = random.below(4); left != 0 && plan.count < plan.accesses.size(); --left) {
    access_plan one{random.below(static_cast<std::uint32_t>(cells)), static_cast<way>(random.below(7))};
    if (!task_plan::knows(plan.count, one.how, plan.depth != 0, plan.how)) continue;
    one.as = one.how;
    access_plan* const end = plan.accesses.data() + plan.count;
    access_plan* const first =
        std::find_if(plan.accesses.data(), end, [&](const access_plan& a) { return a.of == one.of; });
    if (first != end) {
      if (plan.depth != 0) continue;  // its subtasks would change one object at the same time
      one.again = true;
      if (first->as != one.how) first->as = way::write;
    }
    plan.accesses[plan.count++] = one;
  }
  plan.fails = may_fail && random.below(12) == 0;
  return plan;
}

/// The rules.
class interpreter {
 public:
  explicit interpreter(std::size_t cells) : cells_(cells) {}

  /// Returns what the task computes from what it reads; 0 when it does not run to its end.
  std::uint64_t run(const task_plan& plan, std::size_t task) {
    bool skip = false;
    for (const access_plan& a : plan) {
      if (a.again) continue;
      state& c = cells_[a.of];
      if (in_conflict(c.last, a.as) || c.registered == 0) c.group = c.registered;
      c.last = a.as;
      ++c.registered;
      c.groups[task] = c.group;
      skip = skip || (a.as < way::merge && c.spoiled < c.group);
    }
    if (skip || plan.fails) {
      for (const access_plan& a : plan) {
        state& c = cells_[a.of];
        if (!a.again && a.as != way::read) c.spoiled = std::min(c.spoiled, c.group);
      }
      ++(skip ? skipped : failed);
      return 0;
    }
    std::uint64_t seen = task + 1;
    for (const access_plan& a : plan) {
      if (a.how == way::read) seen = mix(seen, cells_[a.of].value);
    }
    for (const bool afterwards : {false, true}) {  // what has partial results of another type
      for (const access_plan& a : plan) {
        if ((a.how > way::merge) == afterwards) change(a.how, cells_[a.of].value, seen);
      }
    }
    return seen;
  }

  [[nodiscard]] std::uint64_t value(std::size_t cell) const { return cells_[cell].value; }
  [[nodiscard]] std::uint64_t group(std::size_t cell, std::size_t task) const {
    return cells_[cell].groups[task];
  }
  std::uint64_t skipped = 0;
  std::uint64_t failed = 0;

 private:
  struct state {
    std::uint64_t value = 1;
    std::uint64_t registered = 0;
    std::uint64_t group = 0;
    std::uint64_t spoiled = ~std::uint64_t{0};
    way last = way::read;
    std::array<std::uint64_t, most_tasks> groups{};
  };
  std::vector<state> cells_;
};

}  // namespace jackdaw::tests
