// fork-hang: a child of fork() has no workers. It may make a scheduler of its own; the parent's is a clear
// error.
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <pthread.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/machine/process/child.hpp"
#include "tests/support/schedulers.hpp"

using namespace jackdaw;
using tests::in_child;

namespace {

/// Whether `scheduler` runs a small tree of tasks.
bool works(auto& scheduler) {
  std::atomic<int> done{0};
  scheduler.run([&](auto& w) {
    for (int i = 0; i < 100; ++i) w.put([&] { ++done; });
  });
  return done == 100;
}

/// Whether run() throws std::logic_error that says what is wrong.
bool refuses(auto& scheduler) {
  try {
    scheduler.run([] {});
  } catch (const std::logic_error& error) {
    return std::string(error.what()).find("fork()") != std::string::npos;
  }
  return false;
}

int sum() {
  const auto [a, b, c] = join([] { return 1; }, [] { return 2; }, [] { return 3; });
  return a + b + c;
}

}  // namespace

TEST_CASE("fork-hang: a child makes a scheduler of its own; the parent's is refused") {
  scheduler sched(4U);
  auto chosen = tests::make_scheduler({.pool = "dq2", .workers = 3});
  REQUIRE(works(sched));
  REQUIRE(works(chosen));
  CHECK(in_child([&] { return refuses(sched) && refuses(chosen); }));
  CHECK(in_child([&] {
    scheduler fresh(4U);
    auto fresh_chosen = tests::make_scheduler({.pool = "dq2", .workers = 3});
    return works(fresh) && works(fresh_chosen) && refuses(sched) && works(fresh);
  }));
  CHECK(works(sched));  // the parent has noticed nothing
}

TEST_CASE("fork-hang: the parent's scheduler can be destroyed in the child") {
  for (int round = 0; round < 20; ++round) {
    auto sched = std::make_unique<scheduler>(4U);
    REQUIRE(works(*sched));
    CHECK(in_child([&] {
      scheduler fresh(4U);  // its threads may take the stacks of those that are missing
      sched.reset();
      return works(fresh);
    }));
  }
}

TEST_CASE(
    "fork-hang: a scheduler that has had tasks from outside can be destroyed in the child, and a new one has "
    "them") {
  const auto polled = [](scheduler& on) {
    std::atomic<bool> done{false};
    flow tasks(on);
    tasks.submit([&] { done = true; });
    while (!done) std::this_thread::yield();  // no thread waits
    return true;
  };
  for (const unsigned workers : {1U, 2U}) {
    auto sched = std::make_unique<scheduler>(workers);
    REQUIRE(polled(*sched));
    CHECK(in_child([&] {
      scheduler fresh(workers);  // its threads may take the stacks of those that are missing
      sched.reset();
      return polled(fresh) && works(fresh);
    }));
    CHECK(polled(*sched));
  }
}

TEST_CASE(
    "nobody-behind: no run, no join and no wait makes a thread; the first task from outside does, once") {
  const auto threads = [] {
    const auto all = std::filesystem::directory_iterator("/proc/self/task");
    return std::distance(begin(all), end(all));
  };
  CHECK(in_child([&] {  // which has one thread
    scheduler sched(1U);
    bool well = works(sched) && sum() == 6;
    const auto before = threads();
    flow tasks(sched);
    well = well && works(sched) && sum() == 6;
    tasks.wait();
    sched.await_rest();
    well = well && threads() == before;
    for (int i = 0; i < 10; ++i) {
      tasks.submit([] {});
      tasks.wait();
      well = well && threads() == before + 1;
    }
    return well;
  }));
}

TEST_CASE(
    "nobody-behind: where the system has no thread, tasks from outside wait for a caller, and later ones try "
    "again") {
  CHECK(in_child([] {
    pthread_attr_t usual;
    pthread_attr_t too_large;
    if (pthread_getattr_default_np(&usual) != 0 || pthread_getattr_default_np(&too_large) != 0) return false;
    pthread_attr_setstacksize(&too_large, std::size_t{1} << 46U);  // for which there is no room
    if (pthread_setattr_default_np(&too_large) != 0) return false;
    scheduler sched(1U);
    flow tasks(sched);
    std::atomic<int> done{0};
    for (int i = 0; i < 10; ++i) tasks.submit([&] { ++done; });
    if (done != 0) return false;
    tasks.submit([&] { ++done; });
    if (!works(sched) || done != 11) return false;  // what has begun comes to its end first, by the caller
    tasks.submit([&] { ++done; });
    tasks.wait();
    if (done != 12) return false;
    if (pthread_setattr_default_np(&usual) != 0) return false;
    while (done == 12) {
      tasks.submit([&] { ++done; });
      std::this_thread::yield();
    }
    return true;
  }));
}

TEST_CASE("fork-hang: fork() while another thread is inside a run") {
  scheduler sched(2U);
  std::atomic<bool> stop{false};
  std::atomic<bool> inside{false};
  std::thread other([&] {
    sched.run([&] {
      inside = true;
      while (!stop) std::this_thread::yield();
    });
  });
  while (!inside) std::this_thread::yield();
  CHECK(in_child([&] { return refuses(sched); }));
  stop = true;
  other.join();
}

TEST_CASE("fork-hang: the process-wide scheduler is a fresh one in the child, and in its child") {
  CHECK(in_child([] { return sum() == 6; }));  // not made yet
  REQUIRE(sum() == 6);
  scheduler* const parents = &default_scheduler();
  CHECK(in_child([&] {
    return sum() == 6 && &default_scheduler() != parents && in_child([] { return sum() == 6; }) && sum() == 6;
  }));
  CHECK(sum() == 6);
  CHECK(&default_scheduler() == parents);
}

TEST_CASE("the process-wide scheduler is limited before its first use, and after") {
  CHECK(in_child([] {
    configure_default_scheduler({.workers = 5});
    configure_default_scheduler({.workers = 3, .surplus = surplus_use::work});
    std::atomic<int> done{0};
    parallel_for(0, 100, [&](int) { ++done; });
    bool well = done == 100 && default_scheduler().workers() == 3 && sum() == 6;
    try {
      configure_default_scheduler({.workers = 2});
      well = false;
    } catch (const std::logic_error& error) {
      well = well && std::string(error.what()).find("in use already") != std::string::npos;
    }
    default_scheduler().allow_workers(1);
    parallel_for(0, 100, [&](int) { ++done; });
    well = well && done == 200 && default_scheduler().allowed_workers() == 1;
    return well && in_child([] { return default_scheduler().workers() == 3 && sum() == 6; });
  }));
  CHECK(in_child([] {
    configure_default_scheduler({.workers = 100'000});
    try {
      sum();
    } catch (const std::invalid_argument&) {
      configure_default_scheduler({.workers = 2});
      return sum() == 6 && default_scheduler().workers() == 2;
    }
    return false;
  }));
}

TEST_CASE("fork-hang: a task forks, and its child uses a scheduler of its own") {
  scheduler sched(2U);
  std::atomic<bool> well{false};
  sched.run([&] {
    well = in_child([] {
      scheduler fresh(3U);
      return works(fresh);
    });
  });
  CHECK(well);
}
