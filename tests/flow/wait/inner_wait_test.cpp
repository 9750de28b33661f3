// Waits for handles and results inside tasks of the same flow: the thread blocks, and another one works in its place. A
// wait that does not end all the same is caught by ctest's timeout.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/observe/observer.hpp>

#include "tests/flow/wait/inner_waits.hpp"
#include "tests/support/sizes.hpp"

namespace inner_wait_test {

using namespace jackdaw;
using tests::for_each_number;
using tests::has;
using tests::thrown_by;

namespace {

constexpr unsigned reliefs = working::reserve_threads::most;

/// So many tasks, each of which waits for the next one, until the last one is over, which waits for none. What was
/// thrown by waits; the tasks go on then.
template <class Scheduler>
std::vector<std::string> refusals_of_chain(basic_flow<Scheduler>& tasks, std::size_t waits) {
  std::vector<handle<int>> links(waits + 1);
  std::mutex lock;
  std::vector<std::string> refused;
  std::function<void(std::size_t)> chain = [&](std::size_t depth) {
    tasks.submit(write(links[depth]), [&, depth](int& own) {
      own = 1;
      if (depth == waits) return;
      chain(depth + 1);
      const std::string why = thrown_by([&] { tasks.wait(links[depth + 1]); });
      if (why.empty()) {
        own += links[depth + 1].value();
      } else {
        const std::lock_guard hold(lock);
        refused.push_back(why);
      }
    });
  };
  chain(0);
  tasks.wait();
  if (refused.empty()) CHECK(links[0].value() == static_cast<int>(waits) + 1);
  return refused;
}

}  // namespace

TEST_CASE("a task waits for a handle, a part, a task and a result of its own flow") {
  for_each_number([](scheduler& sched) {
    for (int round = 0; round < tests::scaled(20); ++round) {
      flow tasks(sched);
      handle<int> sum(0);
      array_handle<int> cells(100);
      int seen = 0;
      tasks.submit([&] {
        for (int i = 0; i < 10; ++i) tasks.submit(write(sum), [](int& x) { ++x; });
        tasks.wait(sum);
        seen += sum.value();  // 10
        for (std::size_t i = 0; i < 10; ++i) {
          tasks.submit(write(cells.range(10 * i, 10 * i + 10)), [](std::span<int> some) {
            for (int& each : some) ++each;
          });
        }
        tasks.wait(cells.range(5, 25));
        for (std::size_t i = 5; i < 25; ++i) seen += cells.value()[i];  // 20
        auto one = tasks.submit(with_result, [] { return 1; });
        auto two = tasks.submit(with_result, after(one), [one] { return one.get() + 1; });
        one.wait();
        seen += two.get();  // 2
      });
      tasks.wait();
      CHECK(seen == 32);
    }
  });
}

TEST_CASE("no other task runs on top of a task that waits, so it may hold what they need") {
  for_each_number([](scheduler& sched) {
    for (int round = 0; round < tests::scaled(20); ++round) {
      flow tasks(sched);
      std::mutex held;
      handle<int> awaited(0);
      unsigned others = 0;
      tasks.submit([&] {
        const std::lock_guard hold(held);
        tasks.submit(write(awaited), [](int& x) { x = 1; });
        for (unsigned i = 1; i < sched.workers(); ++i) {  // the newest are taken first; one thread is left
          tasks.submit([&] {
            const std::lock_guard wants(held);
            ++others;
          });
        }
        tasks.wait(awaited);
      });
      tasks.wait();
      CHECK(others == sched.workers() - 1);
    }
  });
}

TEST_CASE("all workers wait inside tasks, and as many reserve threads but one: no more than that") {
  for_each_number([](scheduler& sched) {
    for (int round = 0; round < tests::scaled(5); ++round) {
      flow tasks(sched);
      CHECK(refusals_of_chain(tasks, sched.workers() + reliefs - 1).empty());
      const std::vector<std::string> refused = refusals_of_chain(tasks, sched.workers() + reliefs);
      REQUIRE(refused.size() == 1);
      CHECK(has(refused[0], "system_error"));
      CHECK(has(refused[0], std::to_string(sched.workers() + reliefs - 1).c_str()));
    }
  });
}

TEST_CASE("workers that may not work are not among those that are left for tasks") {
  scheduler sched(3);
  sched.allow_workers(1);
  flow tasks(sched);
  CHECK(refusals_of_chain(tasks, reliefs).empty());
  const std::vector<std::string> refused = refusals_of_chain(tasks, reliefs + 1);
  REQUIRE(refused.size() == 1);
  CHECK(has(refused[0], "system_error"));
}

TEST_CASE("a wait inside a task throws what the awaited task has failed by, and returns after cancel()") {
  for_each_number([](scheduler& sched) {
    flow tasks(sched);
    handle<int> a(0);
    std::string seen;
    tasks.submit([&] {
      tasks.submit(named("bad"), write(a), [](int& /*object*/) { throw std::runtime_error("no luck"); });
      seen = thrown_by([&] { tasks.wait(a); });
    });
    CHECK(has(thrown_by([&] { tasks.wait(); }), "flow_error"));
    CHECK(has(seen, "no luck"));
    tasks.submit(named("fails"), [&] {
      tasks.submit(write(a), [](int& /*object*/) { throw std::runtime_error("again"); });
      tasks.wait(a);
    });
    CHECK(has(thrown_by([&] { tasks.wait(); }), "again"));
    bool is_back = false;
    std::atomic<int> run{0};
    tasks.submit([&] {
      for (int i = 0; i < 100; ++i) tasks.submit(write(a), [&](int& /*object*/) { ++run; });
      tasks.cancel();
      tasks.wait(a);
      is_back = true;
    });
    tasks.wait();
    CHECK(is_back);
    CHECK(run + static_cast<int>(tasks.skipped()) >= 100);
  });
}

TEST_CASE("what is pinned to the worker of a task that waits runs on top of it, with its number") {
  for_each_number([](scheduler& sched) {
    for (unsigned to = 0; to < sched.workers(); ++to) {
      flow tasks(sched);
      handle<int> a(0);
      std::thread::id pinned_thread;
      std::thread::id waiting_thread;
      tasks.submit(pinned(to), [&] {
        waiting_thread = std::this_thread::get_id();
        tasks.submit(pinned(to), write(a), [&](int& x) {
          pinned_thread = std::this_thread::get_id();
          x = 1;
        });
        tasks.wait(a);
      });
      tasks.wait();
      CHECK(a.value() == 1);
      CHECK(pinned_thread == waiting_thread);
    }
  });
}

TEST_CASE("a task on a thread that has taken over gets a number, and joins") {
  for_each_number([](scheduler& sched) {
    std::vector<int> by_number(sched.workers());
    sched.run([&](worker& w) {
      flow tasks(sched);
      handle<int> a(0);
      tasks.submit([&] {
        tasks.submit(write(a), [&](int& x) {
          task_group group;
          for (int i = 0; i < 20; ++i) group.spawn([&] { parallel_for(0, 10, [](int) {}); });
          group.wait();
          x = 1;
        });
        tasks.wait(a);
      });
      tasks.wait();
      ++by_number[w.id()];
    });
    int all = 0;
    for (const int each : by_number) all += each;
    CHECK(all == 1);
  });
}

TEST_CASE("a task with subtasks waits for one of them") {
  for_each_number([](scheduler& sched) {
    flow tasks(sched);
    handle<int> around(0);
    handle<int> inner(0);
    tasks.submit(with_subtasks, write(around), [&](auto& parts, int& x) {
      parts.submit(write(inner), [](int& y) { y = 3; });
      tasks.wait(inner);
      x = inner.value() + 1;
    });
    tasks.wait();
    CHECK(around.value() == 4);
  });
}

TEST_CASE("many tasks wait, a few at a time, for tasks that they submit") {
  for_each_number([](scheduler& sched) {
    flow tasks(sched);
    resource waits(sched.workers() + reliefs - 1);
    handle<long> sum(0);
    const int count = tests::scaled(2000);
    for (int i = 0; i < count; ++i) {
      tasks.submit(require(waits), [&tasks, &sum, i] {
        auto own = std::make_shared<handle<long>>(i);
        for (int k = 0; k < 3; ++k) tasks.submit(write(*own), [own](long& x) { ++x; });
        auto value = tasks.submit(with_result, read(*own), [own](long x) { return x; });
        tasks.submit(add(sum), [got = value.get()](long& all) { all += got; });
      });
    }
    tasks.wait();
    CHECK(sum.value() == static_cast<long>(count) * (count - 1) / 2 + 3L * count);
  });
}

namespace {
struct of_workers : observe::null_observer {
  using observe::null_observer::null_observer;
};
}  // namespace

TEST_CASE("where an observer sees workers only, there are no reserve threads: all workers but one may wait") {
  using observed = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, of_workers>;
  for (const unsigned workers : {1U, 2U, 3U}) {
    CAPTURE(workers);
    observed sched(workers);
    basic_flow<observed> tasks(sched);
    CHECK(refusals_of_chain(tasks, workers - 1).empty());
    const std::vector<std::string> refused = refusals_of_chain(tasks, workers);
    REQUIRE(refused.size() == 1);
    CHECK(has(refused[0], "system_error"));
  }
}

}  // namespace inner_wait_test
