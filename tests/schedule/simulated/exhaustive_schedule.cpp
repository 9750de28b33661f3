// Small programs in every execution: each choice of the next thread with at most so many preemptions, and of the store
// that each load sees.
//
// Where random exploration says that it has found nothing, this says that there is nothing, up to the bound. Preemption
// bounding: Musuvathi and Qadeer, "Iterative context bounding for systematic testing of multithreaded programs" (PLDI
// 2007). docs/internals/verification/exploration.md has the numbers of executions.
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/queue/abp_deque.hpp>
#include <jackdaw/queue/split/private_stack.hpp>
#include <jackdaw/queue/split/public_ring.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/external/inbox.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

/// Each execution of the program that `make` makes afresh ends well. Says how many there were.
void explore_all(unsigned preemptions, const std::function<tests::program()>& make) {
  simulated::explorer::begin_case(doctest::getContextOptions()->currentTest->m_name);
  tests::program candidate;
  bool right = true;
  const auto executions = simulated::explorer::run_all(
      {.preemptions = preemptions},
      [&] {
        candidate = make();
        return candidate.threads;
      },
      [&] { right = right && candidate.holds(); });
  CHECK(right);
  MESSAGE(executions, " executions with ", preemptions, " preemptions");
}

/// Two tasks, and what came of them.
struct pair {
  std::array<tests::parcel<>, 2> items;
  base::atomic<int> wrong{0};

  pair() {
    for (auto& each : items) each.load();
  }
  void took(task* item) {
    if (item != nullptr && !static_cast<tests::parcel<>*>(item)->take_frame()) wrong.store(1, base::relaxed);
  }
  [[nodiscard]] bool each_once() const {
    return wrong.peek() == 0 && items[0].times_taken() == 1 && items[1].times_taken() == 1;
  }
};

}  // namespace

TEST_CASE("exhaustively: a spin lock") {
  explore_all(2, [] {
    struct state {
      sync::spin_lock lock;
      simulated::plain<int> inside{0};
      void enter() {
        lock.lock();
        inside.set(inside.get() + 1);
        lock.unlock();
      }
    };
    auto s = std::make_shared<state>();
    return tests::program{{[s] { s->enter(); }, [s] { s->enter(); },
                           [s] {
                             if (!s->lock.try_lock()) return;
                             s->inside.set(s->inside.get() + 10);
                             s->lock.unlock();
                           }},
                          [s] { return s->inside.peek() % 10 == 2; }};
  });
}

TEST_CASE("exhaustively: a sleeper and a waker") {
  explore_all(3, [] {
    struct state {
      sync::parking parking{1};
      base::atomic<int> work{0};
    };
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             while (s->work.load(base::relaxed) == 0)
                               s->parking.park_unless(0, [&] { return s->work.load(base::relaxed) != 0; });
                           },
                           [s] {
                             s->work.store(1, base::relaxed);
                             s->parking.wake_one(0);
                           }},
                          [s] { return s->parking.sleepers() == 0; }};
  });
}

TEST_CASE("exhaustively: the deque of Arora, Blumofe and Plaxton with one and two tasks") {
  explore_all(3, [] {
    struct state : pair {
      queue::abp_deque<32, 2> deque;
    };
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->deque.push(s->items[0]);
                             s->deque.push(s->items[1]);
                             s->took(s->deque.take().item);
                             s->took(s->deque.take().item);
                           },
                           [s] { s->took(s->deque.steal<queue::end::opposite>().item); }},
                          [s] {
                            while (!s->deque.looks_empty()) s->took(s->deque.take().item);
                            return s->each_once();
                          }};
  });
}

TEST_CASE("exhaustively: the ring of public tasks, its owner and a thief") {
  explore_all(3, [] {
    struct state : pair {
      queue::public_ring<31, 4> ring;
    };
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->ring.write(0, s->items[0]);
                             s->ring.write(1, s->items[1]);
                             s->ring.show(2);
                             s->took(s->ring.reclaim_newest(nullptr));
                             s->took(s->ring.reclaim(1, [](task&) {}));
                           },
                           [s] {
                             queue::batch got;
                             if (s->ring.steal(got, 1) == queue::outcome::success) s->took(got.items[0]);
                           }},
                          [s] {
                            while (task* const rest = s->ring.reclaim_newest(nullptr)) s->took(rest);
                            return s->each_once();
                          }};
  });
}

TEST_CASE("exhaustively: an owner's pops and one forced steal") {
  for (const bool by_frame : {false, true}) {
    explore_all(2, [by_frame] {
      struct state : pair {
        queue::private_stack<base::asymmetric_fence> stack;
      };
      auto s = std::make_shared<state>();
      return tests::program{{[s, by_frame] {
                               s->stack.push(s->items[0]);
                               s->stack.push(s->items[1]);
                               for (int i = 1; i >= 0; --i) {
                                 task& newest = s->items[static_cast<std::size_t>(i)];
                                 if (by_frame) {
                                   if (s->stack.pop_top(newest) || s->stack.take_out(newest))
                                     s->took(&newest);
                                 } else {
                                   s->took(s->stack.pop(nullptr));
                                 }
                               }
                             },
                             [s] {
                               queue::batch got;
                               s->stack.steal_by_force(got, queue::batch::most, [] { return true; });
                               for (std::size_t i = 0; i < got.count; ++i) s->took(got.items[i]);
                             }},
                            [s] {
                              while (task* const rest = s->stack.pop(nullptr)) s->took(rest);
                              return s->each_once();
                            }};
    });
  }
}

TEST_CASE("exhaustively: two guests and a worker at an inbox") {
  explore_all(3, [] {
    struct state : pair {
      working::inbox<task> inbox;
      void take_all() {
        for (task* item = inbox.take_all(); item != nullptr;) {
          task* const taken = item;
          item = item->next;
          took(taken);
        }
      }
    };
    auto s = std::make_shared<state>();
    const auto guest = [s](std::size_t i) { static_cast<void>(s->inbox.push(s->items[i], [] {})); };
    return tests::program{{[=] { guest(0); }, [=] { guest(1); }, [s] { s->take_all(); }}, [s] {
                            s->take_all();
                            return s->each_once();
                          }};
  });
}
