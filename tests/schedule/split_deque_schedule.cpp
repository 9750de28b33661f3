// The split deque hands out each task once, in every interleaving of its owner, thieves and an intruder
// (known-bugs: grow-publish, empty-wrap, steal-twice, index-aba, block-edge).
#include <array>
#include <memory>

#include <jackdaw/queue/split_deque.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// A deque of capacity 2 (so that it grows under theft) with a ring of 4 (so that it is full, and wraps).
template <unsigned TailBits = 40>
struct arena {
  queue::basic_split_deque<TailBits, 4, 2> deque;
  std::array<task, 8> items;
  std::array<base::atomic<int>, 8> taken{};

  void note(task* item) {
    if (item != nullptr) taken[static_cast<std::size_t>(item - items.data())].fetch_add(1);
  }
  void push(std::size_t i) {
    if (deque.push(items[i])) {
      deque.attend();
      deque.answered();
    }
  }
  void steal() {
    queue::batch got;
    if (deque.steal(got) != queue::outcome::success) return;
    for (std::size_t i = 0; i < got.count; ++i) note(got.items[i]);
  }
  void seize() {
    queue::batch got;
    deque.seize(got);
    for (std::size_t i = 0; i < got.count; ++i) note(got.items[i]);
  }
  void drain() {
    while (task* const item = deque.pop()) note(item);
    while (task* const item = deque.reclaim()) {
      note(item);
      while (task* const more = deque.pop()) note(more);
    }
  }
  [[nodiscard]] bool exactly_once(std::size_t pushed) const {
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (taken[i].peek() != (i < pushed ? 1 : 0)) return false;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("steal-twice, grow-publish: pushes, pops, questions and thefts while the stack grows") {
  tests::explore(3000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             for (std::size_t i = 0; i < 6; ++i) {
                               a->push(i);
                               if (i % 3 == 2) a->note(a->deque.pop());
                             }
                             a->drain();
                           },
                           [a] {
                             a->deque.ask();
                             a->steal();
                             a->steal();
                           },
                           [a] {
                             a->deque.ask();
                             a->steal();
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(6);
                          }};
  });
}

TEST_CASE("an intruder and the owner never take the same task, and lose none") {
  tests::explore(4000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             a->push(0);
                             a->push(1);
                             a->note(a->deque.pop());
                             a->push(2);
                             a->drain();
                           },
                           [a] { a->seize(); },
                           [a] {
                             a->seize();
                             a->steal();
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(3);
                          }};
  });
}

TEST_CASE("places in use: pop_at and take_out against theft and intrusion") {
  tests::explore(4000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             const auto first = a->deque.top();
                             a->push(0);
                             const auto second = a->deque.top();
                             a->push(1);
                             if (a->deque.pop_at(second, a->items[1])) a->note(&a->items[1]);
                             a->push(2);
                             if (a->deque.take_out(first, a->items[0])) a->note(&a->items[0]);
                             a->drain();
                           },
                           [a] { a->seize(); },
                           [a] {
                             a->deque.ask();
                             a->steal();
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(3);
                          }};
  });
}

TEST_CASE("empty-wrap: pop, steal, seize and reclaim on an empty deque, also after a rewind") {
  arena<> a;
  queue::batch got;
  for (int round = 0; round < 3; ++round) {
    CHECK(a.deque.pop() == nullptr);
    CHECK(a.deque.reclaim() == nullptr);
    CHECK(a.deque.steal(got) == queue::outcome::empty);
    a.deque.seize(got);
    CHECK(got.count == 0);
    a.push(0);
    a.seize();
    a.deque.rewind(0);
    CHECK(a.deque.top() == 0);
  }
  CHECK(a.taken[0].peek() == 3);
}

TEST_CASE("index-aba: a thief that sleeps through a whole turn of the ring fails") {
  // The thief reads (tail, count) and the slots, then 2^8 thefts later the same slots hold other tasks.
  constexpr unsigned bits = JACKDAW_TEST_TAIL_BITS;
  tests::explore(40, [] {
    auto a = std::make_shared<arena<bits>>();
    auto turns = std::make_shared<base::atomic<int>>(0);
    return tests::program{
        {[a, turns] {
           a->push(0);
           a->deque.attend();
           turns->store(3);
           base::explorer::block_until([turns] { return turns->peek() == 1; });
           // The thief stands between its load and its exchange now.
           for (int i = 0; i < 256; ++i) {
             queue::batch got;
             if (a->deque.steal(got) != queue::outcome::success) return;
             static_cast<void>(a->deque.push(a->items[static_cast<std::size_t>(1 + i % 2)]));
             a->deque.attend();
           }
           turns->store(2);
         },
         [a, turns] {
           base::explorer::block_until([turns] { return turns->peek() == 3; });
           queue::batch got;
           const auto what = a->deque.steal(got, queue::batch::most, [&] {
             turns->store(1);
             base::explorer::block_until([turns] { return turns->peek() == 2; });
           });
           if (what == queue::outcome::success) a->note(got.items[0]);
         }},
        // items[0] was stolen by the owner's own loop: the late thief must not have got it again.
        [a] { return a->taken[0].peek() == 0; }};
  });
}
