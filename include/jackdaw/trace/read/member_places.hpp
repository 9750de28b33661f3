// Which member of a group of accesses a task is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::trace {

/// Members of many groups, numbered in the order in which they come to each. Cost: O(log n) for n members, however many
/// are in one group. Key: a number of 64 bits, or one that counts how often it is compared, for tests.
template <class Key = std::uint64_t>
class member_places {
 public:
  /// The next member of the group; groups are numbered 0, 1, …
  void add(std::uint32_t group, task_number task) {
    if (group >= last_.size()) last_.resize(group + std::size_t{1});
    last_[group] = {task, last_[group].members + 1};
    places_[key(group, task)] = last_[group].members - 1;
  }

  /// Where the task has come last; nearly always that is the last member. A task that has not come is taken for that
  /// one, too: its access was ended by its subtasks. 0 where there is no member.
  [[nodiscard]] std::uint32_t of(std::uint32_t group, task_number task) const {
    if (group >= last_.size() || last_[group].members == 0) return 0;
    const newest& last = last_[group];
    if (last.task == task) return last.members - 1;
    const auto known = places_.find(key(group, task));
    return known == places_.end() ? last.members - 1 : known->second;
  }

 private:
  struct newest {
    task_number task = 0;
    std::uint32_t members = 0;
  };

  [[nodiscard]] static Key key(std::uint32_t group, task_number task) {
    return Key{std::uint64_t{group} << 32U | task};
  }

  std::vector<newest> last_;             // by group
  std::map<Key, std::uint32_t> places_;  // where a task has come last
};

}  // namespace jackdaw::trace
