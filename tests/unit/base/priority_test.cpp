// A lowered priority, and a lowered scheduling policy, come back, for every user: also without privileges.
#include <thread>

#include <doctest/doctest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/base/processors/lowered_policy.hpp>
#include <jackdaw/base/processors/thread_priority.hpp>
#include <jackdaw/worker/idle/lower_then_yield.hpp>

namespace priority_test {

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

/// What a child without privileges ends with.
int status_of_unprivileged(int (*work)()) {
  const pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    const rlimit nothing{0, 0};
    if (setrlimit(RLIMIT_NICE, &nothing) != 0) _exit(10);
    if (geteuid() == 0 && setuid(65534) != 0) _exit(11);
    _exit(work());
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// 0: it was lowered, and came back; 1: it was not lowered; 2: it did not come back.
template <int Policy>
int lowers_policy() {
  const rank before;
  int lowered = 1;
  {
    base::lowered_policy<Policy> policy;
    for (int again = 0; again < 2; ++again) policy.lower();
    if (rank().policy == Policy) lowered = 0;
  }
  return rank() == before ? lowered : 2;
}

/// Whether a thread of this process comes back that just goes.
template <int Policy>
bool may_come_back() {
  bool back = false;
  std::thread([&back] {
    const sched_param none{};
    back = sched_setscheduler(0, Policy, &none) == 0 && sched_setscheduler(0, SCHED_OTHER, &none) == 0;
  }).join();
  return back;
}

template <int Policy>
bool lowers_policy_where_it_may() {
  const rank own;
  const bool tries = own.policy == SCHED_OTHER && (Policy != SCHED_IDLE || own.nice < 19);
  return lowers_policy<Policy>() == (tries && may_come_back<Policy>() ? 0 : 1);
}

}  // namespace

TEST_CASE("lowered, then restored") {
  CHECK(lowers_and_restores());
  CHECK(lowers_and_restores());
}

TEST_CASE("without privileges, niceness is not touched, since it would not come back") {
  CHECK(status_of_unprivileged(
            [] { return lowered_priority::trial().by == lowered_priority::way::niceness ? 12 : 0; }) == 0);
}

TEST_CASE("a scheduling policy is lowered where that comes back, and only there") {
  // The children first: what a process may is found out once, and they would know what this one may.
  CHECK(status_of_unprivileged([] { return lowers_policy_where_it_may<SCHED_BATCH>() ? 0 : 12; }) == 0);
  CHECK(status_of_unprivileged([] { return lowers_policy_where_it_may<SCHED_IDLE>() ? 0 : 12; }) == 0);
  CHECK(lowers_policy_where_it_may<SCHED_BATCH>());
  CHECK(lowers_policy_where_it_may<SCHED_IDLE>());
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
  using by_policy = working::spin_lower_yield<2, 3, 10, base::lowered_policy<SCHED_BATCH>>;
  for (const int look : {1, 3, 9}) {
    for (const bool policy : {false, true}) {
      looks = 0;
      auto ready = ready_at(look);
      CHECK((policy ? by_policy::search(ready) : search::search(ready)));
      CHECK(looks == look);
      CHECK(rank() == before);
    }
  }
}

}  // namespace priority_test
