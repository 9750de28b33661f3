// A forest with a private and a public part hands out each task once, whichever worker takes; and its owner never
// keeps levels to itself once it has seen that thieves emptied the rest.
#include <array>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/queue/forest/shared_forest.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

using forest_type = queue::shared_forest<sync::spin_lock, 2, 3>;

constexpr std::size_t most = 16;

struct arena {
  forest_type forest;
  std::array<forest_type, 2> of_thief;
  std::array<double_linked_task, most> items;
  std::array<base::atomic<int>, most> taken{};

  void note(const double_linked_task* item) {
    if (item != nullptr) taken[static_cast<std::size_t>(item - items.data())].fetch_add(1);
  }
  void push(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) forest.push(items[i]);
  }
  /// As adaptive::get does: the root is run, the rest can be stolen again.
  void steal(std::size_t thief, forest_type& victim) {
    const queue::task_tree tree = victim.steal();
    if (tree.root == nullptr) return;
    of_thief[thief].adopt(tree);
    note(tree.root);
  }
  [[nodiscard]] bool drained(std::size_t pushed) {
    for (auto& thief : of_thief) {
      while (auto* const item = thief.pop()) note(item);
    }
    while (auto* const item = forest.pop()) note(item);
    for (std::size_t i = 0; i < most; ++i) {
      if (taken[i].peek() != (i < pushed ? 1 : 0)) return false;
    }
    return forest.looks_empty();
  }
};

}  // namespace

TEST_CASE("pushes and pops while the areas move, and thieves take trees") {
  tests::explore(2000, [] {
    auto a = std::make_shared<arena>();
    a->push(0, 11);  // three levels are occupied now, of which one is private
    return tests::program{{[a] {
                             a->push(11, 14);
                             for (int i = 0; i < 4; ++i) a->note(a->forest.pop());
                             a->push(14, 16);
                             a->note(a->forest.pop());
                           },
                           [a] { a->steal(0, a->forest); }, [a] { a->steal(1, a->forest); }},
                          [a] { return a->drained(16); }};
  });
}

TEST_CASE("a thief of a thief") {
  tests::explore(2000, [] {
    auto a = std::make_shared<arena>();
    a->push(0, 7);
    return tests::program{{[a] {
                             a->steal(0, a->forest);
                             a->note(a->of_thief[0].pop());
                           },
                           [a] {
                             a->steal(1, a->of_thief[0]);
                             if (a->of_thief[1].looks_empty()) a->steal(1, a->of_thief[0]);
                           },
                           [a] { a->note(a->forest.pop()); }},
                          [a] { return a->drained(7); }};
  });
}

TEST_CASE("an owner that has found nothing left nothing, and lost nothing to a thief that was at work") {
  tests::explore(2000, [] {
    auto a = std::make_shared<arena>();
    auto left = std::make_shared<int>(-1);
    a->push(0, 11);
    return tests::program{{[a, left] {
                             while (auto* const item = a->forest.pop()) a->note(item);
                             *left = 0;
                             for (std::size_t i = 0; i < 11; ++i)
                               *left += a->forest.steal().root != nullptr ? 1 : 0;
                           },
                           [a] { a->steal(0, a->forest); }, [a] { a->steal(1, a->forest); }},
                          [a, left] { return *left == 0 && a->drained(11); }};
  });
}

TEST_CASE("an owner and two thieves that push, pop, and steal from each other, again and again") {
  tests::explore_programs(3000, [](std::uint64_t seed) {
    auto a = std::make_shared<arena>();
    auto random = std::make_shared<base::random>(seed);
    a->push(0, 5);
    const auto thief = [a, random](std::size_t me) {
      for (int acts = 0; acts < 4; ++acts) {
        if (auto* const own = a->of_thief[me].pop()) {
          a->note(own);
        } else {
          a->steal(me, random->below(3) == 0 ? a->of_thief[1 - me] : a->forest);
        }
      }
    };
    return tests::program{{[a, random] {
                             for (std::size_t next = 5; next < most;) {
                               if (random->below(3) == 0) {
                                 a->note(a->forest.pop());
                               } else {
                                 a->push(next, next + 1);
                                 ++next;
                               }
                             }
                           },
                           [=] { thief(0); }, [=] { thief(1); }},
                          [a] { return a->drained(most); }};
  });
}
