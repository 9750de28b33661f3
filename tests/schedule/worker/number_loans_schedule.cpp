// Tasks on reserve threads show numbers that no other has, and give them back while they wait
// (docs/internals/verification/bugs-of-others.md: wait-for-strangers).
#include <array>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/inbox.hpp>
#include <jackdaw/worker/external/number_loans.hpp>

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
  std::array<working::inbox<task>, workers> doors;
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

  /// Between two tasks; inside one that waits until it is `over`.
  void answer_call(unsigned id, auto over) {
    if (!doors[id].is_called()) return;
    doors[id].answer();
    loans.lend_all(id, [](auto&& wait) { wait(); }, [&] { return over() || doors[id].is_called(); });
  }
  void answer_call(unsigned id) {
    answer_call(id, [] { return false; });
  }

  [[nodiscard]] auto calls_all() {
    return [this] {
      for (auto& door : doors) door.call();
      is_news();
    };
  }
  [[nodiscard]] auto leaves_seat() {
    return [this] { seat.leave(); };
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
    const unsigned number = ask(post);
    wait(post, [&] { return asking.load(base::relaxed) <= others; });
    end(post, number);
  }

  [[nodiscard]] unsigned ask(unsigned post) {
    loans.borrow(post, calls_all(), leaves_seat());
    if (!loans.has_number(post)) wrong.fetch_add(1, base::relaxed);
    execute_as(loans.number(post));
    return loans.number(post);
  }

  void end(unsigned post, unsigned number) {
    if (loans.number(post) != number) wrong.fetch_add(1, base::relaxed);
    execute_as(number);
    loans.give_back(post, leaves_seat());
    asking.fetch_sub(1, base::relaxed);
    is_news();
  }

  /// The task on a reserve thread waits. There the thread looks again by a timer, here after each change.
  base::atomic<unsigned> news{0};
  void is_news() {
    news.fetch_add(1, base::acq_rel);
    sleeping.wake_all();
  }
  void wait(unsigned post, auto over) {
    while (!over()) {
      const unsigned seen = news.load(base::acquire);
      loans.pause(post, [this] { return doors[0].is_called(); }, leaves_seat());
      sleeping.park_unless(workers + post, [&] { return over() || news.load(base::relaxed) != seen; });
      loans.resume(post, calls_all(), leaves_seat());
    }
  }

  /// A task that worker 1 executes, and waits until `parts` are over; then it is over itself.
  base::atomic<int> parts{0};
  base::atomic<bool> outer_over{false};

  void execute_outer() {
    const auto over = [this] { return parts.load(base::relaxed) == 0; };
    while (!over()) {
      answer_call(1, over);
      sleeping.park_unless(1, [&] { return over() || doors[1].is_called(); });
    }
    execute_as(1);
    outer_over.store(true, base::relaxed);
    is_news();
  }

  void end_part() {
    parts.fetch_sub(1, base::relaxed);
    is_news();
  }

  /// A reserve thread whose task waits for that one. Meanwhile it executes one of the parts, which asks for a number.
  /// The whole task has it then.
  void wait_for_outer(unsigned post) {
    const unsigned number = ask(post);
    end_part();
    wait(post, [this] { return outer_over.load(base::relaxed); });
    end(post, number);
  }

  /// As worker 0, in the seat, or waiting for it, until nothing asks.
  void sit_until_none_asks() {
    if (!seat.take_unless([this] { return asking.load(base::relaxed) == 0; })) return;
    execute_as(0);
    doors[0].answer();  // the pinned task is there
    end_part();
    doors[0].call();  // others may have asked
    work(0, 0);
    seat.leave();
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

TEST_CASE("wait-for-strangers, numbers: the task of the borrower waits for the one that has lent") {
  for (const unsigned borrowers : {1U, 2U}) {
    tests::explore(4000, [borrowers] {
      auto s = std::make_shared<numbers>();
      static_cast<void>(s->seat.take());  // for ever
      s->asking.store(static_cast<int>(borrowers));
      s->parts.store(static_cast<int>(borrowers));
      tests::program all;
      for (unsigned post = 0; post < borrowers; ++post)
        all.threads.emplace_back([s, post] { s->wait_for_outer(post); });
      all.threads.emplace_back([s] {
        s->execute_outer();
        s->work(1, 1);
      });
      all.holds = [s] {
        s->seat.leave();
        return s->ended_well();
      };
      return all;
    });
  }
}

TEST_CASE("wait-for-strangers, numbers: one that has the seat waits for what another has to do there") {
  tests::explore(4000, [] {
    auto s = std::make_shared<numbers>();
    s->asking.store(1);
    s->parts.store(2);  // that of the borrower, and one pinned to worker 0
    s->doors[0].call();
    return tests::program{{[s] { s->wait_for_outer(0); },
                           [s] {
                             s->execute_outer();
                             s->work(1, 1);
                           },
                           [s] { s->sit_until_none_asks(); }},
                          [s] { return s->ended_well(); }};
  });
}

TEST_CASE(
    "wait-for-strangers, numbers: a lender hears late of the return, when the thread has borrowed again") {
  tests::explore(8000, [] {
    auto s = std::make_shared<numbers>();
    s->asking.store(2);
    s->parts.store(2);  // that of the borrower, and one pinned to worker 0
    s->doors[0].call();
    return tests::program{{[s] {
                             s->borrow(0);
                             s->wait_for_outer(0);
                           },
                           [s] {
                             s->execute_outer();
                             s->work(1, 1);
                           },
                           [s] { s->sit_until_none_asks(); }},
                          [s] { return s->ended_well(); }};
  });
}

TEST_CASE("wait-for-strangers, numbers: one thread borrows again") {
  tests::explore(4000, [] {
    auto s = std::make_shared<numbers>();
    s->asking.store(2);
    static_cast<void>(s->seat.take());  // for ever
    return tests::program{{[s] {
                             s->borrow(0);
                             s->borrow(0);
                           },
                           [s] { s->work(1, 2); }},
                          [s] {
                            s->seat.leave();
                            return s->ended_well();
                          }};
  });
}

TEST_CASE("wait-for-strangers, numbers: they borrow with the seat, which callers take and leave") {
  tests::explore(4000, [] { return borrowing(1, 2, true); });
  tests::explore(4000, [] { return borrowing(2, 2, true); });
}
