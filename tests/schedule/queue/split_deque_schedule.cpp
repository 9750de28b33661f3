// The split deque hands out each task once, in every interleaving of its owner, thieves and a thief
// (docs/internals/verification/bugs-of-others.md: empty-wrap, steal-twice).
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "tests/schedule/queue/deque_programs.hpp"
#include "tests/schedule/queue/split_deque_arena.hpp"

using namespace jackdaw;
using tests::arena;
using tests::small_deque;

TEST_CASE_TEMPLATE("steal-twice, empty-wrap: pushes, pops, requests and steals", Arena, arena<>,
                   tests::arena_near_wrap) {
  tests::explore(3000, [] {
    auto a = std::make_shared<Arena>();
    return tests::program{{[a] {
                             for (std::size_t i = 0; i < 6; ++i) {
                               a->push(i);
                               if (i % 3 == 2) a->note(a->deque.pop());
                             }
                             a->drain();
                           },
                           [a] {
                             a->deque.request_work();
                             a->steal();
                             a->steal();
                           },
                           [a] {
                             a->deque.request_work();
                             a->steal();
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(6);
                          }};
  });
}

TEST_CASE_TEMPLATE("steal-twice, empty-wrap: the owner takes public tasks back while thieves take them",
                   Arena, arena<>, tests::arena_near_wrap) {
  tests::explore(3000, [] {
    auto a = std::make_shared<Arena>();
    for (std::size_t i = 0; i < 4; ++i) {
      a->deque.request_work();
      a->push(i);
    }
    return tests::program{{[a] { a->drain(); }, [a] { a->steal(); }, [a] { a->steal(); }}, [a] {
                            a->drain();
                            return a->exactly_once(4);
                          }};
  });
}

TEST_CASE("a thief and the owner never take the same task, and lose none") {
  tests::explore(4000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             a->push(0);
                             a->push(1);
                             a->note(a->deque.pop());
                             a->push(2);
                             a->drain();
                           },
                           [a] { a->steal_by_force(); },
                           [a] {
                             a->steal_by_force();
                             a->steal();
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(3);
                          }};
  });
}

TEST_CASE("a task that is alone stays with its owner, or goes to a thief, and only to one of them") {
  tests::explore(6000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             a->push_for_itself(0);
                             a->note(a->deque.pop());
                             a->push_for_itself(1);
                             a->push_for_itself(2);
                             a->note(a->deque.pop());
                             a->push_for_itself(3);
                             a->drain();
                           },
                           [a] {
                             a->deque.request_work();
                             a->steal_by_force();
                             a->steal();
                           },
                           [a] { a->steal_by_force(); }},
                          [a] {
                            a->drain();
                            return a->exactly_once(4);
                          }};
  });
}

TEST_CASE("joins: branches taken back from the top and from below others, against theft and forced steal") {
  tests::explore(6000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             a->push(0);
                             a->push(1);
                             a->end_join(1);
                             a->push(2);
                             a->push(3);
                             a->end_join(2);  // 3 lies above it
                             a->end_join(0);
                             a->drain();
                           },
                           [a] { a->steal_by_force(); },
                           [a] {
                             a->deque.request_work();
                             a->steal();
                             a->steal_by_force();
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(4);
                          }};
  });
}

TEST_CASE("a thief comes again before the owner has noticed the first time, and takes the newest at last") {
  tests::explore(6000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             a->push(0);
                             a->push(1);
                             a->push(2);
                             a->note(a->deque.pop());
                             a->push(3);
                             a->push(4);
                             a->drain();
                           },
                           [a] {
                             a->steal_by_force();
                             a->steal_by_force();
                             a->steal_by_force();
                           },
                           [a] { a->steal_by_force(); }},
                          [a] {
                            a->drain();
                            return a->exactly_once(5);
                          }};
  });
}

TEST_CASE("a task whose memory was that of a stolen one is not taken for it") {
  tests::explore(4000, [] {
    auto a = std::make_shared<arena<>>();
    auto stolen = std::make_shared<base::atomic<int>>(0);
    return tests::program{{[a, stolen] {
                             a->push(0);
                             a->push(1);
                             tests::wait_for(*stolen, 1);
                             a->push(1);  // the same address again, on top of the old one
                             a->drain();
                           },
                           [a, stolen] {
                             queue::batch got;
                             for (std::size_t gone = 0; gone < 2; gone += got.count) {
                               a->deque.request_work();
                               if (a->deque.steal(got) != queue::outcome::success)
                                 a->deque.steal_by_force(got);
                             }
                             stolen->store(1);
                           }},
                          [a] {
                            a->drain();
                            return a->items[0].times_taken() == 0 && a->items[1].times_taken() == 1;
                          }};
  });
}

TEST_CASE_TEMPLATE(
    "steal-twice: random programs of an owner, and three thieves that steal by force again and again", Deque,
    small_deque<base::asymmetric_fence, 1024>, small_deque<base::asymmetric_fence, 2>) {
  tests::explore_programs(20'000, [](std::uint64_t seed) { return tests::deque_program<Deque>::make(seed); });
}

TEST_CASE("hidden-rest: thieves get all that an owner has stored before it begins a long task") {
  const auto pushed = [](arena<>& a, std::size_t i) { a.push(i); };
  const auto offered = [](arena<>& a, std::size_t i) {
    a.items[i].load();
    if (a.deque.push_frame(a.items[i])) a.answer();
  };
  const auto stolen = [](arena<>& a, std::size_t i) {
    a.items[i].load();
    a.deque.push_taken(a.items[i]);
  };
  const auto try_with = [](auto store) {
    tests::explore(1000, [store] {
      auto a = std::make_shared<arena<>>();
      const auto is_over = [a] { return a->exactly_once(3); };
      const auto thief = [a, is_over] {
        while (!is_over()) {
          a->steal_by_force();
          a->take_old();
          a->steal();
        }
      };
      return tests::program{{[a, store, is_over] {
                               for (std::size_t i = 0; i < 3; ++i) store(*a, i);
                               simulated::explorer::block_until(is_over);
                             },
                             thief, thief},
                            is_over};
    });
  };
  try_with(stolen);
  try_with(pushed);
  try_with(offered);
}

TEST_CASE("isolation: pop and reclaim_newest stop at the mark, wherever it lies") {
  tests::explore(2000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             a->push(0);
                             a->push(1);  // the mark
                             a->push(2);
                             a->push(3);
                             for (;;) {
                               task* item = a->deque.pop(&a->items[1]);
                               if (item == nullptr && !a->deque.is_on_top(a->items[1])) {
                                 item = a->deque.reclaim_newest(&a->items[1]);
                               }
                               if (item == nullptr) break;
                               if (item == &a->items[0]) a->note(item);  // twice then: wrong
                               a->note(item);
                             }
                             a->drain();
                           },
                           [a] {
                             a->deque.request_work();
                             a->steal();
                           },
                           [a] { a->steal_by_force(); }},
                          [a] {
                            a->drain();
                            return a->exactly_once(4);
                          }};
  });
}

TEST_CASE("empty-wrap: pop, steal, seize and reclaim on an empty deque, also after it was emptied") {
  arena<> a;
  queue::batch got;
  for (int round = 0; round < 3; ++round) {
    CHECK(a.deque.pop() == nullptr);
    CHECK(a.deque.reclaim() == nullptr);
    CHECK(a.deque.steal(got) == queue::outcome::empty);
    a.deque.steal_by_force(got);
    CHECK(got.count == 0);
    a.push(0);
    a.steal_by_force();
    a.steal();
    CHECK(!a.deque.has_private());
  }
  CHECK(a.items[0].times_taken() == 3);
}

TEST_CASE("empty-wrap: index and version come round many times, and the ring stays in order") {
  arena<3, 1024, 2> a;
  for (int round = 0; round < 40; ++round) {
    for (std::size_t i = 0; i < 4; ++i) {
      a.deque.request_work();
      a.push(i);
    }
    CHECK(a.deque.reclaim_newest(nullptr) == &a.items[3]);
    for (std::size_t i = 0; i < 3;) {
      queue::batch got;
      REQUIRE(a.deque.steal(got) == queue::outcome::success);
      for (std::size_t k = 0; k < got.count; ++k) CHECK(got.items[k] == &a.items[i++]);
    }
    CHECK(!a.deque.has_public());
  }
}
