// Private tasks of a split deque that have grown old: thieves, thieves and their owner take them, each once, in every
// interleaving (docs/internals/verification/bugs-of-others.md: steal-twice).
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

TEST_CASE("many private tasks, which are not sorted when they grow old: still each once") {
  tests::explore(6000, [] {
    auto a = std::make_shared<arena<31, 2>>();
    return tests::program{{[a] {
                             for (std::size_t i = 0; i < 6; ++i) a->push(i);
                             a->end_join(4);  // fresh, or old and not sorted
                             a->note(a->deque.pop());
                             a->push(6);
                             a->drain();
                           },
                           [a] {
                             a->steal_by_force();
                             a->deque.request_work();
                             a->steal();
                           },
                           [a] { a->steal_by_force(); }},
                          [a] {
                            a->drain();
                            return a->exactly_once(7);
                          }};
  });
}

TEST_CASE(
    "what is old is taken by thieves and by the owner, which takes some of it back at a time: still each "
    "once") {
  tests::explore(6000, [] {
    auto a = std::make_shared<arena<31, 2>>();
    a->make_old();
    return tests::program{{[a] { a->drain(); },
                           [a] {
                             a->take_old(1);
                             a->take_old(2);
                           },
                           [a] {
                             a->take_old(1);
                             a->deque.request_work();
                             a->steal();
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(8);
                          }};
  });
}

TEST_CASE(
    "thieves take nothing that is old while there are public tasks, which are older, and nothing fresh") {
  arena<31, 2> a;
  a.share();
  REQUIRE(a.deque.has_public());
  REQUIRE(a.deque.has_private());
  queue::batch got;
  a.deque.take_old(got);
  CHECK(got.count == 0);
  while (a.deque.has_public()) a.steal();
  a.take_old();
  CHECK(a.deque.pulse() == reinterpret_cast<std::uintptr_t>(&a.items[7]));  // it is fresh
  a.deque.take_old(got);
  CHECK(got.count == 0);
  CHECK(a.deque.pop() == &a.items[7]);
  a.note(&a.items[7]);
  CHECK(a.exactly_once(8));
}

TEST_CASE("an owner without fresh tasks takes back some of the old ones, and leaves the others to thieves") {
  arena<31, 2> a;
  a.make_old();
  CHECK(a.deque.pop() == &a.items[7]);
  CHECK(a.deque.pop() == &a.items[2]);
  queue::batch got;
  a.deque.take_old(got);
  REQUIRE(got.count == 2);
  CHECK(got.items[0] == &a.items[1]);  // not sorted, as they were many
  CHECK(got.items[1] == &a.items[0]);
  CHECK(a.deque.pop() == nullptr);
  CHECK(!a.deque.has_private());
}

TEST_CASE("however many private tasks there are, they leave in their order where that is to be kept") {
  for (const bool ordered : {true, false}) {
    arena<31, 2> a;
    a.deque.keep_order(ordered);
    for (std::size_t i = 0; i < 8; ++i) static_cast<void>(a.deque.push(a.items[i]));
    queue::batch got;
    a.deque.steal_by_force(got);
    REQUIRE(got.count == (ordered ? 4 : 7));
    for (std::size_t i = 0; i < got.count; ++i) CHECK(got.items[i] == &a.items[ordered ? i : 6 - i]);
  }
}

TEST_CASE_TEMPLATE("lost-rest: random programs without membarrier", Deque, small_deque<tests::no_fence, 1024>,
                   small_deque<tests::no_fence, 2>) {
  tests::explore_programs(10'000, [](std::uint64_t seed) {
    return tests::deque_program<Deque>::make(seed, {.tasks = 12, .acts_of_thief = 4});
  });
}

TEST_CASE("without a cheap fence each push answers, and thieves need no other answer") {
  small_deque<tests::no_fence, 128> deque;
  std::array<task, 8> items;
  std::array<int, 8> taken{};
  queue::batch got;
  const auto note = [&] {
    for (std::size_t i = 0; i < got.count; ++i)
      ++taken[static_cast<std::size_t>(got.items[i] - items.data())];
  };
  for (auto& item : items) {
    CHECK(deque.push(item));
    CHECK(deque.answer_steal_request());
    deque.clear_request();
  }
  CHECK(deque.has_public());
  deque.steal_by_force(got);
  CHECK(got.count == 0);  // what is public is older
  while (deque.steal(got) == queue::outcome::success) note();
  while (deque.has_private()) {
    deque.steal_by_force(got);
    REQUIRE(got.count > 0);
    note();
  }
  CHECK(deque.pop() == nullptr);
  CHECK(std::ranges::count(taken, 1) == 8);
}
