// fork-hang: a child of fork() may have flows of its own, and looks at none of its parent's tasks, waits and
// reservations.
#include <atomic>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/flow/deadlock/pretended_flow.hpp"
#include "tests/machine/process/child.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using tests::in_child;

namespace {

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

}  // namespace

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
