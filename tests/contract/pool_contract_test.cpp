// What every pool promises, without threads and with them, over the catalogue.
#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

void for_each_pool(auto test) {
  const auto run = [&]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    static_assert(pool::task_pool<Pool>);
    CAPTURE(std::string(entry.name));
    test.template operator()<Pool>();
  };
  pool::catalogue.for_each(run);
  // Compositions without a name: WSL06's blocks of 2, and arrays that grow from the second task on.
  using small_array = queue::locked<queue::array<task, 1>, sync::blocking_lock>;
  run(pool::catalogue_entry<pool::dq8_of<2>>{"dq8 of 2", "", "", ""});
  run(pool::catalogue_entry<pool::sdq1_of<2>>{"sdq1 of 2", "", "", ""});
  run(pool::catalogue_entry<pool::stealing<small_array, queue::end::working>>{"dq7 of 1", "", "", ""});
  using small_arrays = queue::list_of_arrays<task, 1>;
  using locked_arrays = queue::locked<small_arrays, sync::blocking_lock>;
  run(pool::catalogue_entry<pool::stealing<locked_arrays, queue::end::working>>{"dq7 of arrays", "", "", ""});
  run(pool::catalogue_entry<pool::central<locked_arrays>>{"sq2 of arrays", "", "", ""});
  run(pool::catalogue_entry<pool::distributed<small_arrays>>{"dq3 of arrays", "", "", ""});
  using mutexes = queue::task_locked_list_with<sync::blocking_lock>;
  run(pool::catalogue_entry<pool::stealing<mutexes, queue::end::opposite>>{"dq6 of mutexes", "", "", ""});
  run(pool::catalogue_entry<pool::central<queue::fifo<mutexes>>>{"sq3 of mutexes", "", "", ""});
}

/// Tasks of a pool, and how often each was taken.
template <class Pool>
struct arena {
  arena(unsigned workers, std::size_t size) : pool(workers), tasks(size), taken(size), left(size) {}

  bool get(unsigned id) {
    auto* const item = pool.get(id);
    if (item == nullptr) return false;
    taken[static_cast<std::size_t>(item - tasks.data())].fetch_add(1, std::memory_order_relaxed);
    left.fetch_sub(1, std::memory_order_relaxed);
    return true;
  }

  void check_exactly_once() const {
    std::size_t wrong = 0;
    for (const auto& count : taken) wrong += count != 1 ? 1 : 0;
    CHECK(wrong == 0);
  }

  Pool pool;
  std::vector<typename Pool::task_type> tasks;
  std::vector<std::atomic<unsigned char>> taken;
  std::atomic<std::size_t> left;
};

}  // namespace

TEST_CASE("catalogue: names are unique, every entry has a source, a line and a known idle policy") {
  std::vector<std::string> seen;
  pool::catalogue.for_each([&](const auto& entry) {
    CHECK(std::find(seen.begin(), seen.end(), entry.name) == seen.end());
    seen.emplace_back(entry.name);
    CHECK(!entry.source.empty());
    CHECK(!entry.line.empty());
    const auto idle = idle_names();
    CHECK(std::find(idle.begin(), idle.end(), entry.idle) != idle.end());
  });
}

TEST_CASE("a single worker gets its tasks back in the order that the pool promises") {
  for_each_pool([]<class Pool> {
    Pool pool(1);
    std::vector<typename Pool::task_type> tasks(100);
    CHECK(pool.get(0) == nullptr);
    for (auto& t : tasks) tests::put(pool, 0, t);
    std::vector<typename Pool::task_type*> order;
    for (auto& t : tasks) order.push_back(&t);
    if (queue::order_of<Pool> == queue::order::lifo) std::reverse(order.begin(), order.end());
    std::vector<typename Pool::task_type*> taken;
    while (auto* const item = pool.get(0)) taken.push_back(item);
    if (queue::order_of<Pool> == queue::order::any) std::sort(taken.begin(), taken.end());
    CHECK((taken == order));
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
    arena<Pool> a(workers, total * workers);
    std::vector<std::thread> threads;
    for (unsigned id = 0; id < workers; ++id) {
      threads.emplace_back([&, id] {
        base::random random(id + 1);
        std::size_t next = 0;
        while (a.left.load(std::memory_order_relaxed) != 0) {
          if (next < total && random.below(3) != 0) {
            tests::put(a.pool, id, a.tasks[id * total + next++]);
          } else if (!a.get(id) && next == total) {
            std::this_thread::yield();
          }
        }
      });
    }
    for (auto& thread : threads) thread.join();
    a.check_exactly_once();
    for (unsigned id = 0; id < workers; ++id) CHECK(a.pool.looks_empty(id));
  });
}

TEST_CASE("stampede: all initial tasks are there, all workers take at once") {
  for_each_pool([]<class Pool> {
    constexpr unsigned workers = 4;
    arena<Pool> a(workers, static_cast<std::size_t>(tests::scaled(40000)));
    for (unsigned i = 0; i < a.tasks.size(); ++i) a.pool.init(i % workers, a.tasks[i]);
    std::vector<std::thread> threads;
    for (unsigned id = 0; id < workers; ++id) {
      threads.emplace_back([&, id] {
        while (a.get(id)) {}  // TP-P1: a worker that goes leaves none behind that only it could take
      });
    }
    for (auto& thread : threads) thread.join();
    a.check_exactly_once();
  });
}

TEST_CASE("no_starvation: each worker gets something from a worker that goes on putting") {
  for_each_pool([]<class Pool> {
    if (!Pool::balances) return;
    constexpr unsigned workers = 4;
    Pool pool(workers);
    std::vector<typename Pool::task_type> tasks(64);
    std::vector<std::atomic<bool>> free(tasks.size());
    for (auto& each : free) each = true;
    std::atomic<unsigned> fed{0};
    std::atomic<bool> stop{false};
    const auto take = [&](unsigned id) {
      auto* const item = pool.get(id);
      if (item == nullptr) return false;
      free[static_cast<std::size_t>(item - tasks.data())].store(true, std::memory_order_release);
      return true;
    };
    std::vector<std::thread> thieves;
    for (unsigned id = 1; id < workers; ++id) {
      thieves.emplace_back([&, id] {
        base::random turns(id);
        for (bool had = false; !stop;) {
          if (take(id) && !std::exchange(had, true)) ++fed;
          // On one processor threads take strict turns: the same one would always come first, and get the only task.
          for (unsigned left = 1 + turns.below(4); left != 0; --left) std::this_thread::yield();
        }
      });
    }
    while (fed < workers - 1) {  // hangs, and is stopped by the time limit of the test, when one starves
      bool put = false;
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        if (!free[i].exchange(false, std::memory_order_acquire)) continue;
        tests::put(pool, 0, tasks[i]);
        put = true;
      }
      if (!put) take(0);  // all lie where only this worker sees them
      std::this_thread::yield();
    }
    stop = true;
    for (auto& thief : thieves) thief.join();
    CHECK(fed == workers - 1);
  });
}

TEST_CASE("destructors: a pool that still holds tasks goes without touching them, and leaks nothing") {
  for_each_pool([]<class Pool> {
    std::vector<typename Pool::task_type> tasks(50);
    {
      Pool pool(3);
      for (unsigned i = 0; i < 20; ++i) pool.init(i % 3, tasks[i]);
      for (unsigned i = 20; i < tasks.size(); ++i) tests::put(pool, i % 3, tasks[i]);
      if (Pool::balances) CHECK(pool.get(2) != nullptr);
    }
    for (auto& each : tasks) CHECK((each.execute == nullptr));
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
