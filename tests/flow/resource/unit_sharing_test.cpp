// The units of resources by themselves: requests of random sizes against a model that looks at all of them, how often a
// large one is overtaken, and how costs grow.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/resource/required_units.hpp>
#include <jackdaw/flow/resource/resource.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/resource/waiting_demands.hpp>
#include <jackdaw/flow/version/waiter.hpp>

#include "tests/flow/growth/growth.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using dataflow::unit_sharing;

namespace {

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

/// A task that requires units of up to three resources.
struct pretended_task : dataflow::linked_waiter {
  using list = std::array<dataflow::units_of, 3>;

  pretended_task(nowhere& in, int priority, const list& all)
      : linked_waiter(in, kind_of_all), needs(*this, &resume, priority, all) {}

  /// True: it has its units. False: it waits.
  bool begin() {
    return unit_sharing::take_or_wait(needs, [] { return false; }) == unit_sharing::answer::taken;
  }
  void end() { unit_sharing::give_back(needs); }

  dataflow::required_units<3> needs;
  std::uint64_t age = 0;

  static void resume(dataflow::waiter& task) { resumed.push_back(&static_cast<pretended_task&>(task)); }
  inline static std::vector<pretended_task*> resumed;  // since it was looked at
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

/// What is said in unit_sharing.hpp, by looks at all tasks.
class model {
 public:
  explicit model(const std::deque<resource>& all) {
    for (const resource& each : all) places_.push_back({&each, each.units(), 0});
  }

  [[nodiscard]] bool fits(const pretended_task& t) const {
    return std::ranges::all_of(t.needs.demands, [&](const dataflow::unit_demand& d) {
      const place& at = place_of(d);
      return d.units <= at.free && (at.overtaken < unit_sharing::most_overtakings || oldest(at) == &t);
    });
  }
  void begins_to_wait(pretended_task& t) { waiting_.push_back(&t); }
  void is_granted(const pretended_task& t) {
    stops_waiting(t);
    for (const dataflow::unit_demand& d : t.needs.demands) {
      place& at = place_of(d);
      at.free -= d.units;
      if (const pretended_task* first = oldest(at); first != nullptr && first->age < t.age) ++at.overtaken;
    }
  }
  void stops_waiting(const pretended_task& t) {
    for (place& at : places_) {
      if (oldest(at) == &t) at.overtaken = 0;
    }
    std::erase(waiting_, &t);
  }
  void ends(const pretended_task& t) {
    for (const dataflow::unit_demand& d : t.needs.demands) place_of(d).free += d.units;
  }
  void check() const {
    for (const place& at : places_) REQUIRE(at.of->available() == at.free);
    for (const pretended_task* each : waiting_) REQUIRE(!fits(*each));  // US-U2
  }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }

 private:
  struct place {
    const resource* of;
    std::uint64_t free;
    unsigned overtaken;
  };
  [[nodiscard]] const place& place_of(const dataflow::unit_demand& d) const {
    return *std::ranges::find_if(places_, [&](const place& at) { return is_at(d, at); });
  }
  place& place_of(const dataflow::unit_demand& d) {
    return const_cast<place&>(std::as_const(*this).place_of(d));
  }
  static bool is_at(const dataflow::unit_demand& d, const place& at) {
    return dataflow::units_of{const_cast<resource*>(at.of), 0}.of != nullptr &&
           &dataflow::units_of{const_cast<resource*>(at.of), 0}.pool() == d.of;
  }
  [[nodiscard]] const pretended_task* oldest(const place& at) const {
    for (const pretended_task* each : waiting_) {
      for (const dataflow::unit_demand& d : each->needs.demands) {
        if (is_at(d, at)) return each;
      }
    }
    return nullptr;
  }

  std::vector<place> places_;
  std::vector<pretended_task*> waiting_;  // by age
};

}  // namespace

TEST_CASE("tasks with random demands: no unit is lost or lent twice, and none that waits fits") {
  std::uint64_t waits = 0;
  for (int round = 0; round < tests::scaled(30); ++round) {
    CAPTURE(round);
    base::random random(static_cast<std::uint64_t>(round) + 1);
    const std::size_t count = 1 + random.below(3);
    std::deque<resource> all;
    for (std::size_t i = 0; i < count; ++i) all.emplace_back(1 + random.below(9));
    nowhere here;
    model expected(all);
    std::deque<pretended_task> tasks;
    std::vector<pretended_task*> having;
    const auto look = [&] {
      for (pretended_task* each : std::exchange(pretended_task::resumed, {})) {
        REQUIRE(each->needs.has_units);
        REQUIRE(expected.fits(*each));
        expected.is_granted(*each);
        having.push_back(each);
      }
      expected.check();
    };
    const auto end_one = [&] {
      pretended_task* const ends =
          std::exchange(having[random.below(static_cast<std::uint32_t>(having.size()))], having.back());
      having.pop_back();
      expected.ends(*ends);
      ends->end();
      look();
    };
    for (int step = 0; step < 400; ++step) {
      if (!having.empty() && random.below(2) == 0) {
        end_one();
        continue;
      }
      pretended_task::list list{};
      for (auto& each : list) {
        resource& of = all[random.below(static_cast<std::uint32_t>(count))];
        const bool fewer = random.below(3) != 0;
        each = {&of,
                random.below(static_cast<std::uint32_t>(fewer ? 1 + of.units() / 3 : 1 + of.units() / 2))};
      }
      pretended_task& t = tasks.emplace_back(here, static_cast<int>(random.below(3)), list);
      bool too_much = false;
      try {
        dataflow::require_enough(list);
      } catch (const std::invalid_argument&) { too_much = true; }
      if (too_much) continue;
      t.age = static_cast<std::uint64_t>(step);
      const bool fits = expected.fits(t);
      REQUIRE(t.begin() == fits);
      if (fits) {
        expected.is_granted(t);
        having.push_back(&t);
      } else {
        expected.begins_to_wait(t);
        ++waits;
      }
      look();
    }
    while (!having.empty()) end_one();
    REQUIRE(expected.waiting() == 0);
    for (const resource& each : all) REQUIRE(each.available() == each.units());
  }
  CHECK(waits > 100);
}

TEST_CASE("of the tasks that fit, the largest priority comes first, then the one that has waited longest") {
  resource r(4);
  nowhere here;
  const auto with = [&](std::uint64_t units) {
    return pretended_task::list{{{&r, units}, {&r, 0}, {&r, 0}}};
  };
  pretended_task holder(here, 0, with(4));
  pretended_task first(here, 0, with(3));
  pretended_task second(here, 0, with(1));
  pretended_task urgent(here, 5, with(2));
  pretended_task third(here, 0, with(2));
  CHECK(holder.begin());
  for (pretended_task* each : {&first, &second, &urgent, &third}) CHECK(!each->begin());
  holder.end();
  CHECK(std::exchange(pretended_task::resumed, {}) == std::vector<pretended_task*>{&urgent, &second});
  CHECK(r.available() == 1);
  urgent.end();
  CHECK(std::exchange(pretended_task::resumed, {}) == std::vector<pretended_task*>{&first});
  first.end();
  CHECK(std::exchange(pretended_task::resumed, {}) == std::vector<pretended_task*>{&third});
  second.end();
  third.end();
  CHECK(r.available() == 4);
}

TEST_CASE("a task that needs all units is overtaken 64 times, then it is the next") {
  for (const int urgency : {0, 9}) {  // of the others
    CAPTURE(urgency);
    resource r(3);
    resource other(3);
    nowhere here;
    pretended_task large(here, 0, {{{&r, 3}, {&other, 1}, {&r, 0}}});
    std::deque<pretended_task> small;
    const auto begin_small = [&] {
      return small.emplace_back(here, urgency, pretended_task::list{{{&r, 1}, {&r, 0}, {&r, 0}}}).begin();
    };
    CHECK(begin_small());
    CHECK(begin_small());
    CHECK(!large.begin());
    std::size_t first = 0;  // that has units
    unsigned overtakings = 0;
    for (; begin_small(); ++overtakings) {
      REQUIRE(overtakings < 1000);
      small[first++].end();
    }
    CHECK(overtakings == unit_sharing::most_overtakings);
    CHECK(!begin_small());
    pretended_task elsewhere(here, 0, {{{&other, 2}, {&r, 0}, {&r, 0}}});
    CHECK(elsewhere.begin());  // what it has enough of is open
    elsewhere.end();
    for (; pretended_task::resumed.empty(); ++first) {
      REQUIRE(first < small.size());
      small[first].end();
    }
    CHECK(std::exchange(pretended_task::resumed, {}) == std::vector<pretended_task*>{&large});
    large.end();  // and the two small ones that waited are next
    CHECK(pretended_task::resumed.size() == 2);
    for (pretended_task* each : std::exchange(pretended_task::resumed, {})) each->end();
    CHECK(r.available() == 3);
  }
}

TEST_CASE("tasks of a flow that is cancelled stop waiting, and let those behind them through") {
  resource r(3);
  nowhere cancelled;
  nowhere other;
  pretended_task holder(other, 0, {{{&r, 1}, {&r, 0}, {&r, 0}}});
  CHECK(holder.begin());
  pretended_task large(cancelled, 0, {{{&r, 3}, {&r, 0}, {&r, 0}}});
  CHECK(!large.begin());
  std::deque<pretended_task> small;
  const auto begin_small = [&] {
    return small.emplace_back(other, 0, pretended_task::list{{{&r, 1}, {&r, 0}, {&r, 0}}}).begin();
  };
  while (begin_small()) small.back().end();  // until it is closed
  CHECK(unit_sharing::text(small.back().needs) == "1 of a resource");
  unit_sharing::call_off(cancelled);
  CHECK(std::exchange(pretended_task::resumed, {}) == std::vector<pretended_task*>{&large, &small.back()});
  CHECK(!large.needs.has_units);
  CHECK(small.back().needs.has_units);
  CHECK(unit_sharing::take_or_wait(large.needs, [] { return true; }) == unit_sharing::answer::called_off);
  large.end();  // has nothing to give
  small.back().end();
  holder.end();
  CHECK(r.available() == 3);
}

TEST_CASE("costs: n tasks of n sizes that wait, and get their units one after another") {
  const auto run = [](std::size_t n, bool two) {
    resource r(n);
    resource other(2 * n);
    nowhere here;
    base::random random(7);
    std::deque<pretended_task> tasks;
    pretended_task holder(here, 0, {{{&r, n}, {&r, 0}, {&r, 0}}});
    CHECK(holder.begin());
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t units = 1 + random.below(static_cast<std::uint32_t>(n));
      tasks.emplace_back(here, static_cast<int>(random.below(2)),
                         pretended_task::list{{{&r, units}, {&other, two ? units : 0}, {&r, 0}}});
      CHECK(!tasks.back().begin());
    }
    std::size_t ended = 0;
    holder.end();
    std::deque<pretended_task*> having;
    for (;;) {
      for (pretended_task* each : std::exchange(pretended_task::resumed, {})) having.push_back(each);
      if (having.empty()) break;
      having.front()->end();
      having.pop_front();
      ++ended;
    }
    CHECK(ended == n);
  };
  for (const bool two : {false, true}) {
    tests::check_growth([&](std::size_t n) { run(n, two); }, 2000);
  }
}

TEST_CASE("demands of one resource add up, and none of it is nothing") {
  resource r(5);
  nowhere here;
  pretended_task t(here, 0, {{{&r, 2}, {&r, 0}, {&r, 3}}});
  CHECK(t.needs.demands.size() == 1);
  CHECK(t.begin());
  CHECK(r.available() == 0);
  pretended_task nothing(here, 0, {{{&r, 0}, {&r, 0}, {&r, 0}}});
  CHECK(nothing.begin());
  CHECK(unit_sharing::take(nothing.needs));
  nothing.end();
  t.end();
  CHECK(r.available() == 5);
  const auto said = [](const pretended_task::list& all) {
    try {
      dataflow::require_enough(all);
    } catch (const std::invalid_argument& e) { return std::string(e.what()); }
    return std::string();
  };
  CHECK(said({{{&r, 2}, {&r, 0}, {&r, 4}}}) ==
        "a task requires 6 units of a resource; expected at most the 5 that it has");
  r.name("slots");
  CHECK(
      said({{{&r, ~std::uint64_t{0}}, {&r, 0}, {&r, 4}}}) ==
      "a task requires more than 18446744073709551615 units of 'slots'; expected at most the 5 that it has");
  resource largest(~std::uint64_t{0});
  CHECK(said({{{&largest, ~std::uint64_t{0} - 2}, {&largest, 2}, {&r, 1}}}).empty());
  CHECK(said({{{&largest, ~std::uint64_t{0}}, {&largest, 2}, {&r, 1}}}) ==
        "a task requires more than 18446744073709551615 units of a resource; expected at most the "
        "18446744073709551615 that it has");
  CHECK(said({{{&r, 2}, {&r, 3}, {&r, 0}}}).empty());
}
