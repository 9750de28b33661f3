// Programs whose work and span are known, in units that are counted instead of timed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/task_group.hpp>
#include <jackdaw/task/join_counter.hpp>

namespace jackdaw::tests {

/// A clock that goes on when its thread works.
struct counted_work {
  inline static thread_local std::uint64_t spent = 0;
  static void spend(std::uint64_t units) { spent += units; }
  [[nodiscard]] static std::uint64_t now() noexcept { return spent; }
  [[nodiscard]] double nanoseconds_per_tick() const noexcept { return 1; }
};

/// BP98 section 4: a tree of this height and degree; the first `serial` children of a node run one after the
/// other, the rest at the same time.
struct knary {
  int height;
  int degree;
  int serial;
  std::uint64_t unit = 100;  ///< work of a node

  [[nodiscard]] knary lower() const { return {height - 1, degree, serial, unit}; }
  [[nodiscard]] std::uint64_t work() const {
    return height == 0 ? unit : unit + static_cast<std::uint64_t>(degree) * lower().work();
  }
  [[nodiscard]] std::uint64_t span() const {
    const auto in_a_row = static_cast<std::uint64_t>(serial + (degree > serial ? 1 : 0));
    return height == 0 ? unit : unit + in_a_row * lower().span();
  }
  [[nodiscard]] std::uint64_t nodes() const { return work() / unit; }
};

/// fork_join, by joins: the parallel children are halved until one is left.
template <class Worker>
void knary_joined(Worker& w, const knary& tree);

template <class Worker>
void knary_halves(Worker& w, const knary& child, int count) {
  if (count == 1) return knary_joined(w, child);
  join(
      w, [&child, count](Worker& v) { knary_halves(v, child, count / 2); },
      [&child, count](Worker& v) { knary_halves(v, child, count - count / 2); });
}

template <class Worker>
void knary_joined(Worker& w, const knary& tree) {
  counted_work::spend(tree.unit);
  if (tree.height == 0) return;
  const knary child = tree.lower();
  for (int i = 0; i < tree.serial; ++i) knary_joined(w, child);
  if (tree.degree > tree.serial) knary_halves(w, child, tree.degree - tree.serial);
}

/// fork_join, by a task group at each node.
template <class Worker>
void knary_grouped(Worker& w, const knary& tree) {
  counted_work::spend(tree.unit);
  if (tree.height == 0) return;
  const knary child = tree.lower();
  for (int i = 0; i < tree.serial; ++i) knary_grouped(w, child);
  basic_task_group<Worker> group(w);
  for (int i = tree.serial; i < tree.degree; ++i)
    group.spawn(w, [&child](Worker& v) { knary_grouped(v, child); });
  group.wait();
}

/// The pool face, by continuations: what comes after a child is a task that waits for it.
struct knary_task {
  static constexpr std::string_view name = "knary";
  knary tree;
  arrival done;  ///< to be told when the whole subtree is done
  int begun = 0;

  void operator()(auto& w) {
    if (begun == 0) counted_work::spend(tree.unit);
    const int last = tree.height == 0 ? begun : tree.degree;
    if (begun == last) return done.arrive(w);
    const int from = begun;
    const int to = from < tree.serial ? from + 1 : last;
    auto after = w.after(static_cast<unsigned>(to - from), knary_task{tree, std::move(done), to});
    for (int i = from; i < to; ++i) w.put(knary_task{tree.lower(), after.next()});
  }
};

/// The root of the above.
struct knary_root {
  knary tree;
  void operator()(auto& w) const {
    auto end = w.after(1, [] {});
    w.put(knary_task{tree, end.next()});
  }
};

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
