// The order of the tasks of a graph, without a scheduler: who comes after whom, what that costs, and what a failure skips.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/graph/graph_failures.hpp>
#include <jackdaw/flow/graph/graph_plan.hpp>
#include <jackdaw/flow/version/access.hpp>
#include <jackdaw/flow/version/handle.hpp>

namespace graph_plan_test {

using namespace jackdaw;
using dataflow::graph_vertex;
using dataflow::recorded_access;

namespace {

using access_terms = dataflow::access_terms;
constexpr const access_terms* reads = &dataflow::terms_of<read_access>;
constexpr const access_terms* writes = &dataflow::terms_of<write_access>;
constexpr const access_terms* adds = &dataflow::terms_of<add_access>;

struct program {
  explicit program(std::size_t handles) : objects(handles) {}

  graph_vertex& add(const std::vector<std::pair<std::size_t, const access_terms*>>& accesses) {
    std::vector<recorded_access> all;
    for (const auto& [which, as] : accesses) all.push_back({&objects[which], as});
    plan.add(tasks.emplace_back(), std::move(all));
    return tasks.back();
  }

  /// Whether `later` comes after `first`, through whatever stands between.
  [[nodiscard]] static bool is_after(const graph_vertex& first, const graph_vertex& later) {
    return std::any_of(first.next.begin(), first.next.end(), [&later](const graph_vertex* each) {
      return each == &later || is_after(*each, later);
    });
  }

  [[nodiscard]] std::size_t edges_of(const graph_vertex& of) const {
    std::size_t count = of.next.size();
    for (const graph_vertex* const each : of.next) {
      if (each->is_gate && std::find(seen.begin(), seen.end(), each) == seen.end()) {
        seen.push_back(each);
        count += edges_of(*each);
      }
    }
    return count;
  }
  [[nodiscard]] std::size_t edges() const {
    seen.clear();
    std::size_t count = 0;
    for (const graph_vertex& each : tasks) count += edges_of(each);
    return count;
  }

  /// A round in some order. Returns how many tasks it had; 0: a task came too early, or the end not as the last, once.
  std::size_t round(base::random& random) {
    std::vector<graph_vertex*> ready(plan.roots().begin(), plan.roots().end());
    std::size_t count = 0;
    std::size_t ends = 0;
    const auto pass = [&](auto&& self, graph_vertex& over) -> void {
      for (graph_vertex* const each : over.next) {
        if (!each->before.one_is_over()) continue;
        if (!each->is_gate) {
          ready.push_back(each);
        } else if (each == plan.end()) {
          ++ends;
        } else {
          self(self, *each);
        }
      }
    };
    while (!ready.empty()) {
      std::swap(ready[random.below(static_cast<std::uint32_t>(ready.size()))], ready.back());
      graph_vertex& one = *ready.back();
      ready.pop_back();
      if (ends != 0) return 0;
      ++count;
      pass(pass, one);
    }
    return ends == 1 ? count : 0;
  }

  std::deque<handle<int>> objects;
  std::deque<graph_vertex> tasks;
  dataflow::graph_plan plan;
  mutable std::vector<const graph_vertex*> seen;
};

}  // namespace

TEST_CASE("tasks of a random graph come after those with which they conflict, and after no others") {
  base::random random(1);
  for (int run = 0; run < 300; ++run) {
    CAPTURE(run);
    const std::uint32_t handles = 1 + random.below(4);
    program p(handles);
    const std::size_t count = 1 + random.below(14);
    std::vector<std::vector<const access_terms*>> how(count,
                                                      std::vector<const access_terms*>(handles, nullptr));
    for (auto& task : how) {
      std::vector<std::pair<std::size_t, const access_terms*>> accesses;
      for (std::uint32_t left = random.below(4); left != 0; --left) {
        const std::size_t which = random.below(handles);
        const auto* const as = std::vector{reads, writes, adds}[random.below(3)];
        accesses.emplace_back(which, as);
        task[which] = task[which] == nullptr || task[which] == as ? as : writes;
      }
      p.add(accesses);
    }
    p.plan.settle();
    std::vector<std::vector<bool>> after(count, std::vector<bool>(count));
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t i = j; i-- > 0;) {
        for (std::size_t h = 0; h < handles; ++h) {
          if (how[i][h] == nullptr || how[j][h] == nullptr) continue;
          if (how[i][h] == how[j][h] && how[i][h]->commutative) continue;
          after[j][i] = true;
        }
        for (std::size_t k = i + 1; k < j; ++k) after[j][i] = after[j][i] || (after[j][k] && after[k][i]);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j)
        REQUIRE(program::is_after(p.tasks[i], p.tasks[j]) == after[j][i]);
    }
    for (int r = 0; r < 3; ++r) REQUIRE(p.round(random) == count);
  }
}

TEST_CASE("what adds beside others takes turns, and what adds alone does not") {
  program p(2);
  const graph_vertex& one = p.add({{0, adds}, {1, adds}});
  const graph_vertex& two = p.add({{0, adds}, {1, reads}});
  p.plan.settle();
  CHECK(one.contends);
  CHECK(two.contends);
  for (const graph_vertex* const each : {&one, &two}) {
    REQUIRE(each->accesses.size() == 2);
    for (const auto& access : each->accesses) CHECK(access.takes_turn == (access.to->of == &p.objects[0]));
  }
}

TEST_CASE("a graph has as many edges as accesses, however many tasks come after however many") {
  const auto edges_with = [](std::size_t n) {
    program p(1);
    for (std::size_t i = 0; i < n; ++i) p.add({{0, adds}});
    for (std::size_t i = 0; i < n; ++i) p.add({{0, reads}});
    for (std::size_t i = 0; i < n; ++i) p.add({});
    p.plan.settle();
    base::random random(n);
    CHECK(p.round(random) == 3 * n);
    CHECK(p.round(random) == 3 * n);
    CHECK(p.plan.end()->before.expected() <= 32);
    return p.edges();
  };
  const std::size_t once = edges_with(100);
  CHECK(once >= 400);
  CHECK(edges_with(200) <= 2 * once + 10);
}

TEST_CASE("a failure damages what its task was to write until a run has reported it") {
  program p(2);
  const graph_vertex& first = p.add({{0, writes}, {1, reads}});
  const graph_vertex& second = p.add({{0, reads}, {1, writes}});
  const graph_vertex& third = p.add({{1, reads}});
  p.plan.settle();
  dataflow::graph_failures failures;
  CHECK_FALSE(failures.any());
  failures.record("first", std::make_exception_ptr(std::runtime_error("no")), first.accesses);
  CHECK(failures.any());
  CHECK(failures.skips(second.accesses));
  CHECK(failures.skips(third.accesses));
  CHECK_THROWS_AS(failures.report(p.plan.objects()), flow_error);
  CHECK_FALSE(failures.any());
  CHECK_FALSE(failures.skips(second.accesses));
  failures.record("second", std::make_exception_ptr(std::runtime_error("no")), second.accesses);
  CHECK_FALSE(failures.skips(first.accesses));
  failures.cancel();
  CHECK(failures.skips(first.accesses));
  CHECK(failures.skipped() == 3);
}

}  // namespace graph_plan_test
