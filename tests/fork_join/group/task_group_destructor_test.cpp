// What the destructor of a group that has tasks left does not do: look through the whole stack for std::exit(). That made
// an exception that leaves n nested groups take n² steps.
#include <atomic>
#include <memory>

#include <doctest/doctest.h>
#include <unwind.h>

#include <jackdaw/jackdaw.hpp>

using namespace jackdaw;

namespace {

int walks = 0;

}  // namespace

// In place of the system's: counts, and finds nothing.
extern "C" _Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn /*visit*/, void* /*argument*/) {
  ++walks;
  return _URC_END_OF_STACK;
}

TEST_CASE(
    "quadratic-destructor: a local group, or flow, does not look for exit() when it is left with tasks") {
  scheduler sched(1);  // so that tasks are left
  walks = 0;
  std::atomic<int> ran{0};
  sched.run([&](worker& w) {
    for (int i = 0; i < 10; ++i) {
      task_group group(w);
      group.spawn(w, [&] { ++ran; });
    }
  });
  CHECK(ran == 10);
  CHECK(walks == 0);
  CHECK_THROWS_AS(sched.run([&](worker& w) {
    task_group group(w);
    group.spawn(w, [&] { ++ran; });
    throw 1;
  }),
                  int);
  CHECK(ran == 11);
  CHECK(walks == 0);
  scheduler other(1);
  sched.run([&] {
    flow tasks(other);
    tasks.submit([&] { ++ran; });
  });
  CHECK(ran == 12);
  CHECK(walks == 0);
}

TEST_CASE("quadratic-destructor: one that is no local variable does") {
  scheduler sched(1);
  walks = 0;  // the end of a scheduler may look, too
  std::atomic<int> ran{0};
  sched.run([&](worker& w) {
    const auto group = std::make_unique<task_group>(w);
    group->spawn(w, [&] { ++ran; });
  });
  CHECK(ran == 1);
  CHECK(walks == 1);
}
