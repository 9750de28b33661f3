// Where the kernel refuses membarrier: the same cases once more in a process that may not call it, and in one that may
// not call it any more (late-seccomp).
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>

#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/sync/parking.hpp>

#include "tests/machine/process/child.hpp"
#include "tests/modes/call_filter.hpp"
#include "tests/support/machine/asleep.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

constexpr const char* refused = "JACKDAW_TEST_REFUSED";

/// From when on this process may not call membarrier.
enum class refusal { never, early, late };

refusal since() {
  const char* const said = std::getenv(refused);
  if (said == nullptr) return refusal::never;
  return std::string_view(said) == "late" ? refusal::late : refusal::early;
}

/// From now on this process, and what it becomes, may not call membarrier. False where that cannot be forbidden.
bool forbid_membarrier() { return tests::call_filter().refuse(SYS_membarrier, ENOSYS).install(true); }

long fib(worker& w, int n) {
  if (n < 2) return n;
  const auto [a, b] =
      join(w, [n](worker& v) { return fib(v, n - 1); }, [n](worker& v) { return fib(v, n - 2); });
  return a + b;
}

/// One that has begun to work before membarrier was refused, if it is refused late.
scheduler& begun_before() {
  static scheduler workers({.workers = 4, .surplus = surplus_use::work});
  static const bool forbidden = workers.run([](worker& w) { return fib(w, 15); }) == 610 &&
                                (since() != refusal::late || forbid_membarrier());
  REQUIRE(forbidden);
  return workers;
}

/// Whether membarrier is there or not as it is to be.
bool as_said() {
  if (since() == refusal::never) return true;
  begun_before();
  return base::asymmetric_fence::available() == (since() == refusal::late);
}

}  // namespace

TEST_CASE("membarrier refused: joins, with thieves") {
  REQUIRE(as_said());
  scheduler workers({.workers = 4, .surplus = surplus_use::work});
  for (int round = 0; round < tests::scaled(20); ++round) {
    CHECK(workers.run([](worker& w) { return fib(w, 18); }) == 2584);
    CHECK(begun_before().run([](worker& w) { return fib(w, 18); }) == 2584);
  }
}

TEST_CASE(
    "membarrier refused: a heavy fence that all threads have relied on takes as long as the others need") {
  REQUIRE(as_said());
  if (since() != refusal::late) return;
  const std::int64_t begin = base::nanoseconds_now();
  base::asymmetric_fence::heavy();
  CHECK(base::nanoseconds_now() - begin >= base::asymmetric_fence::settle_time);
}

TEST_CASE(
    "membarrier refused: tasks are found while the thread that has put them does not come back to the "
    "scheduler") {
  REQUIRE(as_said());
  scheduler workers({.workers = 2, .surplus = surplus_use::work});
  for (int round = 0; round < tests::scaled(200); ++round) {
    std::atomic<bool> begun{false};
    std::atomic<bool> put{false};
    std::atomic<int> done{0};
    workers.run([&](worker& w) {
      w.put([&] {
        begun = true;
        while (!put) std::this_thread::yield();
      });
      while (!begun) std::this_thread::yield();  // no worker sleeps now, or looks for work
      for (int i = 0; i < 8; ++i) w.put([&] { ++done; });
      put = true;
      while (done != 8) std::this_thread::yield();
    });
    CHECK(done == 8);
  }
}

TEST_CASE(
    "membarrier refused: none of many tasks is lost, put by one or by each other, in a run or a group") {
  REQUIRE(as_said());
  for (const unsigned size : {1U, 2U, 4U}) {
    CAPTURE(size);
    scheduler workers({.workers = size, .surplus = surplus_use::work});
    for (const int many : {1'000, tests::scaled(50'000)}) {  // more than are looked at when they are halved
      CAPTURE(many);
      std::atomic<int> done{0};
      workers.run([&](worker& w) {
        for (int i = 0; i < many; ++i) {
          w.put([&](worker& v) {
            ++done;
            v.put([&] { ++done; });
          });
        }
      });
      CHECK(done == 2 * many);
      workers.run([&](worker& w) {
        task_group group(w);
        for (int i = 0; i < many; ++i) {
          group.spawn(w, [&](worker& v) {
            --done;
            v.put([&] { --done; });
          });
        }
        group.wait();
      });
      CHECK(done == 0);
    }
  }
}

TEST_CASE("membarrier refused: workers that sleep are woken by puts and by the next run") {
  REQUIRE(as_said());
  scheduler workers({.workers = 3, .surplus = surplus_use::work});
  std::atomic<int> done{0};
  for (int round = 0; round < tests::scaled(100); ++round) {
    while (!tests::others_asleep()) std::this_thread::yield();
    workers.run([&](worker& w) {
      std::atomic<bool> begun{false};
      w.put([&] { begun = true; });
      while (!begun) std::this_thread::yield();
      ++done;
    });
  }
  CHECK(done == tests::scaled(100));
}

TEST_CASE("membarrier refused: parking and sleep_until lose no wake-up") {
  REQUIRE(as_said());
  const int turns = since() == refusal::late ? 200 : 2000;
  std::atomic<int> turn{0};
  sync::parking places(2);
  const auto play = [&](unsigned own) {
    for (int next = static_cast<int>(own); next < turns; next += 2) {
      while (turn != next) places.park_unless(own, [&] { return turn == next; });
      turn = next + 1;
      places.wake(1 - own);
    }
  };
  {
    const std::jthread other([&] { play(1); });
    play(0);
  }
  CHECK(turn == turns);
  std::atomic<bool> ready{false};
  const std::jthread other([&] {
    ready = true;
    sync::notify();
  });
  sync::sleep_until([&] { return ready.load(); });
}

TEST_CASE("late-seccomp: a process that may not call membarrier, or not any more, passes all of these") {
  if (since() != refusal::never) return;  // this is that process
  if (!tests::in_child(forbid_membarrier)) {
    MESSAGE("system calls cannot be forbidden here");
    return;
  }
  for (const char* when : {"early", "late"}) {
    CAPTURE(when);
    if (std::string_view(when) == "late" && !base::asymmetric_fence::available())
      continue;  // there is none here
    CHECK(tests::in_child([when] {
      if (std::string_view(when) == "early") forbid_membarrier();
      setenv(refused, when, 1);
      execl("/proc/self/exe", "refused_machine", "--test-case=membarrier refused: *", nullptr);
      return false;
    }));
  }
}
