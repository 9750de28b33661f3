// How long workers without work search: settings, patience, and where there is no room for it.
#include <stdexcept>

#include <doctest/doctest.h>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
#include <jackdaw/worker/idle/search_patience.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "tests/support/machine/variable.hpp"

namespace idle_setting_test {

using namespace jackdaw;
using base::affinity_of;
using tests::variable;

namespace {

/// How often a searching worker looks in vain.
int looks_of(const auto& searcher) {
  int made = 0;
  auto nothing = [&made] { return ++made == 0; };
  CHECK_FALSE(searcher.search(nothing));
  return made;
}

/// An idle policy that says which setting it got.
struct noting_idle : working::spin_yield_park {
  inline static idle_use last = idle_use::automatic;
  noting_idle(unsigned workers, idle_use setting) : working::spin_yield_park(workers, setting) {
    last = setting;
  }
};

}  // namespace

TEST_CASE("a worker that looks for work spins only where there is a processor for each worker") {
  const auto processors = static_cast<unsigned>(affinity_of().size());
  CHECK(looks_of(working::spin_if_room(processors, {200, 8})) == 200 + 8 + 1);
  CHECK(looks_of(working::spin_if_room(processors + 1, {200, 8})) == 50 + 1);
  auto at_once = [] { return true; };
  CHECK(working::spin_if_room(processors + 1, {200, 8}).search(at_once));
}

TEST_CASE("idle: three settings say how long a worker searches, and workers that are too many spin in none") {
  const auto processors = static_cast<unsigned>(affinity_of().size());
  const auto looks = [](unsigned workers, idle_use setting) {
    return looks_of(working::search_as_set(workers, setting));
  };
  CHECK(looks(processors, idle_use::latency) == 8'000 + 16 + 1);
  CHECK(looks(processors, idle_use::balanced) == 80 + 8 + 1);
  CHECK(looks(processors, idle_use::thrifty) == 4 + 1 + 1);
  CHECK(looks(processors + 1, idle_use::latency) == 50 + 1);
  CHECK(looks(processors + 1, idle_use::thrifty) == 4 + 1 + 1);
}

TEST_CASE("idle: the option comes before JACKDAW_IDLE, and reaches the scheduler's policy") {
  using annotation = basic_scheduler<pool::split_pool, noting_idle, memory::cgbkof>;
  const auto setting_of = [](const scheduler_options& options) {
    const annotation made(options);
    return noting_idle::last;
  };
  {
    const variable unset(nullptr, "JACKDAW_IDLE");
    CHECK(setting_of({.workers = 1}) == idle_use::balanced);
    CHECK(setting_of({.workers = 1, .idle = idle_use::latency}) == idle_use::latency);
    CHECK(setting_of({.workers = 1, .idle = idle_use::thrifty}) == idle_use::thrifty);
  }
  {
    const variable thrifty("thrifty", "JACKDAW_IDLE");
    CHECK(setting_of({.workers = 1}) == idle_use::thrifty);
    CHECK(setting_of({.workers = 1, .idle = idle_use::balanced}) == idle_use::balanced);
  }
  {
    const variable latency("latency", "JACKDAW_IDLE");
    CHECK(setting_of({.workers = 1}) == idle_use::latency);
  }
  const variable wrong("lazy", "JACKDAW_IDLE");
  CHECK_THROWS_WITH_AS(scheduler({.workers = 1}),
                       "environment variable JACKDAW_IDLE is 'lazy'; expected latency, balanced or thrifty",
                       std::invalid_argument);
}

TEST_CASE(
    "patience: a worker that is always woken soon searches longer, up to a bound, and not any more after "
    "long sleeps") {
  working::search_patience mine;
  const auto sleep = [&](double share, int most) {
    mine.slept(share * working::search_patience::short_sleep, most);
    return mine.rounds();
  };
  CHECK(mine.rounds() == 1);
  for (const int rounds : {2, 4, 8, 8, 8}) CHECK(sleep(0.5, 8) == rounds);
  for (const int rounds : {4, 2, 1, 1}) CHECK(sleep(2, 8) == rounds);
  CHECK(sleep(0.5, 1) == 1);

  const auto processors = static_cast<unsigned>(base::affinity_of().size());
  CHECK(working::spin_if_room(processors, {200, 8, 8}).most_rounds() == 8);
  CHECK(working::spin_if_room(processors + 1, {200, 8, 8}).most_rounds() == 1);
}

}  // namespace idle_setting_test
