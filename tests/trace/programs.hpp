// Programs whose work and span are known, in units that are counted instead of timed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/group/task_group.hpp>

#include "apps/knary/joins.hpp"
#include "apps/knary/tasks.hpp"
#include "apps/knary/tree.hpp"

namespace jackdaw::tests {

/// A clock that goes on when its thread works.
struct counted_work {
  inline static thread_local std::uint64_t spent = 0;
  static void spend(std::uint64_t units) { spent += units; }
  [[nodiscard]] static std::uint64_t now() noexcept { return spent; }
  [[nodiscard]] double nanoseconds_per_tick() const noexcept { return 1; }
};

/// BP98's tree, whose nodes' work is counted.
using knary = apps::knary::tree;

struct counted_visit {
  void operator()(auto& /*worker*/, const knary& t) const { counted_work::spend(t.units); }
};

/// fork_join, by joins.
template <class Worker>
void knary_joined(Worker& w, const knary& tree) {
  apps::knary::grow(w, tree, counted_visit());
}

/// fork_join, by a task group at each node.
template <class Worker>
void knary_grouped(Worker& w, const knary& tree) {
  counted_work::spend(tree.units);
  if (tree.height == 0) return;
  const knary child = tree.lower();
  for (int i = 0; i < tree.serial; ++i) knary_grouped(w, child);
  basic_task_group<Worker> group(w);
  for (int i = tree.serial; i < tree.degree; ++i)
    group.spawn(w, [&child](Worker& v) { knary_grouped(v, child); });
  group.wait();
}

/// The pool face.
using knary_root = apps::knary::whole_tree<counted_visit>;

/// KR02 section 7.2 with f = 1: A(i) puts A(i-2) after 10 units and A(i-1) after 60; 160 in all; A(0): 100.
struct synthetic_task {
  static constexpr std::string_view name = "A";
  static constexpr std::string_view colour = "#ff8800";
  int i;
  void operator()(auto& w) const {
    if (i <= 0) return counted_work::spend(100);
    counted_work::spend(10);
    w.put(synthetic_task{i - 2});
    counted_work::spend(50);
    w.put(synthetic_task{i - 1});
    counted_work::spend(100);
  }

  /// Where each task begins `burden` after it was put.
  [[nodiscard]] static std::uint64_t span(int i, std::uint64_t burden = 0) {
    if (i <= 0) return burden + 100;
    return burden + std::max<std::uint64_t>({160, 10 + span(i - 2, burden), 60 + span(i - 1, burden)});
  }
  [[nodiscard]] static std::uint64_t work(int i) { return i <= 0 ? 100 : 160 + work(i - 2) + work(i - 1); }
  [[nodiscard]] static std::uint64_t tasks(int i) { return i <= 0 ? 1 : 1 + tasks(i - 2) + tasks(i - 1); }

  /// Initial tasks A(k-1) … A(0), and what they come to.
  [[nodiscard]] static std::vector<synthetic_task> initial(int k) {
    std::vector<synthetic_task> all;
    for (int i = k - 1; i >= 0; --i) all.push_back({i});
    return all;
  }
  [[nodiscard]] static std::uint64_t sum(int k, std::uint64_t (*of)(int)) {
    std::uint64_t all = 0;
    for (int i = 0; i < k; ++i) all += of(i);
    return all;
  }
};

}  // namespace jackdaw::tests
