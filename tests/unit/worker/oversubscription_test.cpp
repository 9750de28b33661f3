// When spare workers are let in, and when they rest again: against false sights.
#include <array>
#include <cstdint>
#include <semaphore>
#include <thread>

#include <doctest/doctest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/thread_state.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>
#include <jackdaw/worker/oversubscription/oversubscription.hpp>
#include <jackdaw/worker/oversubscription/worker_limit.hpp>

#include "tests/support/machine/false_root.hpp"

namespace oversubscription_test {

using namespace jackdaw;
using working::oversubscription;

namespace {

constexpr unsigned workers = 8;
constexpr unsigned room = 2;

struct false_sights {
  bool work = true;
  bool seeks = false;
  std::array<std::uint64_t, workers> beats{};

  [[nodiscard]] bool has_work() const { return work; }
  [[nodiscard]] bool one_seeks() const { return seeks; }
  [[nodiscard]] std::uint64_t pulse(unsigned id) const { return beats[id]; }
};

/// A thread that takes a seat, and then sleeps until it is told to compute.
class sitter {
 public:
  sitter(oversubscription& all, unsigned id)
      : thread_([this, &all, id] {
          all.take_seat(id);
          number_.store(gettid(), base::release);
          go_on_.acquire();
          computes_.store(true, base::release);  // from here on it sleeps no more
          while (!over_.load(base::relaxed)) {}
        }) {
    while (number_.load(base::acquire) == 0) std::this_thread::yield();
    while (!base::is_blocked(number_.load(base::relaxed))) std::this_thread::yield();
  }
  sitter(const sitter&) = delete;
  sitter& operator=(const sitter&) = delete;
  ~sitter() {
    go_on_.release();
    over_.store(true, base::relaxed);
    thread_.join();
  }
  void compute() {
    go_on_.release();
    while (!computes_.load(base::acquire)) std::this_thread::yield();
    while (base::is_blocked(number_.load(base::relaxed))) std::this_thread::yield();
  }

 private:
  base::atomic<pid_t> number_{0};
  base::atomic<bool> computes_{false};
  base::atomic<bool> over_{false};
  std::counting_semaphore<> go_on_{0};
  std::thread thread_;
};

}  // namespace

TEST_CASE("a thread is blocked while it sleeps; names with parentheses and blanks do not matter") {
  CHECK(!base::is_blocked(gettid()));
  CHECK(!base::is_blocked(0));
  prctl(PR_SET_NAME, "a) S (b");
  CHECK(!base::is_blocked(gettid()));
  oversubscription all(1, 1);
  sitter other(all, 0);  // until it sleeps
  other.compute();       // until it does not
}

TEST_CASE("as many as there are processors work while they move") {
  oversubscription all(workers, room);
  all.take_seat(0);
  all.take_seat(1);
  false_sights seen;
  for (int look = 0; look < 1000; ++look) {
    ++seen.beats[static_cast<unsigned>(look) % room];
    REQUIRE(all.wanted(room, seen) == room);
  }
  CHECK(!all.make_room(room));
  CHECK(all.make_room(3));  // a processor more
  CHECK(all.wanted(room, seen) == 3);
  CHECK(all.make_room(workers + 5));
  CHECK(all.wanted(workers, seen) == workers);
  CHECK(!all.lacks_room());
}

TEST_CASE(
    "one more whenever no worker has been seen to move for some time, and until they have moved for long") {
  oversubscription all(workers, room);
  for (unsigned id = 0; id < workers; ++id) all.take_seat(id);
  false_sights seen;
  seen.beats[0] = 1;
  CHECK(all.wanted(room, seen) == room);  // that was a move
  for (unsigned look = 1; look < oversubscription::looks_without_move; ++look)
    REQUIRE(all.wanted(room, seen) == room);
  CHECK(all.wanted(room, seen) == room + 1);
  ++seen.beats[5];  // of one that does not work now: that does not count
  for (unsigned look = 1; look < oversubscription::looks_without_move; ++look)
    REQUIRE(all.wanted(room + 1, seen) == room + 1);
  CHECK(all.wanted(room + 1, seen) == room + 2);
  unsigned allowed = room + 2;
  unsigned looks = 0;
  for (; allowed != room && looks < 10'000; ++looks) {
    ++seen.beats[1];
    allowed = all.wanted(allowed, seen);
    REQUIRE((allowed == room || allowed == room + 1 || allowed == room + 2));
  }
  CHECK(allowed == room);
  CHECK(looks >= 2 * oversubscription::looks_to_forget);
}

TEST_CASE(
    "a worker that was let in for lack of moves rests again also where there is nothing to do any more") {
  oversubscription all(workers, room);
  for (unsigned id = 0; id < workers; ++id) all.take_seat(id);
  false_sights seen;
  while (all.wanted(room, seen) == room) {}
  seen.work = false;
  unsigned looks = 0;
  while (all.wanted(room + 1, seen) != room && looks < 10'000) ++looks;
  CHECK(looks >= oversubscription::looks_to_forget);
  CHECK(looks < 10'000);
}

TEST_CASE("where there is nothing to do no worker is let in") {
  oversubscription all(workers, room);
  all.take_seat(0);
  sitter blocked(all, 1);
  false_sights seen;
  seen.work = false;
  for (unsigned look = 0; look < 3 * oversubscription::looks_without_move; ++look)
    REQUIRE(all.wanted(room, seen) == room);
}

TEST_CASE("one more for each that is blocked, unless one finds no work; not longer than needed") {
  oversubscription all(workers, room);
  all.take_seat(0);
  false_sights seen;
  const auto wanted = [&](unsigned allowed) {
    ++seen.beats[0];  // a worker moves
    return all.wanted(allowed, seen);
  };
  CHECK(wanted(room) == room + 1);  // no worker sits at 1
  sitter blocked(all, 1);
  CHECK(wanted(room) == room + 1);
  sitter also(all, 2);
  CHECK(wanted(room + 1) == room + 2);
  all.leave_seat(0);
  CHECK(wanted(room + 1) == room + 3);
  all.take_seat(0);
  seen.seeks = true;
  for (unsigned look = 1; look < oversubscription::looks_to_calm; ++look)
    REQUIRE(wanted(room + 2) == room + 2);
  CHECK(wanted(room + 2) == room);
  seen.seeks = false;
  CHECK(wanted(room) == room + 1);
  blocked.compute();
  also.compute();
  unsigned looks = 1;  // more where the system stops one of the two for a moment, as for a page
  while (wanted(room + 1) != room && looks < 100'000) ++looks;
  CHECK(looks >= oversubscription::looks_to_calm);
  CHECK(looks < 100'000);
}

TEST_CASE("when processors come or go, a lookout that sleeps for lack of work is woken") {
  tests::false_root machine;
  machine.mask("0-2");
  working::worker_limit limit(
      working::staffing({.workers = 4, .surplus = surplus_use::rest, .machine_root = machine.path()}), true,
      true);
  CHECK(limit.allowed() == 3);
  machine.mask("0-1");
  unsigned woken = 0;
  limit.look([&] { ++woken; });
  CHECK(woken == 1);
  limit.look([&] { ++woken; });  // not due
  CHECK(woken == 1);
}

TEST_CASE("a lookout that is woken more often than it is due to look looks all the same") {
  tests::false_root machine;
  machine.mask("0");
  working::worker_limit limit(
      working::staffing({.workers = 2, .surplus = surplus_use::rest, .machine_root = machine.path()}), true,
      true);
  int turns = 0;
  int looks = 0;
  base::atomic<bool> over{false};
  std::thread lookout([&] {
    limit.rest(1, [&] { return ++turns == 1000; }, [&] { return ++looks > 0; });
    over.store(true, base::release);
  });
  while (!over.load(base::acquire)) limit.wake(1);
  lookout.join();
  CHECK(looks > turns / 2);
}

}  // namespace oversubscription_test
