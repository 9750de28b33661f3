// What orders the tasks of a graph: counts of the tasks before one, and turns at an object.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/flow/graph/predecessor_count.hpp>
#include <jackdaw/flow/graph/task_turn.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Three tasks come before one. The worker that executes that one begins the next round, as a last gate would.
struct counted {
  static constexpr std::size_t before = 3;
  static constexpr int rounds = 2;
  dataflow::predecessor_count count;
  std::array<simulated::plain<int>, before> results{};
  base::atomic<int> round{0};
  base::atomic<int> wrong{0};

  counted() { count.expect(before); }

  void run(std::size_t which) {
    for (int r = 0; r < rounds; ++r) {
      tests::wait_for(round, r);
      results[which].set(r + 1);
      if (!count.one_is_over()) continue;
      for (auto& each : results) {
        if (each.get() != r + 1) wrong.fetch_add(1, base::relaxed);
      }
      round.store(r + 1, base::release);
    }
  }
};

/// Tasks that change two objects, one of them or both. Each is executed by the thread that has taken its last turn, or
/// has been handed it, in a pool of one place.
struct contended {
  struct task : dataflow::turn_place {
    std::array<bool, 2> uses{};
    std::size_t reached = 0;
  };
  std::array<dataflow::task_turn, 2> turns;
  std::array<simulated::plain<int>, 2> objects{};
  std::array<task, 3> tasks;
  base::atomic<int> done{0};

  contended() {
    tasks[0].uses = {true, true};
    tasks[1].uses = {true, true};
    tasks[2].uses = {false, true};
  }

  void execute(task& t) {
    for (; t.reached < 2; ++t.reached) {
      if (t.uses[t.reached] && !turns[t.reached].take_or_wait(t)) return;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      if (t.uses[i]) objects[i].set(objects[i].get() + 1);
    }
    done.fetch_add(1, base::relaxed);
    std::array<task*, 2> woken{};
    for (std::size_t i = 0; i < 2; ++i) {
      if (!t.uses[i]) continue;
      woken[i] = static_cast<task*>(turns[i].pass_on());
      if (woken[i] != nullptr) ++woken[i]->reached;
    }
    for (task* const each : woken) {
      if (each != nullptr) execute(*each);
    }
  }
};

}  // namespace

TEST_CASE("a task of a graph sees what all before it did, in each round, and is ready once") {
  tests::explore(4000, [] {
    auto s = std::make_shared<counted>();
    return tests::program{{[s] { s->run(0); }, [s] { s->run(1); }, [s] { s->run(2); }},
                          [s] { return s->wrong.peek() == 0 && s->round.peek() == counted::rounds; }};
  });
}

TEST_CASE(
    "tasks that change the same objects in any order do so one at a time, and all come to their turns") {
  tests::explore(6000, [] {
    auto s = std::make_shared<contended>();
    return tests::program{
        {[s] { s->execute(s->tasks[0]); }, [s] { s->execute(s->tasks[1]); },
         [s] { s->execute(s->tasks[2]); }},
        [s] { return s->done.peek() == 3 && s->objects[0].peek() == 2 && s->objects[1].peek() == 3; }};
  });
}
