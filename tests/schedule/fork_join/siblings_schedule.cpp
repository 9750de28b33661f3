// Siblings: each call of a node is made once, whichever worker makes it; what it has written and returned is there
// after the node, whose frame is used again at once (fork_join/siblings.hpp).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/fork_join/join_n.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/schedule/fork_join/forking_crew.hpp"
#include "tests/support/explore.hpp"

using namespace jackdaw;
using tests::forking_crew;
using worker_type = forking_crew::member;

namespace {

constexpr std::size_t nodes = 3;
constexpr std::size_t most = 4;
constexpr std::size_t nobody = nodes * most;

struct failure {
  std::size_t leaf;
};

/// A root with three children, each of which has some, with a word for each of those.
struct tree {
  forking_crew crew;
  std::array<simulated::plain<int>, nodes * most> words{};
  base::atomic<bool> wrong{false};
  std::size_t children = most;
  std::size_t fails = nobody;

  void check(bool holds) {
    if (!holds) wrong.store(true, base::relaxed);
  }

  std::size_t leaf(std::size_t i) {
    check(words[i].get() == 0);
    words[i].set(1);
    simulated::explorer::step();
    if (i == fails) throw failure{i};
    return i;
  }

  std::size_t node(worker_type& w, std::size_t number) {
    std::array<std::size_t, most> found{};
    join_n(w, children, [this, number](std::size_t i) { return leaf(number * most + i); }, found);
    std::size_t sum = 0;
    for (std::size_t i = 0; i < children; ++i) {
      simulated::plain<int>& word = words[number * most + i];
      check(word.get() == 1);
      word.set(2);
      sum += found[i];
    }
    return sum;
  }

  /// Once around: the frames of the one before are used again.
  void round(worker_type& w) {
    for (auto& each : words) each.set(0);
    std::size_t expected = 0;
    for (std::size_t i = 0; i < nodes * most; ++i) expected += i % most < children ? i : 0;
    try {
      std::array<std::size_t, nodes> found{};
      join_n(w, nodes, [this](worker_type& v, std::size_t i) { return node(v, i); }, found);
      check(fails == nobody);
      check(found[0] + found[1] + found[2] == expected);
      for (std::size_t i = 0; i < nodes * most; ++i) check(words[i].get() == (i % most < children ? 2 : 0));
    } catch (const failure& thrown) { check(thrown.leaf == fails && words[fails].get() == 1); }
  }
};

tests::program owner_and_thieves(std::uint64_t seed, bool throws) {
  auto t = std::make_shared<tree>();
  base::random random(seed);
  const int rounds = 1 + static_cast<int>(random.below(2));
  const int acts = 2 + static_cast<int>(random.below(5));
  t->children = 1 + random.below(most);
  if (throws) t->fails = random.below(nodes) * most + random.below(static_cast<unsigned>(t->children));
  return {{[=] {
             t->crew.work(0, [&](worker_type& w) {
               for (int i = 0; i < rounds; ++i) t->round(w);
             });
           },
           [=] { t->crew.steal(1, acts); }, [=] { t->crew.steal(2, acts); }},
          [=] { return !t->wrong.peek() && t->crew.is_empty(); }};
}

}  // namespace

TEST_CASE("siblings of siblings, stolen and not") {
  tests::explore_programs(4000, [](std::uint64_t seed) { return owner_and_thieves(seed, false); });
}

TEST_CASE("siblings one of which throws: its exception comes out when all that have begun are over") {
  tests::explore_programs(4000, [](std::uint64_t seed) { return owner_and_thieves(seed, true); });
}
