// Pools with values of their parameters: each value of each runs every task once, and wrong ones are refused in a line.
#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/pool/parameters/chosen_victims.hpp>
#include <jackdaw/pool/parameters/parameter.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/replay/policy.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/pool_name.hpp>

#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

struct fan {
  unsigned depth;
  void operator()(any_worker& worker) const {
    for (unsigned i = 0; i < 3 && depth > 0; ++i) worker.put(fan{depth - 1});
  }
};

/// The values to try: both ends of the range, and every word.
std::vector<std::string> values_of(const pool::parameter& of) {
  std::vector<std::string> values;
  if (of.most != 0) values = {std::to_string(of.least), std::to_string(of.most)};
  std::string words(of.words);
  for (std::size_t at = 0; !words.empty(); words.erase(0, at == std::string::npos ? at : at + 1)) {
    at = words.find(' ');
    values.push_back(words.substr(0, at));
  }
  return values;
}

std::string refusal(const std::string& name) {
  try {
    static_cast<void>(working::read_pool_name(name));
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "";
}

/// A pool of one's own, with a parameter: how it was made is how many tasks it has seen.
class own_pool {
 public:
  using task_type = task;
  static constexpr bool balances = true;

  explicit own_pool(unsigned workers) : inside_(workers) {}
  own_pool(unsigned workers, const pool::parameter_values& values) : inside_(workers) {
    seen_limit = values.number("limit");
  }
  void put(unsigned id, task& item) { inside_.put(id, item); }
  void init(unsigned id, task& item) { inside_.init(id, item); }
  [[nodiscard]] task* get(unsigned id) { return inside_.get(id); }
  [[nodiscard]] bool looks_empty(unsigned id) const { return inside_.looks_empty(id); }

  inline static unsigned seen_limit = 0;

 private:
  pool::sq1 inside_;
};

}  // namespace

TEST_CASE("each value of each parameter of each pool runs every task once") {
  const unsigned depth = tests::slow ? 5 : 7;
  std::uint64_t tasks = 0;
  for (std::uint64_t level = 0, width = 1; level <= depth; ++level, width *= 3) tasks += width;
  unsigned tried = 0;
  for (const auto& entry : pool::parameters::catalogue) {
    for (const auto& parameter : entry.parameters) {
      for (const auto& value : values_of(parameter)) {
        const std::string name = std::string(entry.pool) + ":" + std::string(parameter.name) + "=" + value;
        CAPTURE(name);
        auto sched = tests::make_scheduler({.pool = name, .workers = 2});
        CHECK(sched.choice().pool == name);
        for (int run = 0; run < 2; ++run) sched.run(fan{depth});
        CHECK(sched.tasks() == 2 * tasks);
        ++tried;
      }
    }
  }
  CHECK(tried > 150);
}

TEST_CASE("a name says the exact configuration, whatever the order in which it was written") {
  const auto exact = [](const std::string& name) { return working::read_pool_name(name).text(); };
  CHECK(exact("dq8") == "dq8");
  CHECK(exact("dq8:16") == "dq8:block=16");
  CHECK(exact("dq8:lock=spin:block=3") == "dq8:block=3:lock=spin");
  CHECK(exact("dq8:016") == "dq8:block=16");
  CHECK(exact("dq1:yield") == "dq1:idle=yield");
  CHECK(exact("jackdaw:idle=spin_long") == "jackdaw:idle=spin_long");
  CHECK(tests::make_scheduler({.pool = "dq8:idle=yield", .workers = 1}).choice().idle == "yield");
  CHECK(tests::make_scheduler({.pool = "dq8:idle=yield", .idle = "spin", .workers = 1}).choice().idle ==
        "spin");
  CHECK(idle_of("dq9w:4") == "sleep_until");
}

TEST_CASE("presets are allowed values, and no value is the name of a pool") {
  std::set<std::string> pools;
  pool::catalogue.for_each([&](const auto& entry) { pools.emplace(entry.name); });
  for (const auto& entry : pool::parameters::catalogue) {
    CAPTURE(std::string(entry.pool));
    CHECK(pools.contains(std::string(entry.pool)));
    for (const auto& parameter : entry.parameters) {
      CHECK(parameter.allows(parameter.preset));
      for (const auto& value : values_of(parameter)) CHECK_FALSE(pools.contains(value));
    }
  }
  for (const auto& name : idle_names()) CHECK_FALSE(pools.contains(name));
}

TEST_CASE("what a pool does not take is refused: which parameter, and what is allowed") {
  CHECK(refusal("dq8:99") == "dq8: block '99'; expected a whole number from 1 to 64");
  CHECK(refusal("dq8:0") == "dq8: block '0'; expected a whole number from 1 to 64");
  CHECK(refusal("dq8:") == "dq8: block ''; expected a whole number from 1 to 64");
  CHECK(refusal("dq2:some") == "dq2: steal 'some'; expected a whole number from 1 to 1024 or half");
  CHECK(refusal("dq2:lock=x") == "dq2: lock 'x'; expected mutex, spin or stubborn");
  CHECK(refusal("dq2:limit=3") ==
        "dq2: 'limit=3'; expected one of its parameters steal lock victims queue idle");
  CHECK(refusal("dq2:2:4") == "dq2: '4'; expected PARAMETER=VALUE: only the first value needs no name");
  CHECK(refusal("dq2:2:steal=4") == "dq2: 'steal=4'; expected steal once");
  CHECK(refusal("nope:2").starts_with("no pool is called 'nope'; expected one of jackdaw sq1"));
}

TEST_CASE("every pool of a paper that has locks has its kind of lock as a parameter, and no other pool has") {
  pool::catalogue.for_each([&](const auto& entry) {
    CAPTURE(std::string(entry.name));
    const auto own = pool::parameters_of(entry.name);
    const auto named = [](const pool::parameter& each) { return each.name == "lock"; };
    CHECK(std::any_of(own.begin(), own.end(), named) == replay::policy_of(entry.name)->locked);
  });
}

TEST_CASE(
    "jackdaw with an order of victims is the default pool: it answers steal requests, and blocks inside") {
  for (const char* const name : {"jackdaw:victims=random", "jackdaw:nearest", "jackdaw:round"}) {
    CAPTURE(std::string(name));
    auto sched = tests::make_scheduler({.pool = name, .workers = 3});
    for (int run = 0; run < 20; ++run) sched.run(fan{6});
    CHECK(sched.tasks() == 20 * 1093);
  }
}

TEST_CASE("searches are timed only where clocks are read, and only in pools with thieves") {
  for (const auto& [name, has_thieves] : {std::pair{"jackdaw", true},
                                          {"dq2", true},
                                          {"dq8", true},
                                          {"dq9w", true},
                                          {"atp2", true},
                                          {"hood", true},
                                          {"sq1", false},
                                          {"rq1", false}}) {
    CAPTURE(std::string(name));
    auto sched = tests::make_scheduler({.pool = name, .workers = 2});
    sched.run(fan{6});
    CHECK(sched.totals().search_time == 0);
    observe::time_waits(true);
    // Whether the second worker searches in one run is a matter of luck.
    const base::stopwatch watch;
    for (int run = 0; run < 10 || (has_thieves && watch.seconds() < 60); ++run) {
      sched.run(fan{6});
      if (sched.totals().search_time > 0 && sched.totals().steals_tried > 0) break;
    }
    observe::time_waits(false);
    CHECK((sched.totals().search_time > 0) == has_thieves);
    CHECK((sched.totals().steals_tried > 0) == has_thieves);
  }
}

TEST_CASE("where a pool cannot have a parameter of its likes, the refusal says why") {
  CHECK(refusal("atp:steal=2") ==
        "atp: 'steal=2'; not of this pool: a thief takes the largest tree, a quarter to half of all tasks");
  CHECK(refusal("hood:lock=spin") ==
        "hood: 'lock=spin'; not of this pool: its deques have no locks; hood-spin and hood-block have");
  CHECK(refusal("sq4:queue=array") == "sq4: 'queue=array'; not of this pool: the two-lock queue is a list");
  for (const auto& each : pool::parameters::absences) {
    for (std::string_view rest = each.pools; !rest.empty();) {
      const std::string name(rest.substr(0, rest.find(' ')));
      rest.remove_prefix(std::min(rest.size(), name.size() + 1));
      CAPTURE(name);
      const std::string value = name + ":" + std::string(each.parameter) + "=1";
      CHECK(refusal(value) ==
            name + ": '" + std::string(each.parameter) + "=1'; not of this pool: " + std::string(each.why));
    }
  }
}

TEST_CASE("a queue is what was asked for: dq2 with arrays takes as dq7 does, and grows") {
  for (const char* const name : {"sq1:queue=array", "sq2:queue=arrays", "dq2:queue=arrays:steal=half",
                                 "dq7:queue=list:lock=spin", "dq9:queue=arrays", "dq10:queue=array"}) {
    CAPTURE(std::string(name));
    auto sched = tests::make_scheduler({.pool = name, .workers = 1});
    std::vector<int> order;
    sched.run([&order](any_worker& worker) {
      for (int i = 0; i < 3000; ++i) worker.put([&order, i] { order.push_back(i); });
    });
    CHECK(order.size() == 3000);
    CHECK(std::is_sorted(order.rbegin(), order.rend()));
  }
}

TEST_CASE("steal=half moves half of what the victim has, the rest of it into the thief's own queue") {
  const auto values = working::read_pool_name("dq2:half").values;
  using list = queue::locked<queue::linked_list<>, sync::blocking_lock>;
  pool::stealing<list, queue::end::working, pool::chosen_victims, pool::chosen_amount> of(
      2, {2, values.word("victims")}, {values.number("steal", pool::chosen_amount::half)});
  std::vector<task> tasks(8);
  for (auto& each : tasks) of.put(0, each);
  CHECK(of.get(1) == &tasks[7]);
  CHECK(of.revealed(1) == 3);
  CHECK(of.revealed(1) == 0);
  CHECK_FALSE(of.own_looks_empty(1));
  unsigned own = 0;
  while (of.get(0) != nullptr) ++own;  // four of its own, and it steals back
  CHECK(own == 7);
}

TEST_CASE_TEMPLATE("steal=half does the same with arrays and with hood's deque", Queue,
                   queue::locked<queue::array<>, sync::blocking_lock>,
                   queue::locked<queue::list_of_arrays<task, 2>, sync::blocking_lock>, queue::abp_deque<>) {
  constexpr auto stolen =
      queue::stealable_queue<Queue, queue::end::working> ? queue::end::working : queue::end::opposite;
  pool::stealing<Queue, stolen, pool::chosen_victims, pool::chosen_amount> of(2, {2, "next"},
                                                                              {pool::chosen_amount::half});
  std::vector<task> tasks(8);
  for (auto& each : tasks) of.put(0, each);
  CHECK(of.get(1) == (stolen == queue::end::working ? &tasks[7] : &tasks[0]));
  CHECK(of.revealed(1) == 3);
  unsigned own = 0;
  while (of.get(0) != nullptr) ++own;
  CHECK(own == 7);
}

TEST_CASE("victims by topology: the same core first, then the same chip, then the others") {
  // Processors 0 and 1 share a core, 2 is on the same chip, 3 on another one.
  const std::vector<base::cpu_place> places{{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 2, 0, 0}, {3, 3, 1, 0}};
  const pool::by_topology order(4, places);
  const auto none = [](unsigned) -> task* { return nullptr; };
  for (const unsigned id : {1U, 2U, 3U})
    CHECK(order.first_from(id, static_cast<int>(4 - id) % 4, none) == nullptr);
  std::vector<unsigned> visited;  // worker 1 is on processor 3, worker 2 on 2, worker 3 on 1
  CHECK(order.first_from(0, 0, [&](unsigned victim) -> task* {
    visited.push_back(victim);
    return nullptr;
  }) == nullptr);
  REQUIRE(visited.size() >= 3);
  CHECK(visited[0] == 3);
  CHECK(visited[1] == 2);
  CHECK(visited[2] == 1);
}

TEST_CASE("a pool of one's own is chosen by name, with its parameters") {
  add_pool<own_pool>({.name = "own",
                      .line = "a test's",
                      .source = "here",
                      .idle = "yield",
                      .parameters = {{"limit", "of nothing", "5", 1, 9}}});
  auto sched = tests::make_scheduler({.pool = "own:7", .workers = 2});
  sched.run(fan{5});
  CHECK(sched.choice().pool == "own:limit=7");
  CHECK(sched.choice().idle == "yield");
  CHECK(sched.tasks() == 364);
  CHECK(own_pool::seen_limit == 7);
  CHECK(refusal("own:10") == "own: limit '10'; expected a whole number from 1 to 9");
  const auto add = [](const char* name) {
    add_pool<own_pool>({.name = name, .line = "again", .source = "here"});
  };
  for (const char* const taken : {"own", "dq8", "half", "spin", "a:b", "1st", ""})
    CHECK_THROWS_AS(add(taken), std::invalid_argument);
}
