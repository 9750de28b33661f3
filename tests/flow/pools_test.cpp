// Any catalogued pool carries a flow.
#include "tests/support/pools.hpp"

#include <atomic>
#include <deque>

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

}  // namespace pools_test
