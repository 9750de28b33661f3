// A lowered priority comes back, for everybody: also without privileges.
#include <doctest/doctest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/base/priority.hpp>
#include <jackdaw/worker/lower_then_yield.hpp>

using namespace jackdaw;
using base::lowered_priority;

namespace {

struct rank {
  int nice = getpriority(PRIO_PROCESS, 0);
  int policy = sched_getscheduler(0);
  bool operator==(const rank&) const = default;
};

bool lowers_and_restores() {
  const rank before;
  bool lowered = true;
  {
    lowered_priority priority;
    if (!(rank() == before)) return false;
    for (int again = 0; again < 2; ++again) {  // once is enough
      priority.lower();
      const rank now;
      switch (priority.lowered_by()) {
        case lowered_priority::way::niceness:
          lowered = now.nice > before.nice;
          break;
        case lowered_priority::way::batch:
          lowered = now.policy == SCHED_BATCH;
          break;
        case lowered_priority::way::none:
          lowered = now == before;
          break;
      }
    }
  }
  return lowered && rank() == before;
}

}  // namespace

TEST_CASE("lowered, then restored") {
  CHECK(lowers_and_restores());
  CHECK(lowers_and_restores());
}

TEST_CASE("without privileges, niceness is not touched, since it would not come back") {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const rlimit nothing{0, 0};
    if (setrlimit(RLIMIT_NICE, &nothing) != 0) _exit(10);
    if (geteuid() == 0 && setuid(65534) != 0) _exit(11);
    if (lowered_priority::trial().by == lowered_priority::way::niceness) _exit(12);
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a search ends with the priority that it began with, found or not") {
  const rank before;
  int looks = 0;
  const auto ready_at = [&looks](int look) { return [&looks, look] { return ++looks == look; }; };
  using search = working::spin_lower_yield<2, 3, 10>;
  bool lowered = false;
  auto watching = [&] {
    ++looks;
    lowered = lowered || !(rank() == before);
    return false;
  };
  CHECK(!search::search(watching));
  CHECK(looks == 2 + 10 + 1);
  lowered_priority probe;
  probe.lower();
  CHECK(lowered == (probe.lowered_by() != lowered_priority::way::none));
  probe.restore();
  CHECK(rank() == before);
  for (const int look : {1, 3, 9}) {
    looks = 0;
    auto ready = ready_at(look);
    CHECK(search::search(ready));
    CHECK(looks == look);
    CHECK(rank() == before);
  }
}
