// A thief that sleeps between its look at the public part and its exchange
// (docs/internals/verification/bugs-of-others.md: index-aba).
#include <memory>

#include "tests/schedule/queue/split_deque_arena.hpp"

using namespace jackdaw;
using tests::arena;

TEST_CASE("index-aba: a thief that sleeps while the owner takes a task back and shares another one fails") {
  tests::explore(40, [] {
    auto a = std::make_shared<arena<>>();
    auto turns = std::make_shared<base::atomic<int>>(0);
    return tests::program{{[a, turns] {
                             a->deque.request_work();
                             a->push(0);
                             turns->store(1);
                             tests::wait_for(*turns, 2);
                             a->note(a->deque.reclaim());
                             a->deque.request_work();
                             a->push(1);  // tail and count are what they were
                             turns->store(3);
                           },
                           [a, turns] {
                             tests::wait_for(*turns, 1);
                             queue::batch got;
                             static_cast<void>(a->deque.steal(got, queue::batch::most, [&] {
                               turns->store(2);
                               tests::wait_for(*turns, 3);
                             }));
                             for (std::size_t i = 0; i < got.count; ++i) a->note(got.items[i]);
                           }},
                          [a] {
                            a->drain();
                            return a->exactly_once(2);
                          }};
  });
}

TEST_CASE("index-aba: a thief that sleeps through a whole turn of the ring fails") {
  // The thief reads (tail, count) and the slots, then 2^8 thefts later the same slots hold other tasks.
  constexpr unsigned bits = JACKDAW_TEST_TAIL_BITS;
  tests::explore(40, [] {
    auto a = std::make_shared<arena<bits>>();
    auto turns = std::make_shared<base::atomic<int>>(0);
    return tests::program{
        {[a, turns] {
           a->deque.request_work();
           a->push(0);
           turns->store(3);
           tests::wait_for(*turns, 1);
           // The thief stands between its load and its exchange now.
           for (int i = 0; i < 256; ++i) {
             queue::batch got;
             if (a->deque.steal(got) != queue::outcome::success) return;
             a->deque.request_work();
             a->push(static_cast<std::size_t>(1 + i % 2));
           }
           turns->store(2);
         },
         [a, turns] {
           tests::wait_for(*turns, 3);
           queue::batch got;
           const auto what = a->deque.steal(got, queue::batch::most, [&] {
             turns->store(1);
             tests::wait_for(*turns, 2);
           });
           if (what == queue::outcome::success) a->note(got.items[0]);
         }},
        // items[0] was stolen by the owner's own loop: the late thief must not have got it again.
        [a] { return a->items[0].times_taken() == 0; }};
  });
}
