// Which tasks were inside an object, from when to when, and whether that is an order that the access rules allow.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jackdaw::tests {

/// In the order of enumerators: what may wait for the object until the task has run comes last.
enum class way : std::uint8_t { read, write, add, times, merge, reduce, reduce_in_order };

/// Whether the order of two accesses matters.
constexpr bool in_conflict(way one, way other) {
  return one != other || one == way::write || one == way::reduce_in_order;
}

/// Tasks have numbers below this, and a set of them is a word.
inline constexpr std::size_t most_tasks = 64;
using task_set = std::uint64_t;
constexpr task_set set_of(std::size_t task) { return task_set{1} << task; }

/// Of one object. Threads: any begin and end; the rest when all is over.
class history {
 public:
  struct visit {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // 0: never
    task_set tasks = 0;     // several, where one has merged what they have found
    way how = way::read;
  };

  /// Room for so many visits.
  void prepare(std::size_t most) { all_ = std::vector<visit>(most); }

  [[nodiscard]] std::size_t begin(way how, task_set tasks) {
    const std::size_t place = count_.fetch_add(1, std::memory_order_relaxed);
    all_.at(place) = {now(), 0, tasks, how};
    return place;
  }
  void end(std::size_t place) { all_[place].end = now(); }

  [[nodiscard]] std::vector<visit> visits() const {
    return {all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(count_.load())};
  }

  /// Whether groups came one after another, in the order in which they were registered: `group_of(task)`; and in each
  /// all but readers were alone.
  [[nodiscard]] bool follows(const auto& group_of) const {
    std::vector<visit> sorted = visits();
    const auto group = [&](const visit& v) {
      return group_of(static_cast<std::size_t>(std::countr_zero(v.tasks)));
    };
    std::ranges::sort(sorted, {}, [&](const visit& v) { return std::pair(group(v), v.begin); });
    std::uint64_t latest = 0;  // end of all until now
    std::uint64_t over = 0;    // end of those that must be over
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const visit& v = sorted[i];
      if (v.how != way::read || i == 0 || group(v) != group(sorted[i - 1])) over = latest;
      if (v.end == 0 || v.begin < over) return false;
      latest = std::max(latest, v.end);
    }
    return true;
  }

 private:
  /// Relaxed: it orders nothing, so it hides no race from ThreadSanitizer.
  static std::uint64_t now() { return clock.fetch_add(1, std::memory_order_relaxed); }
  inline static std::atomic<std::uint64_t> clock{1};

  std::vector<visit> all_;
  std::atomic<std::size_t> count_{0};
};

/// Which task came before which.
class order {
 public:
  void add(task_set earlier, task_set later) {
    for (std::size_t t = 0; t < most_tasks; ++t) {
      if ((later & ~earlier & set_of(t)) != 0) before_[t] |= earlier;
    }
  }

  /// What a history says. False when two met that must not.
  [[nodiscard]] bool add(const history& of) {
    std::vector<history::visit> sorted = of.visits();
    std::ranges::sort(sorted, {}, &history::visit::begin);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const bool ordered = in_conflict(sorted[k].how, sorted[i].how);
        const bool alone = ordered || sorted[i].how != way::read;
        if (alone && (sorted[k].end == 0 || sorted[i].begin < sorted[k].end)) return false;
        if (ordered) add(sorted[k].tasks, sorted[i].tasks);
      }
    }
    return true;
  }

  /// The tasks below `count`, each after all before it; fewer, when some come before themselves.
  [[nodiscard]] std::vector<std::size_t> in_sequence(std::size_t count) const {
    std::vector<std::size_t> sequence;
    task_set done = 0;
    for (bool found = true; found;) {
      found = false;
      for (std::size_t t = 0; t < count; ++t) {
        if ((done & set_of(t)) != 0 || (before_[t] & ~done) != 0) continue;
        sequence.push_back(t);
        done |= set_of(t);
        found = true;
      }
    }
    return sequence;
  }

 private:
  std::array<task_set, most_tasks> before_{};
};

}  // namespace jackdaw::tests
