// Where the kernel refuses membarrier: the same cases once more in a process that may not call it.
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <thread>

#include <doctest/doctest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/sync/parking.hpp>

#include "tests/machine/child.hpp"
#include "tests/support/asleep.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

constexpr const char* refused = "JACKDAW_TEST_REFUSED";

/// From now on this process, and what it becomes, may not call membarrier. False where that cannot be forbidden.
bool forbid_membarrier() {
  std::array<sock_filter, 4> program{{
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_membarrier},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  }};
  const sock_fprog all{program.size(), program.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0) == 0;
}

/// Whether membarrier is there or not as it is to be.
bool as_said() { return std::getenv(refused) == nullptr || !base::asymmetric_fence::available(); }

long fib(worker& w, int n) {
  if (n < 2) return n;
  const auto [a, b] =
      join(w, [n](worker& v) { return fib(v, n - 1); }, [n](worker& v) { return fib(v, n - 2); });
  return a + b;
}

}  // namespace

TEST_CASE("membarrier refused: joins, with thieves") {
  REQUIRE(as_said());
  scheduler workers({.workers = 4, .surplus = surplus_use::work});
  for (int round = 0; round < tests::scaled(20); ++round)
    CHECK(workers.run([](worker& w) { return fib(w, 18); }) == 2584);
}

TEST_CASE("membarrier refused: tasks are found while who has put them does not come back to the scheduler") {
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
      while (!begun) std::this_thread::yield();  // nobody sleeps now, or looks for work
      for (int i = 0; i < 8; ++i) w.put([&] { ++done; });
      put = true;
      while (done != 8) std::this_thread::yield();
    });
    CHECK(done == 8);
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
  constexpr int turns = 2000;
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

TEST_CASE("a process that may not call membarrier passes all of these") {
  if (std::getenv(refused) != nullptr) return;  // this is that process
  if (!tests::in_child(forbid_membarrier)) {
    MESSAGE("system calls cannot be forbidden here");
    return;
  }
  CHECK(tests::in_child([] {
    forbid_membarrier();
    setenv(refused, "1", 1);
    execl("/proc/self/exe", "refused_machine", "--test-case=membarrier refused: *", nullptr);
    return false;
  }));
}
