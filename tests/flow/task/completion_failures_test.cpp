// Tasks with_completion that fail: it is given an exception, or dropped, or its task throws or is skipped.
#include <atomic>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/event/completion.hpp>

namespace completion_failures_test {

using namespace jackdaw;

namespace {

/// Of a flow_error that wait() throws.
std::string text_of_wait(flow& tasks) {
  try {
    tasks.wait();
  } catch (const flow_error& error) { return error.what(); }
  return {};
}

}  // namespace

TEST_CASE("a completion that fails, and one that is lost, fail their task") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0), b(0);
  const auto submit_reader = [&] { tasks.submit(read(a), write(b), [](int, int& y) { y = 1; }); };
  tasks.submit(named("load"), with_completion, write(a), [](completion done, int&) {
    done.fail(std::make_exception_ptr(std::runtime_error("disk is full")));
  });
  submit_reader();
  CHECK(text_of_wait(tasks) == "task 'load' has failed: disk is full; 1 skipped");
  tasks.submit(named("load"), with_completion, write(a), [](const completion&, int&) {});
  submit_reader();
  CHECK(text_of_wait(tasks) ==
        "task 'load' has failed: its completion was dropped; expected fulfil() or fail() before its "
        "destruction; 1 skipped");
  tasks.submit(named("load"), with_completion, write(a),
               [](const completion&, int&) { throw std::runtime_error("no such file"); });
  submit_reader();
  CHECK(text_of_wait(tasks) == "task 'load' has failed: no such file; 1 skipped");
  tasks.submit(named("load"), with_completion, write(a), [](completion done, int&) {
    std::thread([&, late = std::move(done)]() mutable { late.fail(std::make_exception_ptr(1)); }).join();
    throw std::runtime_error("no such file");
  });
  submit_reader();
  CHECK(text_of_wait(tasks).find("1 more have failed; 1 skipped") != std::string::npos);
  CHECK(b.value() == 0);
}

TEST_CASE("a completion is fulfilled once") {
  scheduler sched(2);
  flow tasks(sched);
  int refused = 0;
  tasks.submit(with_completion, [&refused](completion done) {
    try {
      done.fail(nullptr);
    } catch (const std::invalid_argument&) { ++refused; }
    CHECK(done.is_pending());
    completion moved = std::move(done);
    moved.fulfil();
    CHECK_FALSE(moved.is_pending());
    try {
      moved.fulfil();
    } catch (const std::logic_error&) { ++refused; }
  });
  tasks.wait();
  CHECK(refused == 2);
}

TEST_CASE("a completion goes through a callback of C, and a new one in its place drops it") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  tasks.submit(with_completion, write(a), [](completion done, int& x) {
    x = 5;
    void (*const callback)(void*) = [](void* given) { completion::from_pointer(given).fulfil(); };
    std::thread(callback, done.to_pointer()).detach();
  });
  tasks.wait();
  CHECK(a.value() == 5);
  std::optional<completion> kept;
  for (int i = 0; i < 2; ++i) {
    tasks.submit(with_completion, write(a), [&kept](completion done, int&) {
      if (!kept.has_value()) {
        kept = std::move(done);
        kept->fulfil();
      } else {
        *kept = std::move(done);
        *kept = completion(std::move(*kept));
        kept.reset();
      }
    });
  }
  CHECK(text_of_wait(tasks).find("was dropped") != std::string::npos);
}

TEST_CASE("a task with_completion that is skipped waits for nothing, and a flow is cancelled meanwhile") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  int calls = 0;
  std::optional<completion> kept;
  std::atomic<bool> begun{false};
  tasks.submit(with_completion, write(a), [&](completion done, int&) {
    kept = std::move(done);
    begun = true;
  });
  for (int i = 0; i < 10; ++i)
    tasks.submit(with_completion, write(a), [&calls](completion, int&) { ++calls; });
  while (!begun) std::this_thread::yield();
  tasks.cancel();
  kept->fulfil();
  tasks.wait();
  CHECK(calls == 0);
  CHECK(tasks.skipped() == 10);
}

}  // namespace completion_failures_test
