// A waiting task is put once, by the last arrival; or buried once, when any was abandoned.
#include <memory>

#include <jackdaw/task/join_counter.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct state {
  task waiting;
  graveyard dead;
  join_counter counter{waiting, 3, dead};
  base::atomic<int> ready{0};
};

}  // namespace

TEST_CASE("three arrivals, one of them the last") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    const auto arrive = [s] {
      if (s->counter.arrive() == &s->waiting) s->ready.fetch_add(1);
    };
    return tests::program{{arrive, arrive, arrive},
                          [s] { return s->ready.peek() == 1 && s->dead.empty() == nullptr; }};
  });
}

TEST_CASE("an abandoned arrival buries the task, whichever is last") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    const auto arrive = [s] {
      if (s->counter.arrive() != nullptr) s->ready.fetch_add(1);
    };
    return tests::program{{arrive, [s] { s->counter.abandon(); }, arrive},
                          [s] { return s->ready.peek() == 0 && s->dead.empty() == &s->waiting; }};
  });
}
