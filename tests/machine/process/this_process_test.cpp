// fork-hang: the kept number of the process is never that of another one.
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/base/threads/this_process.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "tests/machine/process/child.hpp"

using namespace jackdaw;
using tests::in_child;

namespace {

[[nodiscard]] bool knows_itself() {
  return base::this_process() == getpid() && base::this_process() == getpid();
}

}  // namespace

TEST_CASE("children, and their children") {
  REQUIRE(knows_itself());
  for (int round = 0; round < 10; ++round) {
    CHECK(in_child([] { return knows_itself() && in_child(knows_itself) && knows_itself(); }));
    CHECK(knows_itself());
  }
}

TEST_CASE("several threads that ask first, in a child that has not asked") {
  CHECK(in_child([] {
    std::atomic<int> wrong{0};
    std::vector<std::thread> all;
    for (int i = 0; i < 8; ++i) all.emplace_back([&] { wrong += knows_itself() ? 0 : 1; });
    for (auto& each : all) each.join();
    return wrong == 0;
  }));
}

#if defined(__x86_64__) && defined(SYS_fork)
TEST_CASE(
    "a child of which the C library knows nothing: it has another number, and its parent's scheduler is "
    "refused") {
  scheduler sched(2U);
  sched.run([] {});
  REQUIRE(knows_itself());
  const long child = syscall(SYS_fork);
  if (child == 0) {
    bool refused = false;
    try {
      sched.run([] {});
    } catch (const std::logic_error&) { refused = true; }
    _exit(refused && knows_itself() ? 0 : 1);
  }
  int status = 1;
  REQUIRE(waitpid(static_cast<pid_t>(child), &status, 0) == child);
  CHECK(status == 0);
}
#endif
