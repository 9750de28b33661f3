// Reserve threads come when they are engaged, are part of the pool while they work, and show numbers that no other
// has (docs/internals/verification/bugs-of-others.md: wait-for-strangers).
#include <array>
#include <memory>
#include <new>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/external/number_loans.hpp>
#include <jackdaw/worker/external/reserve_threads.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Workers 1 and 2, which are called at their doors, as in worker/engine/terminating_pool.hpp and
/// worker/engine/worker_loop.hpp; callers that take the seat of worker 0; and tasks on reserve threads that ask for a
/// number.
struct numbers {
  static constexpr unsigned workers = 3;
  static constexpr unsigned places = workers + 2;

  working::first_seat seat;
  working::number_loans loans{seat};
  std::array<working::inbox<task>, places> doors;
  sync::parking sleeping{places};
  std::array<base::atomic<int>, workers> holders{};
  std::array<simulated::plain<int>, workers> kept{};  // what a program keeps for each number, without locks
  base::atomic<int> wrong{0};
  base::atomic<int> asking{0};  // tasks that have not got their numbers

  /// A task under that number.
  void execute_as(unsigned number) {
    if (number >= workers || holders[number].fetch_add(1, base::relaxed) != 0) {
      wrong.fetch_add(1, base::relaxed);
    } else {
      kept[number].set(kept[number].get() + 1);
      holders[number].fetch_sub(1, base::relaxed);
    }
  }

  /// Between two tasks.
  void answer_call(unsigned id) {
    if (!doors[id].is_called()) return;
    doors[id].answer();
    if (id < workers) {
      loans.lend_all(id, [](auto&& wait) { wait(); });
    } else if (loans.has_number(id - workers)) {
      loans.lend_all(loans.number(id - workers), [](auto&& wait) { wait(); });
    }
  }

  /// Executes `tasks` tasks of its own, then sleeps, unless it is called, while some task asks.
  void work(unsigned id, int tasks) {
    for (int i = 0; i < tasks; ++i) {
      answer_call(id);
      execute_as(id);
    }
    while (asking.load(base::relaxed) != 0) {
      answer_call(id);
      sleeping.park_unless(id, [&] { return doors[id].is_called() || asking.load(base::relaxed) == 0; });
    }
  }

  /// As worker 0, while a caller.
  void sit(int tasks) {
    for (int i = 0; i < tasks; ++i) {
      if (!seat.take()) continue;
      execute_as(0);
      answer_call(0);
      seat.leave();
    }
  }

  /// A task that asks at once; then waits until no more than so many tasks ask.
  void borrow(unsigned post, int others = workers) {
    const unsigned place = workers + post;
    answer_call(place);  // has waited before
    const auto call_all = [this] {
      for (unsigned id = 0; id < places; ++id) {
        doors[id].call();
        sleeping.wake(id);
      }
    };
    const auto leave_seat = [this] { seat.leave(); };
    loans.borrow(post, call_all, leave_seat);
    if (!loans.has_number(post)) wrong.fetch_add(1, base::relaxed);
    execute_as(loans.number(post));
    while (asking.load(base::relaxed) > others) {
      answer_call(place);
      sleeping.park_unless(place,
                           [&] { return doors[place].is_called() || asking.load(base::relaxed) <= others; });
    }
    execute_as(loans.number(post));
    loans.give_back(post, leave_seat);
    asking.fetch_sub(1, base::relaxed);
    sleeping.wake_all();
  }

  [[nodiscard]] bool ended_well() const {
    for (const auto& each : holders) {
      if (each.peek() != 0) return false;
    }
    return wrong.peek() == 0 && !seat.is_taken();
  }
};

tests::program borrowing(unsigned borrowers, int tasks, bool seat_is_free) {
  auto s = std::make_shared<numbers>();
  s->asking.store(static_cast<int>(borrowers));
  tests::program all;
  for (unsigned post = 0; post < borrowers; ++post) all.threads.emplace_back([s, post] { s->borrow(post); });
  all.threads.emplace_back([s, tasks] { s->work(1, tasks); });
  if (seat_is_free) {
    all.threads.emplace_back([s, tasks] { s->sit(tasks); });
  } else {
    static_cast<void>(s->seat.take());  // for ever
    all.threads.emplace_back([s, tasks] { s->work(2, tasks); });
  }
  all.holds = [s, seat_is_free] {
    if (!seat_is_free) s->seat.leave();
    return s->ended_well();
  };
  return all;
}

/// A caller that engages, and threads that work as long as there are tasks. The system has so many of them.
struct posts {
  explicit posts(unsigned count) : threads(count) {}

  const unsigned threads;
  working::reserve_threads reserve;
  std::array<base::atomic<bool>, working::reserve_threads::most> made{};
  std::array<base::atomic<int>, working::reserve_threads::most> inside{};
  base::atomic<unsigned> part_of_pool{0};
  base::atomic<int> tasks{0};
  base::atomic<int> executed{0};
  base::atomic<int> wrong{0};
  base::atomic<bool> stopping{false};

  [[nodiscard]] auto include() {
    return [this](unsigned count) { part_of_pool.store(count, base::relaxed); };
  }

  void engage() {
    reserve.engage(
        [this](unsigned post) {
          if (post >= threads) throw std::bad_alloc();
          made[post].store(true, base::release);  // as a thread begins
        },
        include());
  }

  void live(unsigned post) {
    simulated::explorer::block_until([this, post] { return made[post].peek() || stopping.peek(); });
    static_cast<void>(made[post].show_newest());
    if (!made[post].load(base::acquire)) return;
    reserve.live(
        post, [this] { return stopping.load(base::acquire); }, include(), [this, post] { work(post); });
  }

  void work(unsigned post) {
    if (inside[post].fetch_add(1, base::relaxed) != 0) wrong.fetch_add(1, base::relaxed);
    while (tasks.load(base::relaxed) > 0) {
      if (part_of_pool.load(base::relaxed) <= post) wrong.fetch_add(1, base::relaxed);
      if (tasks.fetch_sub(1, base::relaxed) > 0) {
        executed.fetch_add(1, base::relaxed);
      } else {
        tasks.fetch_add(1, base::relaxed);
      }
    }
    inside[post].fetch_sub(1, base::relaxed);
  }

  /// Puts tasks, one at a time, and engages until each is executed.
  void call(int count) {
    for (int i = 1; i <= count; ++i) {
      tasks.fetch_add(1, base::relaxed);
      do { engage(); } while (executed.load(base::relaxed) < i);
    }
    stopping.store(true, base::release);
    reserve.stop();
  }
};

tests::program engaging(unsigned threads, int tasks) {
  auto s = std::make_shared<posts>(threads);
  tests::program all;
  for (unsigned post = 0; post < threads; ++post) all.threads.emplace_back([s, post] { s->live(post); });
  all.threads.emplace_back([s, tasks] { s->call(tasks); });
  all.holds = [s, tasks] { return s->wrong.peek() == 0 && s->executed.peek() == tasks; };
  return all;
}

}  // namespace

TEST_CASE("wait-for-strangers, numbers: one and two tasks borrow from workers that execute tasks, or sleep") {
  tests::explore(4000, [] { return borrowing(1, 2, false); });
  tests::explore(4000, [] { return borrowing(2, 1, false); });
}

TEST_CASE("wait-for-strangers, numbers: a task with a number waits for one that asks for a number") {
  for (const bool seat_is_free : {false, true}) {
    tests::explore(4000, [seat_is_free] {
      auto s = std::make_shared<numbers>();
      s->asking.store(2);
      if (!seat_is_free) static_cast<void>(s->seat.take());
      return tests::program{{[s] { s->borrow(0, 1); }, [s] { s->borrow(1); },
                             [s, seat_is_free] {
                               if (!seat_is_free) s->work(1, 1);
                             }},
                            [s, seat_is_free] {
                              if (!seat_is_free) s->seat.leave();
                              return s->ended_well();
                            }};
    });
  }
}

TEST_CASE("wait-for-strangers, numbers: they borrow with the seat, which callers take and leave") {
  tests::explore(4000, [] { return borrowing(1, 2, true); });
  tests::explore(4000, [] { return borrowing(2, 2, true); });
}

TEST_CASE(
    "wait-for-strangers, posts: a thread comes each time that it is engaged, and the pool knows it before") {
  tests::explore(4000, [] { return engaging(1, 3); });
  tests::explore(4000, [] { return engaging(2, 3); });
}
