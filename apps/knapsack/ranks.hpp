// Branch and bound on the pool of a cluster: a task is a branch, which may be searched on any rank. The value of the best
// packing spreads over the ranks while they search.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/cluster/pool/pool.hpp>

#include "apps/knapsack/search.hpp"

namespace jackdaw::apps::knapsack {

/// The best that one worker has found; all ranks know its value, but not the packing.
struct found_packing {
  std::int64_t value = 0;
  std::vector<std::uint32_t> left_out;
  std::uint32_t end = 0;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(value, left_out, end);
  }
  /// Puts the findings of two workers together.
  [[nodiscard]] static found_packing better(const found_packing& a, const found_packing& b) {
    return a.value >= b.value ? a : b;
  }
};

/// What the tasks of a search have in common.
struct search_anywhere {
  cluster::kept<packing> items;
  cluster::best<std::int64_t, std::greater<std::int64_t>> value;
  cluster::reduction<found_packing> found;
  cluster::reduction<std::uint64_t> entered;
  std::uint64_t grain;  ///< branches that a task enters before it puts the others as tasks
};

/// Of all ranks, as a search on one worker sees it.
class best_anywhere {
 public:
  best_anywhere(cluster::worker& on, const search_anywhere& in) : on_(on), in_(in) {}
  [[nodiscard]] std::int64_t value() const noexcept { return on_.at(in_.value); }
  void offer(std::int64_t value, std::vector<std::uint32_t> left_out, std::uint32_t end) {
    if (on_.improve(in_.value, value)) on_.at(in_.found) = {value, std::move(left_out), end};
  }

 private:
  cluster::worker& on_;
  const search_anywhere& in_;
};

/// Searches a branch until that has lasted long enough. What is left then are tasks again.
struct explore_anywhere {
  static constexpr std::string_view name = "explore";
  search_anywhere in{};
  branch from{};
  std::vector<std::uint32_t> left_out;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(in, from, left_out);
  }
  void operator()(cluster::worker& worker) {
    best_anywhere best(worker, in);
    basic_search mine(worker.at(in.items), best);
    mine.begin(from, std::move(left_out));
    worker.at(in.entered) += mine.go_on(in.grain);
    mine.hand_over(
        [&](const branch& rest, const auto& path) { worker.put(explore_anywhere{in, rest, path}); });
  }
};

/// Begins with all packings of `capacity`.
struct explore_all {
  static constexpr std::string_view name = "begin";
  search_anywhere in;
  std::int64_t capacity;

  void operator()(cluster::worker& worker) const {
    best_anywhere best(worker, in);
    basic_search all(worker.at(in.items), best);
    all.begin(capacity);
    all.hand_over(
        [&](const branch& rest, const auto& path) { worker.put(explore_anywhere{in, rest, path}); });
  }
};

}  // namespace jackdaw::apps::knapsack
