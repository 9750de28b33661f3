// Schedulers and threads that come and go: several schedulers at once, one inside another, threads that end
// after having run tasks, schedulers destroyed while others are in use.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/support/machine/asleep.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

int count_on(auto& scheduler, int tasks) {
  std::atomic<int> done{0};
  scheduler.run([&](auto& w) {
    for (int i = 0; i < tasks; ++i) w.put([&] { ++done; });
  });
  return done;
}

}  // namespace

TEST_CASE("shutdown-race: 10 000 schedulers made and destroyed while outside threads run tasks on others") {
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  scheduler shared(2U);
  auto chosen = tests::make_scheduler({.pool = "dq8", .workers = 2});
  std::vector<std::thread> outside;
  for (int i = 0; i < 2; ++i) {
    outside.emplace_back([&] {
      while (!stop) {
        if (count_on(shared, 5) != 5 || count_on(chosen, 5) != 5) ++wrong;
      }
    });
  }
  for (int round = 0; round < tests::scaled(10'000); ++round) {
    // Made with and without workers that rest, and destroyed at once, after a run, or while they fall
    // asleep.
    scheduler brief({.workers = static_cast<unsigned>(1 + round % 3)});
    if (round % 4 == 1) brief.allow_workers(1);
    if (round % 2 == 1 && count_on(brief, 3) != 3) ++wrong;
    if (round % 101 == 5) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // all asleep or at rest
  }
  stop = true;
  for (auto& thread : outside) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("shutdown-race: workers that sleep and workers that rest learn of the end") {
  for (const unsigned allowed : {3U, 1U}) {
    for (int round = 0; round < tests::scaled(20); ++round) {
      scheduler brief(3U);
      brief.allow_workers(allowed);
      CHECK(count_on(brief, 3) == 3);
      while (!tests::others_asleep()) std::this_thread::yield();
    }
  }
}

TEST_CASE("shutdown-race: a scheduler is destroyed by the thread whose run was the last of many") {
  for (int round = 0; round < tests::scaled(200); ++round) {
    auto shared = std::make_shared<scheduler>(3U);
    std::atomic<int> done{0};
    std::vector<std::thread> outside;
    for (int i = 0; i < 3; ++i) {
      outside.emplace_back([&done, mine = shared]() mutable {
        done += count_on(*mine, 4);
        mine.reset();  // the last one destroys it
      });
    }
    shared.reset();
    for (auto& thread : outside) thread.join();
    CHECK(done == 12);
  }
}

TEST_CASE("threads end after having run tasks") {
  scheduler shared(2U);
  for (int round = 0; round < tests::scaled(500); ++round) {
    int sum = 0;
    std::thread brief([&] {
      sum = count_on(shared, 10);
      const auto [a, b] = join([] { return 3; }, [] { return 4; });
      sum += a + b;
    });
    brief.join();
    CHECK(sum == 17);
  }
}

TEST_CASE("several schedulers at once, each driven by a thread of its own") {
  std::vector<std::thread> drivers;
  std::atomic<int> done{0};
  for (const auto& pool : pool_names()) {
    drivers.emplace_back([&done, pool] {
      auto own = tests::make_scheduler({.pool = pool, .workers = 3});
      for (int round = 0; round < tests::scaled(50); ++round) done += count_on(own, 20);
    });
  }
  for (auto& driver : drivers) driver.join();
  CHECK(done == static_cast<int>(pool_names().size()) * tests::scaled(50) * 20);
}

TEST_CASE("one scheduler inside another, and back in the first") {
  scheduler outer(2U);
  auto inner = tests::make_scheduler({.pool = "sq1", .workers = 2});
  std::atomic<int> done{0};
  for (int round = 0; round < tests::scaled(50); ++round) {
    outer.run([&](worker& w) {
      for (int i = 0; i < 4; ++i) {
        w.put([&] {
          inner.run([&] {
            outer.run([&] { ++done; });  // its own thread may not wait for its own run
            scheduler innermost(2U);
            done += count_on(innermost, 3);
          });
        });
      }
    });
  }
  CHECK(done == tests::scaled(50) * 16);
}

TEST_CASE("pinning binds workers within the mask, and leaves the calling thread alone") {
  const auto mask = base::affinity_of();
  for (const pinning how : {pinning::none, pinning::compact, pinning::scatter}) {
    scheduler bound({.workers = 3, .pin = how});
    std::atomic<int> wrong{0};
    for (int round = 0; round < tests::scaled(50); ++round) {
      bound.run([&](worker& w) {
        for (int i = 0; i < 20; ++i) {
          w.put([&](worker& v) {
            const auto here = base::affinity_of();
            const bool one = v.id() != 0 && how != pinning::none;
            if (here.size() != (one ? 1 : mask.size())) ++wrong;
            for (const unsigned cpu : here) wrong += std::find(mask.begin(), mask.end(), cpu) == mask.end();
          });
        }
      });
    }
    CHECK(wrong == 0);
  }
  CHECK((base::affinity_of() == mask));
}
