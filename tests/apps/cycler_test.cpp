// BP98's cycler: it counts as far as it was told, notes times, and leaves no process behind.
#include "apps/cycler/cycler.hpp"

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/base/clock.hpp>

#include "apps/support/system/situation.hpp"

using namespace jackdaw;
using apps::cycler;
using apps::cycler_options;

TEST_CASE("cycler: it ends in the turn in which the counter reaches the total, and notes times on the way") {
  for (const unsigned processes : {1U, 3U}) {
    const cycler_options options{.processes = processes,
                                 .increments = 5,
                                 .total = 1000,
                                 .turns = 10,
                                 .stamp_every = 16,
                                 .seed = processes};
    const double begun = base::seconds_now();
    cycler one(options);
    one.wait();
    const auto end = one.now();
    CHECK(end.count >= 1000);
    CHECK(end.count < 1000 + processes * 5);
    CHECK(end.cpu_seconds > 0);
    CHECK(end.cpu_seconds <= processes * (end.seconds - begun) + 0.01);
    const auto stamps = one.stamps();
    CHECK(stamps.size() == 1000 / 16);
    for (std::size_t i = 0; i < stamps.size(); ++i) {
      CHECK(stamps[i].count == 16 * (i + 1));
      CHECK(stamps[i].seconds >= begun);
      CHECK(stamps[i].seconds <= end.seconds);
    }
    one.wait();  // again is nothing
  }
}

TEST_CASE("cycler: what computes without an end is gone with its object, all processes of it") {
  REQUIRE(prctl(PR_SET_CHILD_SUBREAPER, 1) ==
          0);  // a process that loses its parent becomes a child of this process
  {
    const cycler endless({.processes = 3, .increments = 1'000'000, .turns = 100});
    while (endless.now().count < 100) std::this_thread::yield();
  }
  int status = 0;
  int killed = 0;
  while (waitpid(-1, &status, 0) > 0) killed += WIFSIGNALED(status) ? 1 : 0;
  CHECK(errno == ECHILD);
  CHECK(killed == 3);  // the main process was waited for already
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST_CASE("cycler: it rests when it is told to, and goes on") {
  const cycler endless({.processes = 2, .increments = 1000, .turns = 10});
  const auto computes = [&endless] {
    const auto before = endless.now().count;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return endless.now().count != before;
  };
  while (!computes()) {}
  endless.computes(false);
  while (computes()) {}  // a process stops when the kernel comes to it
  CHECK_FALSE(computes());
  endless.computes(true);
  while (!computes()) {}
}

TEST_CASE("cycler: one that cannot have its processes, or is killed, says so") {
  cycler one({.processes = 2, .increments = 1'000'000, .turns = 100});
  while (one.now().count < 10) std::this_thread::yield();
  const auto children = [] {  // the main process is the only one of this process
    std::ifstream file("/proc/self/task/" + std::to_string(getpid()) + "/children");
    return std::vector<pid_t>(std::istream_iterator<pid_t>(file), {});
  }();
  REQUIRE(children.size() == 1);
  kill(children.front(), SIGKILL);
  CHECK_THROWS_AS(one.wait(), std::runtime_error);
}

TEST_CASE("a neighbour knows how long it has computed") {
  const apps::neighbour one;
  const base::stopwatch watch;
  const double before = one.cpu_seconds();
  one.computes(true);
  double computed = 0;
  while (computed < 0.005) computed = one.cpu_seconds() - before;
  CHECK(computed <= watch.seconds());
}

TEST_CASE("cycler: increments between two readings are processors, when one processor's rate is known") {
  CHECK(apps::processors_between({100, 2}, {700, 4}, 200) == doctest::Approx(1.5));
  CHECK(apps::processors_between({100, 2, 1}, {700, 4, 4}) == doctest::Approx(1.5));
  CHECK(apps::increments_per_second({.turns = 1000}, 0.001) > 0);
}
