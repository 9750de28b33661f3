// No idle policy lets a worker sleep while there is work (docs/internals/bugs-of-others.md: missed-queue).
#include <array>
#include <memory>

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

  bool take() {
    int seen = work.load();
    while (seen > 0) {
      if (work.compare_exchange_strong(seen, seen - 1)) {
        taken.fetch_add(1);
        return true;
      }
    }
    return false;
  }

  void consume(unsigned id) {
    while (taken.load() < total) {
      if (take()) {
        if (taken.load() == total) idle.wake_all();
        continue;
      }
      idle.wait(id, [this] { return work.load() > 0 || taken.load() >= total; });
    }
  }

  void produce(unsigned id, int amount) {
    for (int i = 0; i < amount; ++i) {
      const bool first = work.fetch_add(1) == 0;
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
        while (!s->take()) s->idle.wait(id, [&] { return s->work.load() > 0; });
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
