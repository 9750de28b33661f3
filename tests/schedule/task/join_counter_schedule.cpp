// A waiting task is put once, by the last arrival; or buried once, when any was abandoned. The last one sees what all
// others have written.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/task/join_counter.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

struct state {
  static constexpr std::size_t arrivals = 3;

  tests::parcel<> waiting;
  graveyard dead;
  join_counter counter{waiting, arrivals, dead};
  std::array<simulated::plain<bool>, arrivals> done{};  // of each predecessor
  base::atomic<int> ready{0};
  base::atomic<bool> wrong{false};

  state() { waiting.load(); }

  void arrive(std::size_t i) {
    done[i].set(true);
    if (task* const next = counter.arrive()) run(*next);
  }
  void abandon(std::size_t i) {
    done[i].set(true);
    counter.abandon();
  }
  /// As the waiting task, which begins at once, and frees what its predecessors have left to it.
  void run(task& next) {
    ready.fetch_add(1, base::relaxed);
    if (&next != &waiting || !waiting.take()) wrong.store(true, base::relaxed);
    for (auto& each : done) {
      if (!each.get()) wrong.store(true, base::relaxed);
      each.set(false);
    }
  }
};

}  // namespace

TEST_CASE("three arrivals, one of them the last") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->arrive(0); }, [s] { s->arrive(1); }, [s] { s->arrive(2); }}, [s] {
                            return s->ready.peek() == 1 && !s->wrong.peek() && s->dead.empty() == nullptr;
                          }};
  });
}

TEST_CASE("an abandoned arrival buries the task, whichever is last") {
  tests::explore(2000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->arrive(0); }, [s] { s->abandon(1); }, [s] { s->arrive(2); }},
                          [s] { return s->ready.peek() == 0 && s->dead.empty() == &s->waiting; }};
  });
}

TEST_CASE(
    "a graveyard takes from several threads, and gives each task to one that empties it, with what was "
    "written") {
  tests::explore(2000, [] {
    struct yard {
      graveyard dead;
      std::array<tests::parcel<>, 4> tasks;
      base::atomic<bool> wrong{false};
      void bury(std::size_t i) {
        tasks[i].load();
        dead.bury(tasks[i]);
      }
      void empty() {
        for (task* each = dead.empty(); each != nullptr;) {
          auto& it = static_cast<tests::parcel<>&>(*each);
          each = each->next;
          if (!it.take()) wrong.store(true, base::relaxed);
        }
      }
    };
    auto y = std::make_shared<yard>();
    return tests::program{{[y] {
                             y->bury(0);
                             y->bury(1);
                           },
                           [y] {
                             y->bury(2);
                             y->bury(3);
                           },
                           [y] {
                             y->empty();
                             y->empty();
                           }},
                          [y] {
                            y->empty();
                            for (const auto& each : y->tasks) {
                              if (each.times_taken() != 1) return false;
                            }
                            return !y->wrong.peek();
                          }};
  });
}
