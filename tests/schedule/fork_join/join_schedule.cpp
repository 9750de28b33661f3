// Joins: what a stolen branch has written, returned or thrown is there for the one that has forked it, whichever worker
// executes what, and its frame is used again at once (docs/internals/verification/bugs-of-others.md: join-after-free, steal-twice).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/schedule/fork_join/forking_crew.hpp"
#include "tests/support/explore.hpp"

using namespace jackdaw;
using tests::forking_crew;
using worker_type = forking_crew::member;

namespace {

constexpr std::size_t leaves = 6;
constexpr std::size_t nobody = leaves;

struct failure {
  std::size_t leaf;
};

/// A tree of joins, each leaf of which has a word of its own. `fails`: the leaf that throws.
struct tree {
  forking_crew crew;
  std::array<simulated::plain<int>, leaves> words{};
  base::atomic<bool> wrong{false};
  std::size_t fails = nobody;

  /// How many leaves there are, in an object that is made by the one that executes the branch.
  struct count {
    std::array<std::size_t, 3> of{};  // more than one word
  };

  count walk(worker_type& w, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      words[first].set(words[first].get() + 1);
      simulated::explorer::step();
      if (first == fails) throw failure{first};
      return {{1, 1, 1}};
    }
    const std::size_t middle = first + (last - first) / 2;
    const auto [left, right] = join(
        w, [=, this](worker_type& v) { return walk(v, first, middle); },
        [=, this](worker_type& v) { return walk(v, middle, last); });
    for (std::size_t i = first; i < last; ++i) words[i].set(words[i].get() + 1);
    count both;
    for (std::size_t i = 0; i < both.of.size(); ++i) both.of[i] = left.of[i] + right.of[i];
    return both;
  }

  /// Once around: the frames of the one before are used again.
  void round(worker_type& w) {
    for (auto& each : words) each.set(0);
    try {
      const count all = walk(w, 0, leaves);
      if (fails != nobody || all.of != std::array{leaves, leaves, leaves}) wrong.store(true, base::relaxed);
      for (const auto& each : words) {
        if (each.get() < 3) wrong.store(true, base::relaxed);
      }
    } catch (const failure& thrown) {
      if (thrown.leaf != fails || words[fails].get() != 1) wrong.store(true, base::relaxed);
    }
  }
};

tests::program owner_and_thieves(std::uint64_t seed, bool throws) {
  auto t = std::make_shared<tree>();
  base::random random(seed);
  const int rounds = 1 + static_cast<int>(random.below(2));
  const int acts = 2 + static_cast<int>(random.below(5));
  t->fails = throws ? random.below(leaves) : nobody;
  return {{[=] {
             t->crew.work(0, [&](worker_type& w) {
               for (int i = 0; i < rounds; ++i) t->round(w);
             });
           },
           [=] { t->crew.steal(1, acts); }, [=] { t->crew.steal(2, acts); }},
          [=] { return !t->wrong.peek() && t->crew.is_empty(); }};
}

}  // namespace

TEST_CASE("join-after-free: branches of branches, stolen and not") {
  tests::explore_programs(4000, [](std::uint64_t seed) { return owner_and_thieves(seed, false); });
}

TEST_CASE("a branch that throws, stolen or not, while others are stolen") {
  tests::explore_programs(4000, [](std::uint64_t seed) { return owner_and_thieves(seed, true); });
}

TEST_CASE("a frame that is left while its thief ends") {
  tests::explore(4000, [] {
    auto t = std::make_shared<tree>();
    return tests::program{{[t] {
                             t->crew.work(0, [&](worker_type& w) {
                               for (std::size_t i = 0; i < 3; ++i) {
                                 const auto [none, one] = join(
                                     w, [] { simulated::explorer::step(); },
                                     [i, &t](worker_type& v) { return t->walk(v, i, i + 1); });
                                 if (one.of[2] != 1 || t->words[i].get() != 1)
                                   t->wrong.store(true, base::relaxed);
                               }
                             });
                           },
                           [t] { t->crew.steal(1, 4); }, [t] { t->crew.steal(2, 3); }},
                          [t] { return !t->wrong.peek() && t->crew.is_empty(); }};
  });
}
