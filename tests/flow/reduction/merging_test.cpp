// Partial results that wait for the same object are merged: each part arrives once, failures are heard of.
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace merging_test {

using namespace jackdaw;

namespace {

/// How often results of a kind were made, applied and merged, and how many are alive.
struct tally {
  std::atomic<int> applied{0};
  std::atomic<int> merged{0};
  std::atomic<int> alive{0};
};

struct part {
  explicit part(tally& of) noexcept : counts(&of) { ++of.alive; }
  part(part&& other) noexcept : sum(other.sum), counts(other.counts) { ++counts->alive; }
  part& operator=(part&&) = delete;
  ~part() { --counts->alive; }
  long sum = 0;
  tally* counts;
};

struct counted_sum {
  tally* counts;
  bool fails = false;
  [[nodiscard]] part make() const { return part(*counts); }
  void apply(long& object, part&& p) const {
    ++counts->applied;
    object += p.sum;
  }
  void merge(part& into, part&& from) const {
    ++counts->merged;
    if (fails) throw std::runtime_error("merging");
    into.sum += from.sum;
  }
};

/// Holds an object until `enough` have run.
auto busy_until(const std::atomic<int>& ran, int enough) {
  return [&ran, enough](long&) {
    while (ran < enough) std::this_thread::yield();
  };
}

}  // namespace

TEST_CASE("tasks that find the object busy merge what they have found, and apply it together") {
  scheduler sched(2);
  flow tasks(sched);
  handle<long> total(0);
  tally counts;
  std::atomic<int> ran{0};
  constexpr int adders = 50;
  tasks.submit(write(total), busy_until(ran, adders));
  for (int i = 1; i <= adders; ++i) {
    tasks.submit(reduce(total, counted_sum{&counts}), [&ran, i](part& p) {
      p.sum += i;
      ++ran;
    });
  }
  tasks.wait();
  CHECK(total.value() == adders * (adders + 1) / 2);
  CHECK(counts.applied + counts.merged == adders);
  CHECK(counts.applied <= 3);  // the last two may find the object free
  CHECK(counts.alive == 0);
}

TEST_CASE("on every pool: two objects at once, named twice, among other accesses") {
  tests::for_each_choice({1, 2, 4}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    tally counts;
    std::array<handle<long>, 3> totals;
    const counted_sum sum{&counts};
    for (int round = 0; round < tests::scaled(30); ++round) {
      for (std::size_t i = 0; i < 12; ++i) {
        tasks.submit(reduce(totals[i % 3], sum), reduce(totals[(i + 1) % 3], sum), [](part& p, part& q) {
          ++p.sum;
          q.sum += 10;
        });
        tasks.submit(reduce(totals[0], sum), reduce(totals[0], sum), [](part& p, part& q) {
          p.sum += 100;
          q.sum += 100;
        });
      }
      if (round % 3 == 0) tasks.submit(write(totals[0]), [](long& t) { t += 1000; });
    }
    tasks.wait();
    const int rounds = tests::scaled(30);
    CHECK(totals[0].value() == rounds * 2444L + (rounds + 2) / 3 * 1000L);
    CHECK(totals[1].value() == rounds * 44L);
    CHECK(totals[2].value() == rounds * 44L);
    CHECK(counts.alive == 0);
  });
}

TEST_CASE("merging that throws spoils the object, and everything else goes on") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(50); ++round) {
    flow tasks(sched);
    handle<long> total(0);
    handle<long> other(0);
    tally counts;
    std::atomic<int> ran{0};
    tasks.submit(write(total), busy_until(ran, 10));
    for (int i = 0; i < 10; ++i) {
      tasks.submit(reduce(total, counted_sum{&counts, true}), reduce(other), [&ran](part& p, long& o) {
        ++p.sum;
        ++o;
        ++ran;
      });
    }
    tasks.submit(read(total), [](long) { FAIL("ran"); });
    CHECK_THROWS_AS(tasks.wait(), flow_error);
    CHECK(counts.alive == 0);
    CHECK_FALSE(total.in_use());
    CHECK_FALSE(other.in_use());
  }
}

TEST_CASE("a task that has failed is not merged: no task reads the object") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(50); ++round) {
    flow tasks(sched);
    handle<long> total(0);
    tally counts;
    std::atomic<int> ran{0};
    tasks.submit(write(total), busy_until(ran, 10));
    for (int i = 0; i < 10; ++i) {
      tasks.submit(reduce(total, counted_sum{&counts}), [&ran, i](part& p) {
        ++ran;
        if (i == 5) throw std::runtime_error("five");
        ++p.sum;
      });
    }
    tasks.submit(read(total), [](long) { FAIL("ran"); });
    try {
      tasks.wait();
      FAIL("wait() did not throw");
    } catch (const flow_error& e) {
      CHECK(e.failures().size() == 1);
      CHECK(e.skipped() == 1);
    }
    CHECK(total.value() == 9);
    CHECK(counts.alive == 0);
  }
}

TEST_CASE("a task that waits for a reservation stays where a search finds it: nothing is merged") {
  scheduler sched(2);
  flow tasks(sched);
  handle<long> total(0);
  tally counts;
  auto later = tasks.reserve(write(total));
  for (int i = 0; i < 20; ++i) tasks.submit(reduce(total, counted_sum{&counts}), [](part& p) { ++p.sum; });
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const stuck& e) { CHECK(std::string(e.what()).find("20 tasks wait") != std::string::npos); }
  CHECK(counts.merged == 0);
  later.submit([](long& t) { t = 5; });
  tasks.wait();
  CHECK(total.value() == 25);
  CHECK(counts.alive == 0);
}

}  // namespace merging_test
