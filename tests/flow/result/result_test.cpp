// Tasks as values: their results, waits for one of them, and edges between them.
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/result/task_result.hpp>

namespace result_test {

using namespace jackdaw;

TEST_CASE("a task with_result gives what its function returns") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(3);
  std::vector<handle<int>> more(2);
  more[0].value() = 10;
  auto twice = tasks.submit(with_result, read(a), [](int x) { return 2 * x; });
  auto sum =
      tasks.submit(named("sum"), with_result, read(more), write(a), [](references<const int> all, int& x) {
        x += all[0] + all[1];
        return std::to_string(x);
      });
  auto owned = tasks.submit(with_result, priority(3), [] { return std::make_unique<int>(7); });
  auto nothing = tasks.submit(with_result, pinned(1), add(a), [](int& x) { ++x; });
  static const std::string text = "kept";
  auto copied = tasks.submit(with_result, []() -> const std::string& { return text; });
  static_assert(std::is_same_v<decltype(twice), task_result<int>>);
  static_assert(std::is_same_v<decltype(nothing), task_result<void>>);
  static_assert(std::is_same_v<decltype(copied), task_result<std::string>>);
  CHECK(twice.get() == 6);
  CHECK(sum.get() == "13");
  CHECK(*owned.get() == 7);
  CHECK(copied.get() == "kept");
  nothing.get();
  CHECK(nothing.is_over());
  tasks.wait(a);
  CHECK(a.value() == 14);
}

struct named_late {
  static inline std::string name = "early";
  static inline std::string colour = "#000000";
  int operator()(int& x) const { return ++x; }
};
struct with_a_member {
  std::string name;
  std::string operator()() const { return name; }
};

TEST_CASE("a name that is found out at run time, and a member of that name, hinder no result") {
  named_late::name = "late";
  CHECK(task_name<dataflow::result_function<named_late, int>>() == "late");
  CHECK(task_colour<dataflow::result_function<named_late, int>>() == "#000000");
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(3);
  CHECK(tasks.submit(with_result, write(a), named_late{}).get() == 4);
  CHECK(tasks.submit(with_result, with_a_member{"first"}).get() == "first");
}

TEST_CASE("a result that is dropped costs nobody a task, and one that is kept outlives flow and scheduler") {
  std::optional<task_result<int>> kept;
  std::atomic<int> ran = 0;
  {
    scheduler sched(2);
    flow tasks(sched);
    for (int i = 0; i < 1000; ++i) static_cast<void>(tasks.submit(with_result, [&ran] { return ++ran; }));
    kept = tasks.submit(with_result, [] { return 42; });
  }
  CHECK(ran == 1000);
  CHECK(kept->is_over());
  CHECK(kept->get() == 42);
}

TEST_CASE("after: edges between tasks, in chains and fans") {
  scheduler sched(3);
  flow tasks(sched);
  std::vector<int> order;  // by one task at a time
  auto last = tasks.submit(with_result, [&order] { order.push_back(0); });
  for (int i = 1; i < 1000; ++i)
    last = tasks.submit(with_result, after(last), [&order, i] { order.push_back(i); });
  last.wait();
  REQUIRE(order.size() == 1000);
  for (std::size_t i = 0; i < order.size(); ++i) REQUIRE(order[i] == static_cast<int>(i));

  auto left = tasks.submit(with_result, [] { return 1; });
  auto right = tasks.submit(with_result, [] { return 2; });
  auto both = tasks.submit(with_result, after(left), after(right),
                           [left, right] { return left.get() + right.get(); });
  CHECK(both.get() == 3);
}

TEST_CASE("a wait for one task waits for no other, also not for those after it") {
  scheduler sched(2);
  flow tasks(sched);
  std::atomic<bool> goes_on = false;
  auto first = tasks.submit(with_result, [] { return 1; });
  tasks.submit(with_completion, after(first), [&goes_on](completion done) {
    std::thread([&goes_on, done = std::move(done)]() mutable {
      while (!goes_on) std::this_thread::yield();
      done.fulfil();
    }).detach();
  });
  static_assert(std::is_void_v<decltype(tasks.submit([] {}))>);
  auto third = tasks.submit(with_result, with_completion, [&goes_on](completion done) {
    std::thread([&goes_on, done = std::move(done)]() mutable {
      while (!goes_on) std::this_thread::yield();
      done.fulfil();
    }).detach();
    return 3;
  });
  CHECK(first.get() == 1);
  CHECK_FALSE(third.is_over());  // its function has returned, or will: the completion has not come
  goes_on = true;
  CHECK(third.get() == 3);
  tasks.wait();
}

TEST_CASE("get throws what the function has thrown, and where the task was skipped") {
  scheduler sched(2);
  flow tasks(sched);
  auto broken = tasks.submit(with_result, []() -> int { throw std::out_of_range("no such thing"); });
  auto behind = tasks.submit(with_result, after(broken), [] { return 1; });
  CHECK_THROWS_WITH_AS(broken.get(), "no such thing", std::out_of_range);
  CHECK_THROWS_AS(behind.get(), std::runtime_error);
  behind.wait();
  CHECK(behind.is_over());
  CHECK_THROWS_AS(tasks.wait(), flow_error);
  CHECK_THROWS_AS(broken.get(), std::out_of_range);  // again, also when the flow has forgotten it
  CHECK_THROWS_AS(behind.get(), std::runtime_error);
  CHECK(tasks.submit(with_result, after(broken), [] { return 2; }).get() == 2);

  auto parted = tasks.submit(with_result, with_subtasks, [](auto& own) {
    own.submit([] { throw std::runtime_error("a part"); });
    return 5;
  });
  CHECK_THROWS_AS(parted.get(), std::runtime_error);
  auto late = tasks.submit(with_result, with_completion, [](completion done) {
    done.fail(std::make_exception_ptr(std::runtime_error("a device")));
    return 6;
  });
  CHECK_THROWS_WITH_AS(late.get(), "a device", std::runtime_error);
  CHECK_THROWS_AS(tasks.wait(), flow_error);
}

TEST_CASE("a task that reduces to a busy object is over when its function is, and get says how that ended") {
  scheduler sched(2);
  handle<int> sum(0);
  flow tasks(sched);
  std::optional<completion> held;
  std::atomic<bool> is_busy = false;
  tasks.submit(with_completion, write(sum), [&](completion done, int&) {
    held.emplace(std::move(done));
    is_busy = true;
  });
  while (!is_busy) std::this_thread::yield();
  const auto well = tasks.submit(with_result, reduce(sum), [](int& part) { return part += 4; });
  const auto badly =
      tasks.submit(with_result, reduce(sum), [](int&) -> int { throw std::runtime_error("no data"); });
  CHECK(well.get() == 4);
  CHECK_THROWS_WITH_AS(static_cast<void>(badly.get()), "no data", std::runtime_error);
  held->fulfil();
  CHECK_THROWS_AS(tasks.wait(), flow_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(badly.get()), "no data", std::runtime_error);
}

TEST_CASE("a failure is handled when all objects are whole, whether or not results are missing") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> x(0);
  auto broken = tasks.submit(with_result, write(x), [](int&) -> int { throw std::runtime_error("broken"); });
  auto skipped = tasks.submit(with_result, read(x), [](int value) { return value; });
  auto behind = tasks.submit(with_result, after(skipped), [] { return 1; });
  tasks.submit(always, write(x), [](const flow_failures& before, int& value) {
    before.set_handled();
    value = 5;
  });
  auto repaired = tasks.submit(with_result, read(x), [](int value) { return value; });
  CHECK_NOTHROW(tasks.wait());
  CHECK(repaired.get() == 5);
  CHECK_THROWS_WITH_AS(broken.get(), "broken", std::runtime_error);
  CHECK_THROWS_AS(skipped.get(), std::runtime_error);
  CHECK_THROWS_AS(behind.get(), std::runtime_error);
}

TEST_CASE("subtasks have results, and a task is over when they are") {
  scheduler sched(2);
  flow tasks(sched);
  std::atomic<int> parts = 0;
  auto whole = tasks.submit(with_result, with_subtasks, [&parts](auto& own) {
    auto inner = own.submit(with_result, [&parts] { return ++parts; });
    for (int i = 0; i < 20; ++i)
      inner = own.submit(with_result, after(inner), [&parts, inner] { return inner.get() + (++parts > 0); });
    own.submit(after(inner), [&parts, inner] { parts += 100 * inner.get(); });
    return std::string("begun");
  });
  CHECK(whole.get() == "begun");
  CHECK(parts == 21 + 2100);
}

TEST_CASE("results in tasks: of tasks that are over, and of other flows") {
  scheduler sched(2);
  flow tasks(sched);
  flow others(sched);
  auto one = others.submit(with_result, [] { return 1; });
  auto outer = tasks.submit(with_result, [one] { return one.get() + 1; });
  CHECK(outer.get() == 2);
  std::atomic<bool> refused = false;
  handle<int> held;
  auto inner = tasks.submit(with_result, write(held), [&](int& /*object*/) {
    auto later = tasks.submit(with_result, read(held), [](int x) { return x; });
    try {
      later.wait();
    } catch (const stuck&) { refused = true; }
  });
  inner.wait();
  tasks.wait();
  CHECK(refused);
}

TEST_CASE("several threads wait for one task") {
  scheduler sched(2);
  flow tasks(sched);
  for (int round = 0; round < 50; ++round) {
    handle<int> value(round);
    auto result = tasks.submit(with_result, write(value), [](int& x) { return ++x; });
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&right, result, round] { right += result.get() == round + 1 ? 1 : 0; });
    for (auto& each : threads) each.join();
    CHECK(right == 3);
  }
}

}  // namespace result_test
