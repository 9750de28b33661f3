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

#include "tests/flow/deadlock/pretended_flow.hpp"
#include "tests/machine/process/child.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

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

/// Whether a flow on `scheduler` runs its tasks, also those with subtasks and of reservations.
bool flows_on(auto& scheduler) {
  handle<int> sum(0);
  flow tasks(scheduler);
  auto first = tasks.reserve(write(sum));
  for (int i = 0; i < 9; ++i) {
    tasks.submit(with_subtasks, write(sum), [](auto& all, int& value) { all.submit([&value] { ++value; }); });
  }
  first.submit([](int& value) { ++value; });
  tasks.wait();
  return sum.value() == 10;
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

TEST_CASE("fork-hang: a task of a flow forks, and its child has flows of its own") {
  scheduler sched(2U);
  flow tasks(sched);
  handle<int> well(0);
  for (int i = 0; i < 5; ++i) {
    tasks.submit(write(well), [](int& times) {
      times += in_child([] {
        scheduler fresh(2U);
        return flows_on(fresh);
      });
    });
    tasks.submit([] {});
  }
  tasks.wait();
  CHECK(well.value() == 5);
}

TEST_CASE("fork-hang: fork() while another thread uses flows; the child has flows of its own") {
  scheduler sched(2U);
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop) flows_on(sched);
  });
  bool well = true;
  for (int i = 0; i < tests::scaled(300) && well; ++i) {
    well = in_child([&] {
      scheduler fresh(1U);
      return flows_on(fresh);
    });
  }
  stop = true;
  other.join();
  CHECK(well);
}

TEST_CASE("fork-hang: a child looks at its own cycles only") {
  // `name` waits for its subtask, that for a task between, and that for `name`.
  const auto cycle = [](flow& tasks, handle<int>& one, handle<int>& two, const char* name) {
    tasks.submit(with_subtasks, named(name), write(one), [&](auto& all, int&) {
      tasks.submit(read(one), write(two), [](int, int&) {});
      all.submit(read(two), [](int) {});
    });
    try {
      tasks.wait();
    } catch (const stuck& e) { return std::string(e.what()); }
    return std::string();
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  scheduler sched(2U);
  handle<int> a(0);
  handle<int> b(0);
  flow above(sched);
  CHECK(has(cycle(above, a, b, "parent's"), "task 'parent's' waits for its subtasks"));
  CHECK(in_child([&] {
    scheduler fresh(1U);
    handle<int> c(0);
    handle<int> d(0);
    flow tasks(fresh);
    const std::string said = cycle(tasks, c, d, "child's");
    return has(said, "task 'child's' waits for its subtasks") && !has(said, "parent's");
  }));
}

TEST_CASE("fork-hang: a child waits for none of the threads that it does not have") {
  using jackdaw::dataflow::nested_wait;
  int none = 0;
  const working::worker_scope<int> scope(none);
  tests::pretended_flow first;
  tests::pretended_flow second;
  first.over = false;
  second.over = false;
  first.of_thread = std::this_thread::get_id();
  const auto refused = [&] {
    try {
      const nested_wait here(second.listed, nested_wait::throws);
    } catch (const stuck&) { return true; }
    return false;
  };
  std::atomic<bool> waits{false};
  std::atomic<bool> stop{false};
  std::thread other([&] {
    const working::worker_scope<int> of_other(none);
    second.of_thread = std::this_thread::get_id();
    const nested_wait there(first.listed, nested_wait::throws);
    waits = true;
    while (!stop) std::this_thread::yield();
  });
  while (!waits) std::this_thread::yield();
  CHECK(in_child([&] { return !refused(); }));
  CHECK(refused());
  stop = true;
  other.join();
}

TEST_CASE("fork-hang: a child looks at its own reservations only") {
  scheduler sched(2U);
  handle<int> parents(0);
  flow above(sched);
  auto unused = above.reserve(write(parents));
  CHECK(in_child([] {
    scheduler fresh(1U);
    handle<int> own(0);
    flow tasks(fresh);
    auto never = tasks.reserve(write(own));
    tasks.submit(read(own), [](int) {});
    try {
      tasks.wait();
    } catch (const stuck& e) {
      return std::string(e.what()).find("; 1 reservation is unused") != std::string::npos;
    }
    return false;
  }));
  unused.submit([](int& value) { value = 1; });
  above.wait();
  CHECK(parents.value() == 1);
}
