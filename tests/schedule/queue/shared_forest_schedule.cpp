// A forest with a private and a public part hands out each task once, whichever worker takes; and its owner never
// keeps levels to itself once it has seen that thieves emptied the rest.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/queue/forest/shared_forest.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

using forest_type = queue::shared_forest<sync::spin_lock, 2, 3>;

constexpr std::size_t most = 16;

struct arena {
  struct item : tests::parcel<double_linked_task> {
    base::atomic<bool> is_unused{true};  // and its memory can be used again
  };

  forest_type forest;
  std::array<forest_type, 2> of_thief;
  std::array<item, most> items;
  base::atomic<bool> wrong{false};
  int pushed_again = 0;

  void note(double_linked_task* taken) {
    if (taken == nullptr) return;
    auto& it = static_cast<item&>(*taken);
    if (!it.take()) wrong.store(true, base::relaxed);
    simulated::explorer::step();
    it.is_unused.store(true, base::release);
  }
  void push(item& next) {
    next.is_unused.store(false, base::relaxed);
    next.load();
    forest.push(next);
  }
  void push(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) push(items[i]);
  }
  /// One that is not in use any more, if the owner sees any.
  void push_again() {
    auto* const next =
        std::ranges::find_if(items, [](const item& each) { return each.is_unused.load(base::acquire); });
    if (next == items.end()) return;
    push(*next);
    ++pushed_again;
  }
  /// As adaptive::get does: the root is run, the rest can be stolen again.
  void steal(std::size_t thief, forest_type& victim) {
    const queue::task_tree tree = victim.steal();
    if (tree.root == nullptr) return;
    of_thief[thief].adopt(tree);
    note(tree.root);
  }
  [[nodiscard]] bool is_drained() {
    for (auto& thief : of_thief) {
      while (auto* const left = thief.pop()) note(left);
    }
    while (auto* const left = forest.pop()) note(left);
    return !wrong.peek() && forest.looks_empty();
  }
  [[nodiscard]] int times_taken() const {
    int all = 0;
    for (const item& each : items) all += each.times_taken();
    return all;
  }
  [[nodiscard]] bool drained(std::size_t pushed) {
    if (!is_drained()) return false;
    for (std::size_t i = 0; i < most; ++i) {
      if (items[i].times_taken() != (i < pushed ? 1 : 0)) return false;
    }
    return true;
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
  tests::explore_programs(4000, [](std::uint64_t seed) {
    auto a = std::make_shared<arena>();
    a->push(0, 5);
    const auto thief = [a, seed](std::size_t me) {
      base::random random(3 * seed + 1 + me);
      for (int acts = 0; acts < 8; ++acts) {
        if (auto* const own = a->of_thief[me].pop()) {
          a->note(own);
        } else {
          a->steal(me, random.below(3) == 0 ? a->of_thief[1 - me] : a->forest);
        }
      }
    };
    const auto owner = [a, seed] {
      base::random random(3 * seed);
      for (int acts = 0; acts < 24; ++acts) random.below(3) == 0 ? a->note(a->forest.pop()) : a->push_again();
    };
    return tests::program{{owner, [=] { thief(0); }, [=] { thief(1); }},
                          [a] { return a->is_drained() && a->times_taken() == 5 + a->pushed_again; }};
  });
}
