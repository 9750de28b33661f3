// Any catalogued pool carries a flow.
#include "tests/support/pools.hpp"

#include <atomic>
#include <deque>
#include <system_error>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

namespace pools_test {

using namespace jackdaw;

TEST_CASE("every catalogued pool carries a flow") {
  tests::for_each_choice({1, 3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    std::deque<handle<long>> cells(5);
    std::atomic<int> runs{0};
    for (int i = 0; i < 60; ++i) {
      const auto at = [&](int k) -> handle<long>& { return cells[static_cast<std::size_t>(i * k + k) % 5]; };
      tasks.submit(read(at(1)), write(at(3)), [](long a, long& b) { b += a + 1; });
      tasks.submit(add(at(2)), [](long& a) { ++a; });
      tasks.submit(read(at(4)), [&](long) { tasks.submit([&] { ++runs; }); });
    }
    tasks.wait();
    CHECK(runs == 60);
    std::atomic<int> plain{0};
    sched.run([&](any_worker& w) { w.put([&] { ++plain; }); });  // and is as good as new
    CHECK(plain == 1);
  });
}

TEST_CASE("renamed-add-lost: the sum is whole after wait(), for every pool") {
  tests::for_each_choice({1, 3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    handle<long> total(0);
    for (int i = 1; i <= 200; ++i) tasks.submit(reduce(total), [i](long& t) { t += i; });
    tasks.wait();
    CHECK(total.value() == 20'100);
  });
}

TEST_CASE(
    "buried-wait: a task waits inside on every pool whose workers take each other's tasks, or is refused") {
  int waited = 0;
  tests::for_each_choice({1, 3}, [&waited](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    handle<int> inner(0);
    bool refused = false;
    tasks.submit([&] {
      for (int i = 0; i < 10; ++i) tasks.submit(write(inner), [](int& x) { ++x; });
      try {
        tasks.wait(inner);
        CHECK(inner.value() == 10);
        ++waited;
      } catch (const std::system_error&) { refused = true; }
    });
    tasks.wait();
    CHECK(inner.value() == 10);
    if (sched.workers() == 1) CHECK(refused);
  });
  CHECK(waited > 3);
}

}  // namespace pools_test
