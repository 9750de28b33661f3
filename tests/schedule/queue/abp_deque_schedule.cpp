// The deque of Arora, Blumofe and Plaxton hands out each task once, in every interleaving of its owner and
// thieves (docs/internals/verification/bugs-of-others.md: grow-publish, empty-wrap, steal-twice, index-aba).
#include <array>
#include <memory>

#include <jackdaw/queue/abp_deque.hpp>

#include "tests/schedule/queue/queue_programs.hpp"
#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;
using queue::end;
using queue::outcome;

namespace {

/// A deque of capacity 2, so that it grows under theft.
template <unsigned TagBits = 32>
struct arena {
  explicit arena(std::uint32_t first = 0) : deque(first) {}
  queue::abp_deque<TagBits, 2> deque;
  std::array<tests::parcel<>, 8> items;
  base::atomic<bool> wrong{false};

  void note(queue::taken<task> got) {
    if ((got.item != nullptr) != (got.what == outcome::success)) wrong.store(true, base::relaxed);
    if (got.item != nullptr && !static_cast<tests::parcel<>*>(got.item)->take())
      wrong.store(true, base::relaxed);
  }
  void push(std::size_t i) {
    items[i].load();
    deque.push(items[i]);
  }
  void take() { note(deque.take()); }
  void steal() { note(deque.template steal<end::opposite>()); }

  [[nodiscard]] bool exactly_once(std::size_t pushed) const {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].times_taken() != (i < pushed ? 1 : 0)) return false;
    }
    return !wrong.peek();
  }
  /// What is left is taken; then all must have been.
  [[nodiscard]] bool drained(std::size_t pushed) {
    while (!deque.looks_empty()) take();
    return exactly_once(pushed);
  }
};

}  // namespace

TEST_CASE("grow-publish, steal-twice: pushes and takes while the ring grows under two thieves") {
  tests::explore(4000, [] {
    auto a = std::make_shared<arena<>>();
    const auto thief = [a] {
      a->steal();
      a->steal();
    };
    return tests::program{{[a] {
                             for (std::size_t i = 0; i < 6; ++i) {
                               a->push(i);
                               if (i % 3 == 2) a->take();
                             }
                           },
                           thief, thief},
                          [a] { return a->drained(6); }};
  });
}

TEST_CASE("steal-twice: the last task, wanted by its owner and two thieves") {
  tests::explore(4000, [] {
    auto a = std::make_shared<arena<>>();
    return tests::program{{[a] {
                             a->push(0);
                             a->push(1);
                             a->take();
                             a->take();
                             a->push(2);
                             a->take();
                           },
                           [a] { a->steal(); }, [a] { a->steal(); }},
                          [a] { return a->drained(3); }};
  });
}

TEST_CASE("empty-wrap: an owner that takes from an empty deque shows thieves nothing") {
  for (const std::uint32_t first : {0U, 0U - 1}) {
    tests::explore(3000, [first] {
      auto a = std::make_shared<arena<>>(first);
      const auto thief = [a] {
        a->steal();
        a->steal();
      };
      return tests::program{{[a] {
                               a->take();
                               a->push(0);
                               a->take();
                               a->take();
                               a->push(1);
                               a->take();
                             },
                             thief, thief},
                            [a] { return a->drained(2); }};
    });
  }
}

TEST_CASE("empty-wrap, steal-twice: indices come round while the ring grows under two thieves") {
  tests::explore(4000, [] {
    auto a = std::make_shared<arena<>>(0U - 3);
    const auto thief = [a] {
      a->steal();
      a->steal();
    };
    return tests::program{{[a] {
                             for (std::size_t i = 0; i < 6; ++i) {
                               a->push(i);
                               if (i % 3 == 2) a->take();
                             }
                           },
                           thief, thief},
                          [a] { return a->drained(6); }};
  });
}

TEST_CASE("index-aba: a thief that sleeps while the last task is taken 2^8 times fails") {
  constexpr unsigned bits = JACKDAW_TEST_TAG_BITS;
  tests::explore(20, [] {
    auto a = std::make_shared<arena<bits>>();
    auto turns = std::make_shared<base::atomic<int>>(0);
    return tests::program{{[a, turns] {
                             a->push(0);
                             turns->store(1, base::release);
                             tests::wait_for(*turns, 2);
                             // The thief stands between its look and its exchange now, with task 0 in its
                             // hands.
                             for (int i = 0; i < 256; ++i) {
                               static_cast<void>(a->deque.take());
                               a->push(1);
                             }
                             turns->store(3, base::release);
                           },
                           [a, turns] {
                             tests::wait_for(*turns, 1);
                             a->note(a->deque.template steal<end::opposite>([&] {
                               turns->store(2, base::release);
                               tests::wait_for(*turns, 3);
                             }));
                           }},
                          [a] { return a->exactly_once(0); }};
  });
}

TEST_CASE("steal-twice: random programs of an owner, and three thieves that come again and again") {
  tests::explore_programs(6000, [](std::uint64_t seed) {
    return tests::queue_program<queue::abp_deque<32, 2>>::make(
        seed, [](auto& of) { return of.template steal<end::opposite>().item; });
  });
}
