// Random programs as graphs that run again: each does what it does one task after another, and what it does in a flow.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"
#include "tests/support/work_done.hpp"

namespace graph_random_test {

using namespace jackdaw;

namespace {

using cell = std::uint64_t;
using cells = std::deque<handle<cell>>;

struct multiply {
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = true;
};

enum way : std::size_t { reads, writes, adds, multiplies, ways };

constexpr cell mix(cell a, cell b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15U)) * 0xbf58476d1ce4e5b9U;
  return a ^ (a >> 29U);
}

struct task_plan {
  enum class kind : std::uint8_t { ranges, copies, adds_one, urgent };
  kind how = kind::ranges;
  std::array<std::vector<std::size_t>, ways> of;  // numbers of cells, by the way in which the task names them
  bool may_fail = false;
  cell salt = 0;
  int urgency = 0;

  /// How the task accesses a cell.
  [[nodiscard]] std::size_t access(std::size_t which) const {
    std::size_t found = ways;
    for (std::size_t w = 0; w < ways; ++w) {
      if (std::find(of[w].begin(), of[w].end(), which) == of[w].end()) continue;
      found = found == ways ? w : std::size_t{writes};
    }
    return found;
  }
};

task_plan random_task(base::random& random, std::uint32_t count) {
  task_plan t;
  t.how = static_cast<task_plan::kind>(random.below(4));
  t.salt = random.below(1U << 30U);
  t.may_fail = random.below(8) == 0;
  t.urgency = static_cast<int>(random.below(3));
  if (t.how == task_plan::kind::copies || t.how == task_plan::kind::adds_one) {
    t.of[reads] = {random.below(count)};
    t.of[t.how == task_plan::kind::copies ? writes : adds] = {random.below(count)};
  } else {
    for (std::uint32_t left = random.below(5); left != 0; --left)
      t.of[t.how == task_plan::kind::urgent ? random.below(2) : random.below(ways)].push_back(
          random.below(count));
  }
  return t;
}

struct program {
  std::vector<task_plan> tasks;
  std::size_t size = 0;
  bool failing = false;  // now: closures see what changes between runs
};

program random_program(std::uint64_t seed) {
  base::random random(seed);
  program p;
  p.size = 1 + random.below(6);
  for (std::uint32_t left = random.below(30); left != 0; --left)
    p.tasks.push_back(random_task(random, static_cast<std::uint32_t>(p.size)));
  return p;
}

/// What a task does; the ranges are of anything that gives references.
void do_task(const program& p, const task_plan& t, const auto& in, const auto& out, const auto& sums,
             const auto& products) {
  cell v = t.salt;
  for (const cell& x : in) v = mix(v, x);
  if (p.failing && t.may_fail) throw std::runtime_error("planned");
  for (cell& x : out) x = mix(x, v);
  for (cell& x : sums) x += v;
  for (cell& x : products) x *= v | 1U;
}

struct outcome {
  std::vector<cell> values;
  std::vector<std::string> failed{};
  std::uint64_t skipped = 0;
  bool operator==(const outcome&) const = default;
};

/// A round, one task after another: a task is skipped at a cell that one of an earlier group was to change.
void run_serially(const program& p, std::vector<cell>& values, outcome& result) {
  struct state {
    std::size_t type = ways;
    std::size_t group = 0;
    std::size_t damaged_from = ~std::size_t{0};
  };
  std::vector<state> all(p.size);
  for (std::size_t number = 0; number < p.tasks.size(); ++number) {
    const task_plan& t = p.tasks[number];
    bool runs = true;
    for (std::size_t c = 0; c < p.size; ++c) {
      const std::size_t as = t.access(c);
      if (as == ways) continue;
      if (as == writes || as != all[c].type) ++all[c].group;
      all[c].type = as;
      runs = runs && all[c].damaged_from >= all[c].group;
    }
    if (!runs) ++result.skipped;
    if (runs && p.failing && t.may_fail) {
      result.failed.push_back(std::to_string(number));
      runs = false;
    } else if (runs) {
      std::array<std::vector<std::reference_wrapper<cell>>, ways> named;
      for (std::size_t w = 0; w < ways; ++w) {
        for (const std::size_t c : t.of[w]) named[w].emplace_back(values[c]);
      }
      do_task(p, t, named[reads], named[writes], named[adds], named[multiplies]);
      continue;
    }
    for (std::size_t c = 0; c < p.size; ++c) {
      if (const std::size_t as = t.access(c); as != ways && as != reads)
        all[c].damaged_from = std::min(all[c].damaged_from, all[c].group);
    }
  }
}

void submit_all(auto& to, const program& p, cells& all) {
  for (std::size_t number = 0; number < p.tasks.size(); ++number) {
    const task_plan& t = p.tasks[number];
    const named name(std::to_string(number));
    std::array<std::vector<handle<cell>*>, ways> of;
    for (std::size_t w = 0; w < ways; ++w) {
      for (const std::size_t c : t.of[w]) of[w].push_back(&all[c]);
    }
    constexpr std::array<std::reference_wrapper<cell>, 0> none{};
    switch (t.how) {
      case task_plan::kind::ranges:
        to.submit(name, read(of[reads]), write(of[writes]), add(of[adds]), access<multiply>(of[multiplies]),
                  [&p, &t](references<const cell> in, references<cell> out, references<cell> sums,
                           references<cell> products) { do_task(p, t, in, out, sums, products); });
        break;
      case task_plan::kind::urgent:
        to.submit(name, priority(t.urgency), read(of[reads]), write(of[writes]),
                  [&p, &t, none](references<const cell> in, references<cell> out) {
                    do_task(p, t, in, out, none, none);
                  });
        break;
      case task_plan::kind::copies:
        to.submit(name, read(*of[reads][0]), write(*of[writes][0]),
                  [&p, &t, none](const cell& in, cell& out) {
                    do_task(p, t, std::array{std::cref(in)}, std::array{std::ref(out)}, none, none);
                  });
        break;
      case task_plan::kind::adds_one:
        to.submit(name, read(*of[reads][0]), add(*of[adds][0]), [&p, &t, none](const cell& in, cell& sum) {
          do_task(p, t, std::array{std::cref(in)}, none, std::array{std::ref(sum)}, none);
        });
    }
  }
}

/// What is found after `run()`, which may throw flow_error.
outcome found_by(const cells& all, auto&& run) {
  outcome result;
  try {
    run();
  } catch (const flow_error& error) {
    for (const auto& each : error.failures()) result.failed.push_back(each.task);
    result.skipped = error.skipped();
  }
  for (const auto& each : all) result.values.push_back(each.value());
  std::sort(result.failed.begin(), result.failed.end());
  return result;
}

/// Whether tasks fail, and how many rounds there are.
struct run_plan {
  bool failing;
  std::uint64_t rounds;
};
constexpr std::array<run_plan, 4> runs{{{false, 1}, {true, 1}, {false, 3}, {true, 1}}};

std::vector<outcome> serial(program p) {
  std::vector<cell> values(p.size, 1);
  std::vector<outcome> all;
  for (const run_plan& each : runs) {
    outcome& now = all.emplace_back();
    p.failing = each.failing;
    for (std::uint64_t r = 0; r < each.rounds; ++r) run_serially(p, values, now);
    now.values = values;
    std::sort(now.failed.begin(), now.failed.end());
  }
  return all;
}

template <class Scheduler>
std::vector<outcome> as_graph(program p, Scheduler& sched) {
  cells values;
  for (std::size_t i = 0; i < p.size; ++i) values.emplace_back(1U);
  basic_flow_graph<Scheduler> graph(sched);
  submit_all(graph, p, values);
  std::vector<outcome> all;
  for (const run_plan& each : runs) {
    p.failing = each.failing;
    all.push_back(found_by(values, [&] { graph.run(each.rounds); }));
  }
  return all;
}

template <class Scheduler>
std::vector<outcome> as_flow(program p, Scheduler& sched) {
  cells values;
  for (std::size_t i = 0; i < p.size; ++i) values.emplace_back(1U);
  basic_flow<Scheduler> tasks(sched);
  std::vector<outcome> all;
  for (const run_plan& each : runs) {
    p.failing = each.failing;
    all.push_back(found_by(values, [&] {
      for (std::uint64_t r = 0; r < each.rounds; ++r) {
        submit_all(tasks, p, values);
        tasks.wait();
      }
    }));
  }
  return all;
}

}  // namespace

TEST_CASE("a random program does the same as a graph, in a flow, and one task after another") {
  std::uint64_t seed = tests::first_seed() + 7'000'000;
  for (unsigned workers = 1; workers <= 4; ++workers) {
    scheduler sched(workers);
    const auto programs = tests::scaled_seeds(static_cast<std::uint64_t>(tests::scaled(300)));
    for (const std::uint64_t last = seed + programs; seed != last; ++seed) {
      CAPTURE(seed);
      const program p = random_program(seed);
      const std::vector<outcome> expected = serial(p);
      REQUIRE((as_flow(p, sched) == expected));
      REQUIRE((as_graph(p, sched) == expected));
    }
    tests::work_done(tests::work_kind::flow_programs, 2 * programs);
  }
}

TEST_CASE("a random program does the same as a graph on every pool") {
  std::uint64_t seed = tests::first_seed() + 8'000'000;
  tests::for_each_choice({1, 3}, [&seed](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    const auto programs = tests::scaled_seeds(static_cast<std::uint64_t>(tests::scaled(40)));
    for (const std::uint64_t last = seed + programs; seed != last; ++seed) {
      CAPTURE(seed);
      const program p = random_program(seed);
      REQUIRE((as_graph(p, sched) == serial(p)));
    }
    tests::work_done(tests::work_kind::flow_programs, programs);
  });
}

}  // namespace graph_random_test
