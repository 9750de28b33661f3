// What a flow does when tasks throw, are cancelled, or can never run.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/last_words.hpp"
#include "tests/support/sizes.hpp"

namespace failure_test {

using namespace jackdaw;
using jackdaw::tests::contains;
using jackdaw::tests::error_of;
using jackdaw::tests::last_words;

TEST_CASE("an exception skips those that would read what was not written, transitively, and no others") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  handle<int> c(0);
  handle<int> other(0);
  tasks.submit(write(other), [](int& x) { ++x; });
  tasks.submit(named("broken"), write(a), [](int&) { throw std::runtime_error("no water"); });
  tasks.submit(read(a), write(b), [](int, int& x) { x = 100; });  // skipped
  tasks.submit(read(b), [](int) { FAIL("ran"); });                // skipped
  tasks.submit(add(b), [](int& x) { x = 100; });                  // skipped
  tasks.submit(read(other), write(c), [](int x, int& y) { y = x; });
  tasks.submit(write(other), [](int& x) { ++x; });
  const flow_error e = error_of(tasks);
  CHECK(e.failures().size() == 1);
  CHECK(e.failures()[0].task == "broken");
  CHECK(e.failures()[0].what() == "no water");
  CHECK(e.skipped() == 3);
  CHECK(std::string(e.what()) == "task 'broken' has failed: no water; 3 skipped");
  CHECK(b.value() == 0);
  CHECK(c.value() == 1);
  CHECK(other.value() == 2);

  tasks.submit(read(a), write(b), [](int, int& x) { x = 7; });  // all is forgotten
  tasks.wait();
  CHECK(b.value() == 7);
}

TEST_CASE("a reader that throws skips no task; all exceptions are listed") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  for (int i = 0; i < 5; ++i) tasks.submit(read(a), [](int) { throw 1; });
  tasks.submit(write(a), [](int& x) { x = 1; });
  const flow_error e = error_of(tasks);
  CHECK(e.failures().size() == 5);
  CHECK(e.failures()[4].what() == "something that is no std::exception");
  CHECK(contains(e.what(), "4 more have failed; 0 skipped"));
  CHECK(a.value() == 1);
}

TEST_CASE("an exception whose what() is null is told as one") {
  struct silent : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return nullptr; }
  };
  scheduler sched(2);
  flow tasks(sched);
  tasks.submit(named("mute"), [] { throw silent(); });
  CHECK(std::string(error_of(tasks).what()) ==
        "task 'mute' has failed: an exception whose what() is null; 0 skipped");
}

TEST_CASE("an add that throws does not skip the other adds, whichever comes first") {
  for (int i = 0; i < tests::scaled(200); ++i) {
    scheduler sched(2);
    flow tasks(sched);
    handle<int> a(0);
    for (int k = 0; k < 10; ++k) {
      tasks.submit(add(a), [k](int& x) {
        if (k == 4) throw std::runtime_error("four");
        ++x;
      });
    }
    tasks.submit(read(a), [](int) { FAIL("ran"); });
    const flow_error e = error_of(tasks);
    CHECK(e.skipped() == 1);
    CHECK(a.value() == 9);
  }
}

TEST_CASE("a flow that ends with failures drops them, and what tasks own is destroyed once") {
  scheduler sched(2);
  const auto owned = std::make_shared<int>(0);
  handle<int> a(0);
  {
    flow tasks(sched);
    tasks.submit(write(a), [owned](int&) { throw 1; });
    for (int i = 0; i < 100; ++i) tasks.submit(read(a), [owned](int) {});
    static_cast<void>(error_of(tasks));
    CHECK(owned.use_count() == 1);
    tasks.submit(write(a), [owned](int&) { throw 2; });
    tasks.submit(write(a), [owned](int&) {});
    const flow_error e = error_of(tasks);
    CHECK(e.skipped() == 1);
    tasks.submit(write(a), [owned](int&) { throw 3; });
  }
  CHECK(owned.use_count() == 1);
}

TEST_CASE("a closure that cannot be copied leaves nothing behind") {
  struct unwilling {
    unwilling() = default;
    unwilling(const unwilling&) { throw std::bad_alloc(); }
    void operator()(int&) const {}
  };
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  const unwilling u;
  CHECK_THROWS_AS(tasks.submit(write(a), u), std::bad_alloc);
  tasks.submit(write(a), [](int& x) { ++x; });
  tasks.wait();
  CHECK(a.value() == 1);
}

TEST_CASE("cancel() skips what has not begun, until the next wait()") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  for (int i = 0; i < 100; ++i) {
    tasks.submit(write(a), [&, i](int& x) {
      ++x;
      if (i == 9) tasks.cancel();
    });
  }
  tasks.wait();
  CHECK(a.value() == 10);
  CHECK(tasks.skipped() == 90);
  tasks.submit(write(a), [](int& x) { ++x; });
  tasks.wait();
  CHECK(a.value() == 11);
}

TEST_CASE("wait(handle) returns when this handle is free; others go on") {
  scheduler sched(2);
  for (int i = 0; i < tests::scaled(500); ++i) {
    flow tasks(sched);
    handle<int> slow(0);
    auto later = tasks.reserve(write(slow));
    tasks.submit(read(slow), [](int x) { CHECK(x == 1); });
    {
      handle<int> a(0);
      for (int k = 0; k < 5; ++k) tasks.submit(write(a), [](int& x) { ++x; });
      tasks.wait(a);
      CHECK(a.value() == 5);
    }  // and can be destroyed
    later.submit([](int& x) { ++x; });
    tasks.wait();
  }
}

TEST_CASE("wait(handle) throws when its last version is missing, and so does the next wait()") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  tasks.submit(named("first"), write(a), [](int&) { throw std::runtime_error("no"); });
  try {
    tasks.wait(a);
    FAIL("wait(handle) did not throw");
  } catch (const flow_error& e) { CHECK(contains(e.what(), "'first' has failed: no")); }
  CHECK(error_of(tasks).failures().size() == 1);
}

TEST_CASE("names in messages may hold any bytes, and be long") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  tasks.submit(named(std::string("a\0b\n\xff", 5)), write(a), [](int&) { throw std::runtime_error("why"); });
  const flow_error short_one = error_of(tasks);
  CHECK(contains(short_one.what(), "task 'a\\x00b\\x0a\\xff' has failed: why"));
  CHECK(short_one.failures()[0].task.size() == 5);
  tasks.submit(named(std::string(100'000, 'n')), write(a), [](int&) { throw std::runtime_error("because"); });
  const flow_error long_one = error_of(tasks);
  CHECK(contains(long_one.what(), "…' has failed: because"));
  CHECK(std::string(long_one.what()).size() < 300);
}

TEST_CASE("a handle that is destroyed while tasks use it ends the program with a message") {
  for (const std::string called : {"", "a"}) {
    const std::string said = last_words([&] {
      auto* sched = new scheduler(1);
      auto* tasks = new flow(*sched);
      handle<int> a(0);
      if (!called.empty()) a.name(called);
      tasks->submit(write(a), [](int&) {
        for (;;) std::this_thread::yield();
      });
    });
    CHECK(contains(said, (called.empty() ? "a handle" : "a handle, 'a',") +
                             std::string(" is destroyed while tasks use it (0 of 1 accesses are over)")));
  }
}

TEST_CASE("a scheduler that is destroyed before its flows ends the program with a message") {
  const std::string one = last_words([] {
    auto sched = std::make_unique<scheduler>(2U);
    flow tasks(*sched);
    tasks.submit([] {});
    tasks.wait();
    sched.reset();
  });
  CHECK(contains(one, "jackdaw: a scheduler is destroyed before 1 flow of it; expected flows to end first"));
  const std::string two = last_words([] {
    std::optional<scheduler> sched(1U);
    const flow first(*sched);
    const flow second(*sched);
    sched.reset();
  });
  CHECK(contains(two, "a scheduler is destroyed before 2 flows of it"));
}

}  // namespace failure_test
