// fork-hang: a child of fork() may have flows of its own, and looks at none of its parent's tasks, waits and
// reservations.
#include <array>
#include <atomic>
#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/flow/deadlock/pretended_flow.hpp"
#include "tests/flow/resource/held_units.hpp"
#include "tests/machine/process/child.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using tests::in_child;

namespace {

/// Whether a flow on `scheduler` runs its tasks, also those with subtasks and of reservations.
bool flows_on(auto& scheduler) {
  handle<int> sum(0);
  resource one(1);
  flow tasks(scheduler);
  auto first = tasks.reserve(write(sum));
  for (int i = 0; i < 9; ++i) {
    tasks.submit(with_subtasks, write(sum), [](auto& all, int& value) { all.submit([&value] { ++value; }); });
  }
  std::atomic<int> ran{0};
  for (int i = 0; i < 9; ++i) tasks.submit(require(one, 1), [&ran] { ++ran; });
  first.submit([](int& value) { ++value; });
  tasks.wait();
  return sum.value() == 10 && ran == 9;
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
      scheduler fresh(i % 2 == 0 ? 1U : 8U);  // their stacks are those of the parent's threads
      return flows_on(fresh);
    });
  }
  stop = true;
  other.join();
  CHECK(well);
}

TEST_CASE(
    "fork-hang: a child does not use memory of its parent's flows and resources, such as stacks that are "
    "gone") {
  scheduler sched(2U);
  alignas(flow) std::array<std::byte, sizeof(flow)> stack{};
  alignas(resource) std::array<std::byte, sizeof(resource)> deeper{};
  flow* const tasks = new (stack.data()) flow(sched);
  resource* const units = new (deeper.data()) resource(3);
  CHECK(in_child([&] {
    scheduler fresh(2U);
    stack.fill(std::byte{0xa5});
    deeper.fill(std::byte{0xa5});
    flow outer(fresh);
    std::atomic<int> well{0};
    outer.submit([&] { well += flows_on(fresh) ? 1 : 0; });  // a wait inside a task looks at all flows
    outer.wait();
    outer.cancel();  // looks at all resources
    return well == 1 && flows_on(fresh);
  }));
  units->~resource();
  tasks->~flow();
}

TEST_CASE("fork-hang: a child cancels what waits for units of its parent's resource") {
  resource one(1);
  CHECK(in_child([&] {
    scheduler fresh(2U);
    tests::held_units held;
    flow holds(fresh);
    holds.submit(with_completion, require(one, 1), held.function());
    held.wait_for_task();
    bool skipped = true;
    flow wants(fresh);
    wants.submit(require(one, 1), [&] { skipped = false; });
    fresh.run([](worker&) {});  // over when the task waits for the unit
    wants.cancel();
    wants.wait();  // while the unit is taken
    held.hand_back();
    holds.wait();
    return skipped;
  }));
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
  CHECK(in_child([&] { return dataflow::flow_lists::waits->empty() && !refused(); }));  // not even looked at
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

TEST_CASE("fork-hang: a child has none of the events of its parent, whose completions do nothing there") {
  scheduler sched(2U);
  flow tasks(sched);
  handle<int> a(0);
  std::optional<completion> kept;
  std::atomic<bool> begun{false};
  tasks.submit(named("load"), with_completion, write(a), [&](completion done, int&) {
    kept = std::move(done);
    begun = true;
  });
  while (!begun) std::this_thread::yield();
  CHECK(in_child([&] {
    kept->fulfil();  // else it would put the task into a scheduler that has no threads here
    scheduler fresh(2U);
    flow own(fresh);
    handle<int> b(0);
    own.submit(with_completion, write(b), [](completion done, int& x) {
      x = 1;
      done.fulfil();
    });
    own.wait();
    return tasks.missing_events().empty() && own.missing_events().empty() && b.value() == 1 &&
           flows_on(fresh);
  }));
  CHECK(tasks.missing_events().size() == 1);
  kept->fulfil();
  tasks.wait();
}

TEST_CASE("fork-hang: a child has all units of a resource, whatever tasks of its parent have or wait for") {
  scheduler sched(2U);
  flow tasks(sched);
  resource r(2);
  std::optional<completion> kept;
  tasks.submit(with_completion, require(r, 2), [&](completion done) { kept = std::move(done); });
  while (r.available() != 0) std::this_thread::yield();
  std::atomic<int> ran{0};
  for (int i = 0; i < 3; ++i) tasks.submit(require(r), [&ran] { ++ran; });
  sched.await_rest();  // they wait
  const auto use_all = [&r] {
    scheduler fresh(2U);
    flow own(fresh);
    std::atomic<int> used{0};
    for (unsigned i = 0; i < 20; ++i) own.submit(require(r, 1 + i % 2), [&used] { ++used; });
    own.wait();
    return used == 20 && r.available() == 2;
  };
  CHECK(in_child([&] { return r.available() == 2 && use_all(); }));
  CHECK(r.available() == 0);
  kept->fulfil();
  tasks.wait();
  CHECK(ran == 3);
  bool well = false;
  tasks.submit(require(r), [&] { well = in_child(use_all); });  // in a task that has a unit
  tasks.wait();
  CHECK(well);
  CHECK(r.available() == 2);
}
