// The flow face: what tasks get, in which order they run, and which threads may submit.
#include <atomic>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/sizes.hpp"

namespace flow_test {

using namespace jackdaw;

namespace {

struct multiply_access {
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = true;
};

/// May run together with its like; the object looks after itself.
struct count_access {
  static constexpr bool readonly = false;
  static constexpr bool commutative = true;
  static constexpr bool exclusive = false;
};

struct look_in_order {
  static constexpr bool readonly = true;
  static constexpr bool commutative = false;
  static constexpr bool exclusive = false;
};

}  // namespace

TEST_CASE("writes come one after another, in the order of submission") {
  scheduler sched(2);
  flow tasks(sched);
  handle<std::vector<int>> log;
  for (int i = 0; i < 1000; ++i) tasks.submit(write(log), [i](std::vector<int>& l) { l.push_back(i); });
  tasks.wait();
  REQUIRE(log.value().size() == 1000);
  for (int i = 0; i < 1000; ++i) CHECK(log.value()[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("a read sees what was written before it, and nothing of what comes later") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  std::atomic<int> wrong{0};
  for (int i = 1; i <= 500; ++i) {
    tasks.submit(write(a), [i](int& x) { x = i; });
    for (int r = 0; r < 3; ++r) {
      tasks.submit(read(a), [i, &wrong](const int& x) {
        if (x != i) ++wrong;
      });
    }
  }
  tasks.wait();
  CHECK(wrong == 0);
  CHECK(a.value() == 500);
}

TEST_CASE("a task gets its objects in the order in which it names them") {
  scheduler sched(2);
  flow tasks(sched);
  std::deque<handle<int>> many(8);
  for (int i = 0; i < 8; ++i) many[static_cast<std::size_t>(i)].value() = i;
  handle<void> device;
  handle<std::string> text("x");
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t k = 0; k < 8; ++k) {
      if (i == k) continue;
      tasks.submit(read(many[i]), write(device), read(text), read(many[k]),
                   [i, k](const int& a, const std::string& s, int b) {
                     CHECK(a == static_cast<int>(i));
                     CHECK(b == static_cast<int>(k));
                     CHECK(s == "x");
                   });
    }
  }
  tasks.wait();
}

TEST_CASE("a task without accesses runs") {
  scheduler sched(2);
  flow tasks(sched);
  std::atomic<int> runs{0};
  for (int i = 0; i < 100; ++i) tasks.submit([&] { ++runs; });
  tasks.wait();
  CHECK(runs == 100);
}

TEST_CASE("adds exclude each other and their neighbours of other types") {
  scheduler sched(4);
  flow tasks(sched);
  handle<long> total(0);
  std::atomic<int> wrong{0};
  const int adds = tests::scaled(2000);
  for (int i = 0; i < adds; ++i) tasks.submit(add(total), [](long& t) { t += 1; });
  tasks.submit(read(total), [&](long t) { wrong += t != adds ? 1 : 0; });
  for (int i = 0; i < 10; ++i) tasks.submit(access<multiply_access>(total), [](long& t) { t *= 2; });
  tasks.submit(read(total), [&](long t) { wrong += t != 1024L * adds ? 1 : 0; });
  tasks.wait();
  CHECK(wrong == 0);
  CHECK(total.value() == 1024L * adds);
}

TEST_CASE("adds to several handles at once never wait for each other in a cycle") {
  scheduler sched(4);
  flow tasks(sched);
  std::deque<handle<int>> forces(6);
  int expected = 0;
  for (int round = 0; round < tests::scaled(200); ++round) {
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t k = 0; k < 6; ++k) {
        if (i == k) continue;
        tasks.submit(add(forces[i]), add(forces[k]), [](int& a, int& b) {
          ++a;
          ++b;
        });
        expected += 2;
      }
    }
  }
  tasks.wait();
  int sum = 0;
  for (auto& f : forces) sum += f.value();
  CHECK(sum == expected);
}

TEST_CASE("accesses of a user's type that is not exclusive run together") {
  scheduler sched(2);
  flow tasks(sched);
  handle<std::atomic<int>> met;
  // Each waits for the other: it ends only if both run at the same time.
  for (int i = 0; i < 2; ++i) {
    tasks.submit(access<count_access>(met), [](std::atomic<int>& m) {
      ++m;
      while (m < 2) std::this_thread::yield();
    });
  }
  tasks.submit(read(met), [](const std::atomic<int>& m) { CHECK(m == 2); });
  tasks.wait();
}

TEST_CASE(
    "accesses of a user's type that only look, but in order, come one after another and spoil nothing") {
  scheduler sched(3);
  flow tasks(sched);
  handle<int> a(7);
  std::vector<int> seen;  // not locked: the order of accesses is that of submission
  const int count = tests::scaled(1000);
  for (int i = 0; i < count; ++i) {
    tasks.submit(access<look_in_order>(a), [i, &seen](const int& x) { seen.push_back(x + i); });
    if (i % 10 == 0) tasks.submit(read(a), [](int) {});
  }
  tasks.wait();
  REQUIRE(seen.size() == static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) CHECK(seen[static_cast<std::size_t>(i)] == 7 + i);
  tasks.submit(access<look_in_order>(a), [](const int&) { throw 1; });
  tasks.submit(access<look_in_order>(a), [&seen](const int&) { seen.clear(); });
  CHECK_THROWS_AS(tasks.wait(), flow_error);
  CHECK(tasks.skipped() == 0);
  CHECK(seen.empty());
}

TEST_CASE("same-handle-twice: a handle named twice is accessed once, as strongly as needed") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  for (int i = 0; i < 50; ++i) {
    tasks.submit(read(a), write(a), [](const int& r, int& w) { w = r + 1; });
    tasks.submit(write(a), read(a), [](int& w, const int& r) { w = r + 1; });
    tasks.submit(write(a), write(a), [](int& v, int& w) { v = w + 1; });
    tasks.submit(add(a), add(a), [](int& v, int& w) { v = w + 1; });
    tasks.submit(read(a), add(a), [](const int& r, int& w) { w = r + 1; });
    tasks.submit(add(a), read(a), write(a), [](int& v, const int& r, int& w) { v = (r + w) / 2 + 1; });
    tasks.submit(read(a), read(a), [](const int& v, const int& w) { CHECK(&v == &w); });
    tasks.submit(access<multiply_access>(a), add(a), [](int& v, int&) { v += 1; });
  }
  tasks.wait();
  CHECK(a.value() == 350);

  auto reader = tasks.reserve(read(a));  // a read beside it would not be held up; a write is
  bool ran = false;
  tasks.submit(read(a), write(a), [&ran](const int&, int&) { ran = true; });
  CHECK_THROWS_AS(tasks.wait(), stuck);
  CHECK(!ran);
  reader.submit([](int) {});
  tasks.wait();
  CHECK(ran);
}

TEST_CASE("tasks submit tasks, and make handles") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> count(0);
  struct made {
    handle<int> first{1};
    handle<int> second{2};
  };
  for (int i = 0; i < 100; ++i) {
    tasks.submit(read(count), [&](int) {
      auto own = std::make_shared<made>();
      tasks.submit(read(own->first), write(own->second), [own](int a, int& b) { b += a; });
      tasks.submit(read(own->second), add(count), [own](int b, int& c) { c += b; });
    });
  }
  tasks.wait();
  CHECK(count.value() == 300);
}

TEST_CASE("submit-cycle: several submitters over the same handles never deadlock") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(20); ++round) {
    flow tasks(sched);
    handle<int> a(0);
    handle<int> b(0);
    const auto forward = [&] {
      for (int i = 0; i < 200; ++i) tasks.submit(write(a), write(b), [](int& x, int& y) { x = ++y; });
    };
    const auto backward = [&] {
      for (int i = 0; i < 200; ++i) tasks.submit(write(b), write(a), [](int& y, int& x) { x = ++y; });
    };
    std::thread first(forward);
    std::thread second(backward);
    tasks.submit([&] { forward(); });
    first.join();
    second.join();
    tasks.wait();
    CHECK(a.value() == 600);
    CHECK(b.value() == 600);
  }
}

TEST_CASE("a flow is waited for inside a task of another, but not of its own") {
  scheduler sched(2);
  flow outer(sched);
  handle<int> a(0);
  std::atomic<int> refused{0};
  for (int i = 0; i < 20; ++i) {
    outer.submit(write(a), [&](int& x) {
      flow inner(sched);
      handle<int> b(0);
      for (int k = 0; k < 10; ++k) inner.submit(write(b), [](int& y) { ++y; });
      inner.wait();
      x += b.value();
      try {
        outer.wait();
      } catch (const std::logic_error& e) {
        refused += std::string(e.what()).find("wait()") != std::string::npos ? 1 : 0;
      }
    });
  }
  outer.wait();
  CHECK(a.value() == 200);
  CHECK(refused == 20);
  sched.run([&](worker&) {  // inside a task of the pool face, too
    flow inner(sched);
    inner.submit(write(a), [](int& x) { ++x; });
    inner.wait();
  });
  CHECK(a.value() == 201);
}

TEST_CASE("a handle may serve two flows on two schedulers") {
  scheduler one(2);
  scheduler two(2);
  flow first(one);
  flow second(two);
  handle<int> a(0);
  for (int i = 0; i < 200; ++i) {
    first.submit(write(a), [i](int& x) { x += x == 2 * i ? 1 : 1000; });
    second.submit(write(a), [i](int& x) { x += x == 2 * i + 1 ? 1 : 1000; });
  }
  first.wait();
  second.wait();
  CHECK(a.value() == 400);
}

}  // namespace flow_test
