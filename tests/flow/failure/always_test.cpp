// Tasks that run whatever has failed before them: when they run, what they are told, and what they leave.
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

namespace always_test {

using namespace jackdaw;
using jackdaw::tests::contains;
using jackdaw::tests::error_of;

namespace {

/// The names of the tasks, with a blank after each.
std::string names_of(const std::vector<flow_failure>& failures) {
  std::string all;
  for (const auto& each : failures) all += each.task + " ";
  return all;
}

void fail() { throw std::runtime_error("no water"); }

struct at_once {  // several at the same time
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = false;
};
struct replace {  // as a write, but of another type
  static constexpr bool readonly = false;
  static constexpr bool commutative = false;
  static constexpr bool exclusive = true;
};

}  // namespace

TEST_CASE("always: it runs after failed and skipped tasks, and is told which objects are damaged and why") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(50); ++round) {
    flow tasks(sched);
    handle<int> a(0);
    handle<int> b(0);
    handle<int> c(0);
    handle<int> whole(0);
    std::string told;
    tasks.submit(named("first"), write(a), [](int&) { fail(); });
    tasks.submit(named("other"), write(c), [](int&) { throw 2; });
    tasks.submit(write(whole), [](int& x) { x = 1; });
    tasks.submit(named("skipped"), read(a), write(b), [](int, int&) { FAIL("ran"); });
    tasks.submit(always, read(b), read(c), read(whole), [&](const flow_failures& before, int, int, int x) {
      CHECK_FALSE(before.none());
      CHECK_FALSE(before.cancelled());
      CHECK(before.is_damaged(b));
      CHECK(before.is_damaged(c));
      CHECK_FALSE(before.is_damaged(whole));
      CHECK(names_of(before.causes(b)) == "first ");
      CHECK(before.causes(b).at(0).what() == "no water");
      CHECK(names_of(before.causes(c)) == "other ");
      CHECK(before.causes(whole).empty());
      CHECK(before.causes().size() == 2);
      CHECK(x == 1);
      told = "all";
    });
    tasks.submit(always, read(whole), [](const flow_failures& before, int) {
      CHECK(before.none());  // what fails elsewhere is not its concern
      CHECK(before.causes().empty());
    });
    tasks.submit(read(b), [](int) { FAIL("ran"); });  // nothing was repaired
    const flow_error e = error_of(tasks);
    CHECK(told == "all");
    CHECK(e.failures().size() == 2);
    CHECK(e.skipped() == 2);
  }
}

TEST_CASE("always: what it writes is whole afterwards, and wait() still tells of the failure") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  int seen = 0;
  tasks.submit(named("broken"), write(a), [](int&) { fail(); });
  tasks.submit(read(a), write(b), [](int, int&) { FAIL("ran"); });
  tasks.submit(always, write(a), [](const flow_failures& before, int& x) { x = before.none() ? 0 : 5; });
  tasks.submit(read(a), [&seen](int x) { seen = x; });
  tasks.submit(read(b), [](int) { FAIL("ran"); });  // nothing repaired that
  tasks.wait(a);
  CHECK(a.value() == 5);
  CHECK_THROWS_AS(tasks.wait(b), flow_error);
  const flow_error e = error_of(tasks);
  CHECK(std::string(e.what()) == "task 'broken' has failed: no water; 2 skipped");
  CHECK(seen == 5);
}

TEST_CASE("always: only a write that ends without an exception heals") {
  scheduler sched(2);
  const auto is_healed_by = [&sched](auto&& submit_always) {
    flow tasks(sched);
    handle<int> a(0);
    bool ran = false;
    tasks.submit(write(a), [](int&) { fail(); });
    submit_always(tasks, a);
    tasks.submit(read(a), [&ran](int) { ran = true; });
    static_cast<void>(error_of(tasks));
    return ran;
  };
  const auto quiet = [](const flow_failures& before, auto&...) { CHECK_FALSE(before.none()); };
  CHECK(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, write(a), quiet); }));
  CHECK(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, access<replace>(a), quiet); }));
  CHECK(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, read(a), write(a), quiet); }));
  CHECK(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, priority(2), write(a), quiet); }));
  CHECK(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, pinned(1), write(a), quiet); }));
  CHECK_FALSE(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, read(a), quiet); }));
  CHECK_FALSE(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, add(a), quiet); }));
  CHECK_FALSE(is_healed_by([&](flow& tasks, auto& a) { tasks.submit(always, access<at_once>(a), quiet); }));
  CHECK_FALSE(is_healed_by(
      [](flow& tasks, auto& a) { tasks.submit(always, reduce(a), [](const flow_failures&, int&) {}); }));
  CHECK_FALSE(is_healed_by([](flow& tasks, auto& a) {
    tasks.submit(always, write(a), [](const flow_failures&, int&) { throw 1; });
  }));
  CHECK_FALSE(is_healed_by([](flow& tasks, auto& a) { tasks.submit(write(a), [](int&) { FAIL("ran"); }); }));
}

TEST_CASE("always: ranges of handles, all of which are healed") {
  scheduler sched(2);
  flow tasks(sched);
  std::deque<handle<int>> all(20);
  int sum = 0;
  for (std::size_t i = 0; i < all.size(); i += 3)
    tasks.submit(named("cell " + std::to_string(i)), write(all[i]), [](int&) { fail(); });
  tasks.submit(always, write(all), [&all](const flow_failures& before, references<int> values) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(before.is_damaged(all[i]) == (i % 3 == 0));
      if (before.is_damaged(all[i])) values[i] = 1;
    }
    CHECK(before.causes().size() == 7);
    CHECK(names_of(before.causes(all[3])) == "cell 3 ");
  });
  tasks.submit(read(all), [&sum](references<const int> values) {
    for (const int x : values) sum += x;
  });
  CHECK(error_of(tasks).skipped() == 0);
  CHECK(sum == 7);
}

TEST_CASE("always: of many failures an object keeps the first eight") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  std::string told;
  for (int i = 0; i < 12; ++i) tasks.submit(named("add " + std::to_string(i)), add(a), [](int&) { fail(); });
  tasks.submit(write(b), read(a), [](int&, int) { FAIL("ran"); });
  std::vector<std::string> names;
  tasks.submit(always, read(b), [&](const flow_failures& before, int) {
    for (const auto& each : before.causes()) names.push_back(each.task);
  });
  const flow_error e = error_of(tasks);
  REQUIRE(e.failures().size() == 12);
  REQUIRE(names.size() == 8);
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(names[i] == e.failures()[i].task);
}

TEST_CASE("always: it runs after cancel(), and is told") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  int cleaned = 0;
  tasks.submit(write(a), [&tasks](int& x) {
    x = 1;
    tasks.cancel();
  });
  tasks.submit(write(a), [](int&) { FAIL("ran"); });
  tasks.submit(always, write(a), [&](const flow_failures& before, int& x) {
    CHECK(before.cancelled());
    CHECK_FALSE(before.none());
    CHECK(before.is_damaged(a));
    CHECK(before.causes().empty());
    CHECK(x == 1);
    ++cleaned;
  });
  tasks.submit(read(a), [](int) { FAIL("ran"); });  // cancelled is cancelled, until wait()
  tasks.wait();
  CHECK(cleaned == 1);
  CHECK(tasks.skipped() == 2);
  tasks.submit(always, write(a), [&](const flow_failures& before, int& x) { x = before.none() ? 7 : 0; });
  tasks.wait();
  CHECK(a.value() == 7);
}

TEST_CASE("always: another flow's failures are not its concern, and are not healed by it") {
  scheduler sched(2);
  flow one(sched);
  flow two(sched);
  handle<int> a(0);
  bool told = true;
  one.submit(write(a), [](int&) { fail(); });
  two.submit(always, write(a), [&told](const flow_failures& before, int& x) {
    told = !before.none();
    x = 1;
  });
  one.submit(read(a), [](int) { FAIL("ran"); });
  two.wait();
  CHECK(error_of(one).skipped() == 1);
  CHECK_FALSE(told);
}

TEST_CASE("always: reservations, used by such a task, or given up before it") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  std::string told;
  tasks.submit(named("broken"), write(a), [](int&) { fail(); });
  auto later = tasks.reserve(write(a));
  { auto unused = tasks.reserve(write(b)); }
  tasks.submit(always, write(b), [&](const flow_failures& before, int& x) {
    told = names_of(before.causes());
    x = 2;
  });
  tasks.submit(read(a), write(b), [](int x, int& y) { y += x; });
  later.submit(always, [](const flow_failures& before, int& x) { x = before.none() ? 0 : 40; });
  CHECK(error_of(tasks).skipped() == 0);
  CHECK(told == "(reserved) ");
  CHECK(b.value() == 42);
}

TEST_CASE(
    "always: a task that is over from outside heals when its completion is fulfilled, and not when it "
    "fails") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  int seen = 0;
  for (auto* const h : {&a, &b}) tasks.submit(write(*h), [](int&) { fail(); });
  tasks.submit(always, with_completion, write(a), [](completion done, flow_failures before, int& x) {
    x = before.none() ? 0 : 3;
    done.fulfil();
  });
  tasks.submit(always, with_completion, write(b),
               [](const completion& /*dropped*/, const flow_failures&, int&) {});
  tasks.submit(read(a), [&seen](int x) { seen = x; });
  tasks.submit(read(b), [](int) { FAIL("ran"); });
  const flow_error e = error_of(tasks);
  CHECK(e.failures().size() == 3);
  CHECK(e.skipped() == 1);
  CHECK(seen == 3);
}

TEST_CASE("always: partial results of failed tasks are missing, and those of its own are applied") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(50); ++round) {
    flow tasks(sched);
    handle<int> sum(0);
    std::string told;
    for (int i = 0; i < 8; ++i) {
      tasks.submit(named("part"), reduce(sum), [i](int& s) {
        if (i == 3) fail();
        s += 1;
      });
    }
    tasks.submit(always, reduce(sum), [&sum](const flow_failures& before, int& s) {
      CHECK_FALSE(before.is_damaged(sum));  // of what it reduces to, nothing is known
      s += 10;
    });
    tasks.submit(always, write(sum),
                 [&told](const flow_failures& before, int&) { told = names_of(before.causes()); });
    tasks.submit(read(sum), [](int s) { CHECK(s == 17); });
    CHECK(error_of(tasks).skipped() == 0);
    CHECK(told == "part ");
    CHECK(sum.value() == 17);
  }
}

TEST_CASE("always: a handle that the task has not named is no question") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  b.name("b");
  tasks.submit(named("asks"), always, read(a),
               [&b](const flow_failures& before, int) { static_cast<void>(before.is_damaged(b)); });
  CHECK(contains(error_of(tasks).what(), "task 'asks' asks whether"));
}

}  // namespace always_test
