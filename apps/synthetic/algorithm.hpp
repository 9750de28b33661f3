// KR02 section 7.2: A(i) puts A(i-2) and A(i-1). What it does, in tasks and without, and how many tasks that
// are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/support/work/work_unit.hpp"

namespace jackdaw::apps::synthetic {

/// Largest k: A(k) for k = 60 would be 10^13 tasks.
inline constexpr int largest_k = 60;

/// How many tasks had which argument: element i + 1 counts A(i), i from -1 on. Two runs that did the same
/// work have the same tally, whatever the order.
using tally = std::array<std::uint64_t, largest_k + 1>;

/// Units of work before, between and after the two puts of A(i), i > 0; and of A(i), i <= 0. Times f.
inline constexpr std::uint64_t units_before = 10;
inline constexpr std::uint64_t units_between = 50;
inline constexpr std::uint64_t units_after = 100;
inline constexpr std::uint64_t units_of_leaf = 100;

/// The tasks that the algorithm consists of for initial tasks A(k-1) … A(0), by closed form.
[[nodiscard]] inline tally expected_tally(int k) {
  tally count{};
  // A(i) comes from the initial task, from A(i+1) (its second child) and from A(i+2) (its first).
  for (int i = k - 1; i >= -1; --i) {
    const auto at = [&](int j) -> std::uint64_t {
      return j >= 1 && j < k ? count[static_cast<std::size_t>(j + 1)] : 0;
    };
    count[static_cast<std::size_t>(i + 1)] = (i >= 0 ? 1U : 0U) + at(i + 1) + at(i + 2);
  }
  return count;
}

[[nodiscard]] inline std::uint64_t total(const tally& count) {
  std::uint64_t sum = 0;
  for (const std::uint64_t each : count) sum += each;
  return sum;
}

/// Units of simulated work of all the tasks.
[[nodiscard]] inline std::uint64_t total_units(const tally& count, std::uint64_t f) {
  const std::uint64_t leaves = count[0] + count[1];
  return f *
         (leaves * units_of_leaf + (total(count) - leaves) * (units_before + units_between + units_after));
}

/// The serial reference: the same work as a recursive function.
inline void call(int i, std::uint64_t f, tally& count) {
  ++count[static_cast<std::size_t>(i + 1)];
  if (i <= 0) return simulate_work(units_of_leaf * f);
  simulate_work(units_before * f);
  call(i - 2, f, count);
  simulate_work(units_between * f);
  call(i - 1, f, count);
  simulate_work(units_after * f);
}

/// What all tasks of one run share: a tally for each worker.
struct run_state {
  std::uint64_t f;
  std::vector<base::padded<tally>> counts;
};

/// What all workers did together.
[[nodiscard]] inline tally sum_of(const run_state& state) {
  tally sum{};
  for (const auto& count : state.counts) std::ranges::transform(sum, *count, sum.begin(), std::plus<>());
  return sum;
}

/// What the task A(i) does on worker `id`, on any runtime. `put(j)` puts A(j).
inline void step(run_state& state, int i, unsigned id, auto&& put) {
  ++(*state.counts[id])[static_cast<std::size_t>(i + 1)];
  const std::uint64_t f = state.f;
  if (i <= 0) return simulate_work(units_of_leaf * f);
  simulate_work(units_before * f);
  put(i - 2);
  simulate_work(units_between * f);
  put(i - 1);
  simulate_work(units_after * f);
}

/// The task A(i).
struct A {
  static constexpr std::string_view name = "A";
  run_state* state;
  int i;

  void operator()(any_worker& worker) const {
    step(*state, i, worker.id(), [&](int j) { worker.put(A{state, j}); });
  }
};

}  // namespace jackdaw::apps::synthetic
