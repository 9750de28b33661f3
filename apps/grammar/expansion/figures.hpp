// What a run of a grammar comes to: how many tasks, how much work, how long the longest path.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/grammar/expansion/expand.hpp"

namespace jackdaw::apps::grammar {

/// Two runs that executed the same tasks, each as often, have the same tally whatever the order (but for one
/// in 2^64).
struct tally {
  std::vector<std::uint64_t> tasks;  ///< of each type
  std::uint64_t units = 0;           ///< of work
  std::uint64_t resumed = 0;         ///< productions that went on after a join
  std::uint64_t sum = 0;             ///< of a number for each task

  tally() = default;
  explicit tally(std::size_t types) : tasks(types) {}

  void count(const instance& task) {
    ++tasks[task.type];
    std::uint64_t all = base::mix(task.key + task.type);
    task.given.for_each([&](std::int64_t each) { all = base::mix(all + static_cast<std::uint64_t>(each)); });
    sum += all;
  }
  void add(const tally& other) {
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i] += other.tasks[i];
    units += other.units;
    resumed += other.resumed;
    sum += other.sum;
  }
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t all = 0;
    for (const std::uint64_t each : tasks) all += each;
    return all;
  }
  bool operator==(const tally&) const = default;
};

/// What the serial expansion finds.
struct figures {
  tally tasks;
  std::uint64_t span =
      0;  ///< units of work on the longest path (KR02 section 2.3: a schedule as soon as possible)
};

/// Expands all tasks of a run one after the other. `most`: throws input_error when there are more tasks, or more steps (a
/// hundred for each of so many tasks, 10^7 at least): so it ends, and with it the run of the same tasks.
/// `work(units)` is called for the work. `states`: where the values of variables that change are written down; may be null.
[[nodiscard]] figures expand_all(const expander& by, std::uint64_t seed, std::uint64_t most,
                                 const std::function<void(std::uint64_t)>& work,
                                 variable_states* states = nullptr);

}  // namespace jackdaw::apps::grammar
