// HR10: forest vectors, and their bound on what a steal takes.
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/queue/forest/forest_vector.hpp>

namespace forest_test {

using namespace jackdaw;
using queue::task_tree;

namespace {

using node = double_linked_task;

template <unsigned Limit>
constexpr std::size_t tree_size(unsigned level) {
  std::size_t size = 1;
  for (unsigned i = 0; i < level; ++i) size = size * Limit + 1;
  return size;
}

/// Counts the nodes below and including `root`, and checks that the tree is fully balanced.
template <unsigned Limit>
std::size_t count(node& root, unsigned level) {
  if (level == 0) {
    CHECK(root.previous == nullptr);
    return 1;
  }
  std::size_t nodes = 1;
  unsigned children = 0;
  for (node* child = root.previous; child != nullptr; child = static_cast<node*>(child->next)) {
    ++children;
    nodes += count<Limit>(*child, level - 1);
  }
  CHECK(children == Limit);
  return nodes;
}

/// Steals as a thief with an empty forest: how many tasks that were.
template <unsigned Limit>
std::size_t steal(auto& victim, auto& thief, std::vector<node*>& idle) {
  const task_tree tree = victim.take_largest();
  if (tree.root == nullptr) return 0;
  const std::size_t nodes = count<Limit>(*tree.root, tree.level);
  CHECK(nodes == tree_size<Limit>(tree.level));
  thief.adopt(tree);
  idle.push_back(tree.root);
  std::size_t kept = 0;
  while (node* const item = thief.pop()) {
    idle.push_back(item);
    ++kept;
  }
  CHECK(kept == nodes - 1);
  return nodes;
}

/// At most 1/Limit, at least (Limit-1)/Limit^2: HR10 section 2, "Access times and number of tasks".
template <unsigned Limit>
bool within_upper(std::size_t stolen, std::size_t all) {
  return stolen * Limit <= all;
}
template <unsigned Limit>
bool within_lower(std::size_t stolen, std::size_t all) {
  return stolen * Limit * Limit >= all * (Limit - 1);
}

template <unsigned Limit>
void check_full_forests(unsigned deepest) {
  std::size_t all = 0;
  for (unsigned level = 0; level <= deepest; ++level) all += Limit * tree_size<Limit>(level);
  std::vector<node> items(all);
  std::size_t pushed = 0;
  for (unsigned level = 0; level <= deepest; ++level) {
    // A full forest of each depth in turn, filled from nothing.
    queue::forest_vector<Limit> victim;
    queue::forest_vector<Limit> thief;
    pushed += Limit * tree_size<Limit>(level);
    for (std::size_t i = 0; i < pushed; ++i) victim.push(items[i]);
    CHECK(victim.occupied_levels() == level + 1);
    CHECK(victim.size_of(level) == Limit);
    std::vector<node*> idle;
    const std::size_t stolen = steal<Limit>(victim, thief, idle);
    CAPTURE(pushed);
    CAPTURE(stolen);
    CHECK(within_upper<Limit>(stolen, pushed));
    CHECK(within_lower<Limit>(stolen, pushed));
  }
}

template <unsigned Limit>
void check_random_forests(std::uint64_t seed) {
  std::vector<node> items(3000);
  std::vector<node*> idle;
  for (node& item : items) idle.push_back(&item);
  queue::forest_vector<Limit> victim;
  queue::forest_vector<Limit> thief;
  base::random random(seed);
  std::uint32_t pushes_of_8 = 4;
  for (int step = 0; step < 20000; ++step) {
    if (step % 500 == 0) pushes_of_8 = 2 + random.below(6);
    const std::size_t stored = items.size() - idle.size();
    if (random.below(200) == 0) {
      const bool last_level_full = stored > 0 && victim.size_of(victim.highest()) == Limit;
      const std::size_t stolen = steal<Limit>(victim, thief, idle);
      CHECK((stolen > 0) == (stored > 0));
      CHECK(within_lower<Limit>(stolen, stored));
      if (last_level_full) CHECK(within_upper<Limit>(stolen, stored));
    } else if (random.below(8) < pushes_of_8) {
      if (idle.empty()) continue;
      victim.push(*std::exchange(idle[random.below(static_cast<std::uint32_t>(idle.size()))], idle.back()));
      idle.pop_back();
    } else if (node* const item = victim.pop()) {
      idle.push_back(item);
    } else {
      CHECK(stored == 0);
    }
  }
  while (node* const item = victim.pop()) idle.push_back(item);
  CHECK(std::set<node*>(idle.begin(), idle.end()).size() == items.size());
}

}  // namespace

TEST_CASE("forest vector: the tree of figure 2, and back") {
  queue::forest_vector<> forest;
  std::vector<node> t(4);
  forest.push(t[0]);
  forest.push(t[1]);
  CHECK(forest.size_of(0) == 2);
  forest.push(t[2]);  // over the full level 0
  CHECK(forest.size_of(0) == 0);
  CHECK(forest.size_of(1) == 1);
  CHECK(t[2].previous == &t[1]);
  CHECK(t[1].next == &t[0]);
  CHECK(t[0].next == nullptr);
  forest.push(t[3]);
  CHECK(forest.pop() == &t[3]);
  CHECK(forest.pop() == &t[2]);
  CHECK(forest.size_of(0) == 2);
  CHECK(forest.pop() == &t[1]);
  CHECK(forest.pop() == &t[0]);
  CHECK(forest.pop() == nullptr);
  CHECK(forest.take_largest().root == nullptr);
}

TEST_CASE("forest vector: a new root takes the first level that is not full, not the level above") {
  queue::forest_vector<> forest;
  std::vector<node> t(9);
  for (node& item : t) forest.push(item);
  // Levels 0 and 1 were full (2 + 6 tasks): the ninth is a root over level 1, and level 0 stays.
  CHECK(forest.size_of(0) == 2);
  CHECK(forest.size_of(1) == 0);
  CHECK(forest.size_of(2) == 1);
  CHECK(forest.take_largest().root == &t[8]);
}

TEST_CASE("HR10's bound: a steal from a full forest takes between 1/4 and 1/2 of its tasks for l = 2") {
  check_full_forests<2>(12);
}

TEST_CASE("the bound for other limits: between (l-1)/l^2 and 1/l") {
  check_full_forests<3>(7);
  check_full_forests<5>(5);
}

TEST_CASE("any forest: the lower bound holds always, the upper one where the last level is full") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    check_random_forests<2>(seed);
    check_random_forests<3>(seed);
  }
}

TEST_CASE("the tasks of one worker spread: every thief leaves its subtrees to the next") {
  constexpr unsigned workers = 8;
  pool::atp tasks(workers);
  std::vector<node> items(10000);
  for (node& item : items) tasks.put(0, item);
  for (unsigned thief = 1; thief < workers; ++thief) {
    CHECK(tasks.get(thief) != nullptr);
    CHECK(tasks.revealed(thief) == 2);  // the subtrees, each worth coming for
    CHECK(tasks.revealed(thief) == 0);
  }
  std::size_t taken = workers - 1;
  while (tasks.get(0) != nullptr) ++taken;
  CHECK(taken == items.size());
  CHECK(tasks.looks_empty(0));
}

}  // namespace forest_test
