// Tasks from outside are executed whether or not a thread waits: by the stand-in, which naps while tasks pour in, and
// by callers (nobody-behind in docs/internals/verification/bugs-of-others.md).
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>

#include <jackdaw/sync/parking.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/external/stand_in_thread.hpp>
#include <jackdaw/worker/external/submission_lull.hpp>
#include <jackdaw/worker/termination/termination.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

/// A scheduler of one worker, in whose phases guests put tasks.
struct one_worker {
  static constexpr std::size_t most_tasks = 4;
  working::first_seat seat;
  working::termination phase;
  working::stand_in_thread third{seat, phase};
  sync::parking idle{1};
  working::inbox<task> inbox;
  std::array<tests::parcel<>, most_tasks> tasks;
  base::atomic<int> executed{0};
  base::atomic<bool> wrong{false};
  base::atomic<bool> stopping{false};
  base::atomic<int> parties{0};  // that have not ended
  task* pool = nullptr;          // of worker 0: with the seat
  bool left_busy = false;        // with the seat, as in the engine
  bool tells_own = true;         // whether the pool says what worker 0 leaves behind; else it may be anything
  int total = 0;

  void put(std::size_t which) {
    bool opened = false;
    tasks[which].load();
    if (inbox.push(tasks[which], [&] { opened = phase.admit(); })) leave_phase();
    if (!opened || !third.opened()) idle.wake(0);
  }

  void leave_phase() {
    if (!phase.leave()) return;
    idle.wake(0);
    seat.tell();
  }

  /// Worker 0, which is busy.
  task* next() {
    if (pool == nullptr) {
      pool = inbox.take_all();
      if (pool != nullptr) leave_phase();  // on behalf of the inbox
    }
    return pool == nullptr ? nullptr : std::exchange(pool, pool->next);
  }

  enum class ending { no_work, left, left_busy };

  /// As working::loop's.
  ending work(auto leaves) {
    for (;;) {
      if (leaves()) {
        if (!tells_own || pool != nullptr) return ending::left_busy;
        leave_phase();
        return ending::left;
      }
      task* const item = next();
      if (item == nullptr) break;
      if (!static_cast<tests::parcel<>&>(*item).take()) wrong.store(true, base::relaxed);
      executed.fetch_add(1, base::relaxed);
      seat.report();
    }
    leave_phase();
    return ending::no_work;
  }
  bool serve(auto over, auto leaves) {
    for (;;) {
      if (!inbox.looks_empty() && phase.enter()) {
        if (const ending how = work(leaves); how != ending::no_work) return how == ending::left;
      } else if (over()) {
        return true;
      } else {
        idle.park_unless(0, [&] { return over() || !inbox.looks_empty(); });
      }
    }
  }
  void sit(auto over, auto leaves) {
    sit_until(over, leaves);
    seat.leave();
    third.left();
  }
  void sit_until(auto over, auto leaves) {
    if (std::exchange(left_busy, false)) {
      const ending how = work(leaves);
      left_busy = how == ending::left_busy;
      if (left_busy || how == ending::left) return;
    }
    left_busy = !serve(over, leaves);
  }

  void wait_for(int count) {
    const auto over = [this, count] { return executed.load(base::relaxed) >= count; };
    if (over()) return;
    if (!seat.take() && !seat.take_unless(over)) return third.left();
    sit(over, [&] { return seat.is_recalled() && over(); });
  }

  void live() {
    const auto stops = [this] { return stopping.load(base::acquire); };  // engine.hpp G2
    const auto mark = [this] { return inbox.mark(); };
    third.live(stops, mark, [&] {
      sit([&] { return third.has_done() || stops(); }, [&] { return third.gives_way(mark) && !stops(); });
    });
  }

  /// The last of the parties ends the scheduler, once all tasks are executed. That one has heard that the others
  /// use it no more.
  void end() {
    if (parties.fetch_sub(1, base::acq_rel) != 1) return;
    simulated::explorer::block_until([this] { return executed.peek() == total; });
    stopping.store(true, base::release);
    idle.wake(0);
    third.stop();
  }
};

/// Guests that put so many tasks each, and callers that wait until so many are executed, beside the stand-in.
tests::program outside(std::initializer_list<int> puts, std::initializer_list<int> waits,
                       bool tells_own = true) {
  auto s = std::make_shared<one_worker>();
  s->tells_own = tells_own;
  tests::program all;
  all.threads.emplace_back([s] { s->live(); });
  for (const int count : puts) {
    const int first = s->total;
    s->total += count;
    all.threads.emplace_back([s, first, count] {
      for (int i = 0; i < count; ++i) s->put(static_cast<std::size_t>(first + i));
      s->end();
    });
  }
  for (const int tasks : waits) {
    all.threads.emplace_back([s, tasks] {
      s->wait_for(tasks);
      s->end();
    });
  }
  s->parties.store(static_cast<int>(puts.size() + waits.size()));
  all.holds = [s] {
    return s->executed.peek() == s->total && !s->wrong.peek() && !s->left_busy && !s->seat.is_taken() &&
           !s->phase.is_open();
  };
  return all;
}

}  // namespace

TEST_CASE("nobody-behind: tasks of one and of two guests, and no thread waits") {
  tests::explore(4000, [] { return outside({2}, {}); });
  tests::explore(4000, [] { return outside({1, 2}, {}); });
}

TEST_CASE("nobody-behind: one guest opens the phase while one caller leaves the seat, or ceases to want it") {
  tests::explore(20000, [] { return outside({1}, {1}); });
  tests::explore(20000, [] { return outside({2}, {1}); });
}

TEST_CASE("nobody-behind: callers come in the middle, take over, and leave before the end") {
  tests::explore(4000, [] { return outside({2}, {1}); });
  tests::explore(4000, [] { return outside({3}, {1, 2}); });
  tests::explore(4000, [] { return outside({1, 2}, {2, 3}); });
  tests::explore(4000, [] { return outside({2}, {1}, false); });
  tests::explore(4000, [] { return outside({1, 2}, {2, 3}, false); });
}

TEST_CASE(
    "nobody-behind: the stand-in naps while tasks pour in, but not for ever, and not when it is hurried") {
  int tasks = 0;
  const auto pours = [&tasks] { return ++tasks; };
  const auto calm = [] { return 0; };
  working::submission_lull lull(1);
  CHECK(!lull.holds_back(calm));
  CHECK(lull.holds_back(pours));
  CHECK(!lull.lingers(false));  // a caller executes them
  for (int row = 0; row < 3; ++row) {
    unsigned naps = 0;
    while (lull.holds_back(pours)) ++naps;
    CHECK(naps == working::submission_lull::most_naps);
    lull.begins();
  }
  lull.hurry();
  CHECK(!lull.holds_back(pours));
  lull.begins();  // until then
  CHECK(lull.holds_back(pours));
  CHECK(!lull.holds_back(calm));  // also where some have come in meanwhile, but one by one
  CHECK(lull.holds_back(pours));
}

TEST_CASE(
    "nobody-behind: where tasks poured in the stand-in naps once more, and a single one that comes then is "
    "taken at once") {
  int tasks = 0;
  const auto pours = [&tasks] { return ++tasks; };
  const auto calm = [&tasks] { return tasks; };
  working::submission_lull lull(1);
  lull.begins();
  CHECK(!lull.lingers(false));
  CHECK(lull.holds_back(pours));
  lull.begins();
  CHECK(lull.lingers(false));
  ++tasks;
  CHECK(!lull.holds_back(calm));
  lull.begins();
  CHECK(!lull.lingers(false));
}

TEST_CASE(
    "nobody-behind: the stand-in lingers as long as callers come, and says so until it looks for tasks") {
  const auto calm = [] { return 0; };
  working::submission_lull lull(1);
  CHECK(!lull.is_lingering());
  for (int naps = 0; naps < 20; ++naps) {
    CHECK(lull.lingers(true));
    CHECK(lull.is_lingering());
  }
  CHECK(!lull.holds_back(calm));
  CHECK(!lull.is_lingering());
  CHECK(lull.lingers(true));
  CHECK(!lull.lingers(false));
  CHECK(!lull.is_lingering());
}

TEST_CASE("nobody-behind: the share of the stand-in doubles as long as tasks pour in") {
  int tasks = 0;
  const auto pours = [&tasks] { return ++tasks; };
  working::submission_lull lull(1);
  const auto share = [&] {
    lull.begins();
    unsigned executed = 1;
    while (!lull.has_done_share(pours)) ++executed;
    return executed;
  };
  constexpr unsigned first = working::submission_lull::first_share;
  CHECK(share() == first);
  CHECK(share() == 2 * first);
  CHECK(share() == 4 * first);
  lull.begins_anew();
  CHECK(share() == first);
}

TEST_CASE("wake-lost: the stand-in is hurried while it naps for long, or before, or after") {
  constexpr std::int64_t long_time = 1'000'000'000;  // which does not pass here
  tests::explore(2000, [] {
    struct state {
      working::submission_lull lull{long_time};
      base::atomic<int> tasks{0};
    };
    auto s = std::make_shared<state>();
    const auto pours = [s] { return s->tasks.fetch_add(1, base::relaxed); };
    return tests::program{{[=] {
                             while (s->lull.holds_back(pours)) {}
                           },
                           [=] { s->lull.hurry(); }}};
  });
}
