// What a flow does when tasks throw, are cancelled, or can never run.
#include <atomic>
#include <csignal>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/flow/flow.hpp>

#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

/// Calls wait() and returns what it throws as flow_error, which must be.
flow_error error_of(auto& tasks) {
  try {
    tasks.wait();
  } catch (const flow_error& e) { return e; }
  FAIL("wait() did not throw");
  return {{{"", nullptr}}, 0};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

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

TEST_CASE("a reader that throws skips nobody; all exceptions are listed") {
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

TEST_CASE("an add that throws does not skip the other adds, whoever comes first") {
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

TEST_CASE("reserved accesses hold their place until their task is submitted") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(3);
  auto later = tasks.reserve(write(a), read(b));
  tasks.submit(write(b), [](int& x) { x = 4; });
  tasks.submit(read(a), [](int x) { CHECK(x == 3); });
  later.submit(named("late"), [](int& x, int y) { x = y; });
  tasks.wait();
  CHECK(a.value() == 3);
  CHECK(b.value() == 4);
  CHECK_THROWS_AS(later.submit([](int&, int) {}), std::logic_error);
}

TEST_CASE("stuck: wait() names who waits when a reserved access is never used, and can be repeated") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  auto later = tasks.reserve(write(a));
  tasks.submit(named("reader"), read(a), write(b), [](int x, int& y) { y = x; });
  tasks.submit(named("behind"), read(b), [](int) {});
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const stuck& e) {
    CAPTURE(e.what());
    CHECK(contains(e.what(), "2 tasks wait"));
    CHECK(contains(e.what(), "task 'reader' waits for version 1 of the handle"));
    CHECK(contains(e.what(), "task 'behind' waits for version 1 of the handle"));
    CHECK(contains(e.what(), "which is at 0"));
  }
  later.submit([](int& x) { x = 5; });
  tasks.wait();
  CHECK(b.value() == 5);
}

TEST_CASE("stuck is not thrown for tasks of another scheduler, whatever is reserved behind and beside them") {
  for (int i = 0; i < tests::scaled(100); ++i) {
    scheduler one(1);
    scheduler two(2);
    flow first(one);
    flow second(two);
    handle<int> a(0);
    handle<int> b(0);
    std::atomic<bool> go{false};
    second.submit(write(a), [&go](int& x) {
      while (!go) std::this_thread::yield();
      x = 1;
    });
    int seen = 0;
    handle<int> c(0);
    first.submit(read(a), [&seen](int x) { seen = x; });
    first.submit(read(a), write(c), [](int x, int& y) { y = x; });
    auto behind = second.reserve(write(a));
    auto beside = first.reserve(write(b));
    std::thread later([&go] {
      for (int k = 0; k < 200; ++k)
        std::this_thread::yield();  // so that wait() mostly finds nothing to do first
      go = true;
    });
    if (i % 2 == 0) {
      first.wait();
    } else {
      first.wait(c);
    }
    CHECK(c.value() == 1);
    later.join();
    behind.submit([](int&) {});
    beside.submit([](int&) {});
    second.wait();
    first.wait();
    CHECK(seen == 1);
  }
}

TEST_CASE("stuck is found out, too, when a task comes to wait for a reservation during wait()") {
  for (int i = 0; i < tests::scaled(100); ++i) {
    scheduler one(1);
    scheduler two(2);
    flow first(one);
    flow second(two);
    handle<int> a(0);
    handle<int> b(0);
    std::atomic<bool> go{false};
    for (int k = 0; k < 3; ++k) {
      second.submit(write(a), [&go](int&) {
        while (!go) std::this_thread::yield();
      });
    }
    auto reserved_there = second.reserve(write(b));
    first.submit(named("both"), read(a), read(b),
                 [](int, int) {});  // waits for a first: more is missing there
    std::thread later([&go] {
      for (int k = 0; k < 200; ++k) std::this_thread::yield();
      go = true;
    });
    try {
      first.wait();
      FAIL("wait() did not throw");
    } catch (const stuck& e) {
      CAPTURE(std::string(e.what()));
      CHECK(contains(e.what(), "task 'both' waits for version 1 of the handle"));
    }
    later.join();
    reserved_there.submit([](int&) {});
    second.wait();
    first.wait();
  }
}

TEST_CASE("a reservation that is given up fails, and so does one whose flow ends first") {
  scheduler sched(2);
  handle<int> a(0);
  flow tasks(sched);
  {
    auto unused = tasks.reserve(write(a));
    tasks.submit(read(a), [](int) { FAIL("ran"); });
  }
  const flow_error e = error_of(tasks);
  CHECK(std::string(e.what()) == "task '(reserved)' has failed: its reservation was given up; 1 skipped");
  auto tasks2 = std::make_unique<flow>(sched);
  auto unused = tasks2->reserve(write(a));
  tasks2->submit(read(a), [](int) { FAIL("ran"); });
  tasks2.reset();
  CHECK(!a.in_use());
}

TEST_CASE("a handle that is destroyed while tasks use it ends the program with a message") {
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // not doctest's
    auto* sched = new scheduler(1);
    auto* tasks = new flow(*sched);
    {
      handle<int> a(0);
      tasks->submit(write(a), [](int&) {});
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  std::string said;
  char buffer[256];
  for (ssize_t n = 0; (n = read(pipe_ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(n));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(contains(said, "a handle is destroyed while tasks use it (0 of 1 accesses are over)"));
}
