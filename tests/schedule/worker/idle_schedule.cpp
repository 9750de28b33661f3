// No idle policy lets a worker sleep while there is work (docs/internals/verification/bugs-of-others.md: missed-queue).
#include <array>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Work is a number; workers take ones from it until `total` were taken by all together.
template <class Idle>
struct state {
  explicit state(unsigned workers) : idle(workers) {}
  Idle idle;
  base::atomic<int> work{0};
  base::atomic<int> taken{0};
  int total = 0;

  // Relaxed all of it: only the policy orders the work before the look at the waiting ones, and the other way round.
  bool take() {
    int seen = work.load(base::relaxed);
    while (seen > 0) {
      if (work.compare_exchange_strong(seen, seen - 1, base::relaxed, base::relaxed)) {
        taken.fetch_add(1, base::relaxed);
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool has_work() const { return work.load(base::relaxed) > 0; }
  [[nodiscard]] bool is_over() const { return taken.load(base::relaxed) >= total; }

  void consume(unsigned id) {
    while (!is_over()) {
      if (take()) {
        if (is_over()) idle.wake_all();
        continue;
      }
      idle.wait(id, [this] { return has_work() || is_over(); });
    }
  }

  void produce(unsigned id, int amount) {
    for (int i = 0; i < amount; ++i) {
      const bool first = work.fetch_add(1, base::relaxed) == 0;
      working::tell_of_put(idle, id, first ? queue::was::empty : queue::was::filled);
    }
  }
};

template <class Idle>
void explore_policy(unsigned consumers, unsigned producers, int amount) {
  tests::explore(1200, [=] {
    auto s = std::make_shared<state<Idle>>(consumers + producers);
    s->total = static_cast<int>(producers) * amount;
    tests::program candidate;
    for (unsigned id = 0; id < consumers; ++id) candidate.threads.push_back([s, id] { s->consume(id); });
    for (unsigned id = consumers; id < consumers + producers; ++id) {
      candidate.threads.push_back([s, id, amount] { s->produce(id, amount); });
    }
    candidate.holds = [s] { return s->work.peek() == 0 && s->taken.peek() == s->total; };
    return candidate;
  });
}

/// Every consumer takes one piece and is busy with it until all pieces are taken: none may sleep beside a
/// piece.
template <class Idle>
void explore_long_tasks(std::uint64_t seeds) {
  constexpr int pieces = 2;
  tests::explore(seeds, [] {
    auto s = std::make_shared<state<Idle>>(2U * pieces);
    tests::program candidate;
    for (unsigned id = 0; id < pieces; ++id) {
      candidate.threads.push_back([s, id] {
        while (!s->take()) s->idle.wait(id, [&] { return s->has_work(); });
        simulated::explorer::block_until([s] { return s->taken.peek() == pieces; });
      });
      candidate.threads.push_back([s, id] { s->produce(pieces + id, 1); });
    }
    candidate.holds = [s] { return s->work.peek() == 0 && s->taken.peek() == pieces; };
    return candidate;
  });
}

}  // namespace

TEST_CASE_TEMPLATE("no task is left while a worker sleeps", Idle, working::wake_every_put,
                   working::wake_at_empty, working::spin_on_flag, working::sleep_until_ready,
                   working::spin_yield_park_for<0, 0>, working::lower_then_yield_for<0, 0, 0>) {
  explore_long_tasks<Idle>(40000);
}

// Hardly any spinning, so that most seeds reach the interesting part.
TEST_CASE_TEMPLATE("every put is seen by a worker", Idle, working::wake_every_put, working::wake_at_empty,
                   working::spin_on_flag, working::sleep_until_ready, working::spin_yield_park_for<1, 0>,
                   working::lower_then_yield_for<1, 0, 1>) {
  explore_policy<Idle>(1, 1, 2);
  explore_policy<Idle>(2, 1, 3);
  explore_policy<Idle>(2, 2, 1);
  explore_policy<Idle>(2, 2, 2);
}

// For what concerns one worker alone: the thread that wakes it has written data before.
TEST_CASE_TEMPLATE("a worker that is woken by name sees what that was for", Idle, working::wake_every_put,
                   working::spin_on_flag, working::sleep_until_ready, working::spin_yield_park_for<0, 0>,
                   working::lower_then_yield_for<0, 0, 0>) {
  tests::explore(4000, [] {
    struct state {
      Idle idle{2};
      std::array<simulated::plain<int>, 2> letters{};
      base::atomic<int> turn{0};
      base::atomic<bool> wrong{false};
    };
    auto s = std::make_shared<state>();
    const auto player = [s](unsigned id) {
      for (int turn = static_cast<int>(id); turn < 6; turn += 2) {
        const auto is_mine = [&] { return s->turn.load(base::relaxed) == turn; };
        while (!is_mine()) s->idle.wait(id, is_mine);
        static_cast<void>(s->turn.load(base::acquire));
        auto& letter = s->letters[id];
        if (turn != 0 && letter.get() != turn) s->wrong.store(true, base::relaxed);
        letter.set(0);
        s->letters[1 - id].set(turn + 1);
        s->turn.store(turn + 1, base::release);
        s->idle.wake(1 - id);
      }
    };
    return tests::program{{[=] { player(0); }, [=] { player(1); }}, [s] { return !s->wrong.peek(); }};
  });
}
