// What every pool promises, without threads and with them, over the catalogue.
#include <atomic>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

void for_each_pool(auto test) {
  for_each_entry(pool::catalogue, [&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    CAPTURE(std::string(entry.name));
    test.template operator()<Pool>();
  });
}

}  // namespace

TEST_CASE("catalogue: names are unique, every entry has a source, a line and a known idle policy") {
  std::vector<std::string> seen;
  for_each_entry(pool::catalogue, [&](const auto& entry) {
    CHECK(std::find(seen.begin(), seen.end(), entry.name) == seen.end());
    seen.emplace_back(entry.name);
    CHECK(!entry.source.empty());
    CHECK(!entry.line.empty());
    const auto idle = idle_names();
    CHECK(std::find(idle.begin(), idle.end(), entry.idle) != idle.end());
  });
}

TEST_CASE("a single worker gets its tasks back, last in first out") {
  for_each_pool([]<class Pool> {
    Pool pool(1);
    std::vector<typename Pool::task_type> tasks(100);
    CHECK(pool.get(0) == nullptr);
    for (auto& t : tasks) tests::put(pool, 0, t);
    for (std::size_t i = tasks.size(); i-- > 0;) CHECK(pool.get(0) == &tasks[i]);
    CHECK(pool.get(0) == nullptr);
    CHECK(pool.looks_empty(0));
  });
}

TEST_CASE("what was initialized for one worker can be had by all, where the pool balances") {
  for_each_pool([]<class Pool> {
    Pool pool(4);
    std::vector<typename Pool::task_type> tasks(40);
    for (unsigned i = 0; i < 40; ++i) pool.init(i % 4, tasks[i]);
    std::size_t found = 0;
    while (pool.get(2) != nullptr) ++found;
    CHECK(found == (Pool::balances ? 40U : 10U));
  });
}

TEST_CASE("exactly once: workers put and get at random until all is gone") {
  for_each_pool([]<class Pool> {
    constexpr unsigned workers = 4;
    const auto total = static_cast<std::size_t>(tests::scaled(100000));
    Pool pool(workers);
    std::vector<typename Pool::task_type> tasks(total * workers);
    std::vector<std::atomic<unsigned char>> taken(total * workers);
    std::atomic<std::size_t> left{total * workers};
    std::vector<std::thread> threads;
    for (unsigned id = 0; id < workers; ++id) {
      threads.emplace_back([&, id] {
        base::random random(id + 1);
        std::size_t next = 0;
        while (left.load(std::memory_order_relaxed) != 0) {
          if (next < total && random.below(3) != 0) {
            tests::put(pool, id, tasks[id * total + next++]);
          } else if (auto* const item = pool.get(id)) {
            taken[static_cast<std::size_t>(item - tasks.data())].fetch_add(1, std::memory_order_relaxed);
            left.fetch_sub(1, std::memory_order_relaxed);
          } else if (next == total) {
            std::this_thread::yield();
          }
        }
      });
    }
    for (auto& thread : threads) thread.join();
    std::size_t wrong = 0;
    for (const auto& count : taken) wrong += count != 1 ? 1 : 0;
    CHECK(wrong == 0);
    for (unsigned id = 0; id < workers; ++id) CHECK(pool.looks_empty(id));
  });
}

TEST_CASE("blocks at their edges: puts and gets around the capacity of a private block") {
  for_each_pool([]<class Pool> {
    for (std::size_t burst = 1; burst <= 13; ++burst) {
      Pool pool(2);
      std::vector<typename Pool::task_type> tasks(burst);
      std::vector<int> taken(burst);
      for (int round = 0; round < 3; ++round) {
        for (auto& t : tasks) tests::put(pool, 0, t);
        std::size_t stolen = 0;
        // The other worker takes what it can see, then the owner the rest.
        while (auto* const item = pool.get(1)) {
          ++taken[static_cast<std::size_t>(item - tasks.data())];
          ++stolen;
        }
        while (auto* const item = pool.get(0)) ++taken[static_cast<std::size_t>(item - tasks.data())];
        if (!Pool::balances) CHECK(stolen == 0);
      }
      for (const int count : taken) CHECK(count == 3);
    }
  });
}
