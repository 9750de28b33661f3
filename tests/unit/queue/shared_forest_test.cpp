// atp2's forest: what is private, what is public, and when that changes.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/queue/forest/shared_forest.hpp>
#include <jackdaw/sync/no_lock.hpp>

namespace shared_forest_test {

using namespace jackdaw;
using queue::task_tree;

namespace {

using node = double_linked_task;
using split = queue::shared_forest<sync::no_lock, 2, 3>;

/// How many tasks thieves can get at.
std::size_t drain_as_thief(auto& forest, std::set<node*>& found) {
  std::size_t trees = 0;
  while (true) {
    const task_tree tree = forest.steal();
    if (tree.root == nullptr) return trees;
    ++trees;
    queue::forest_vector<> own;
    own.adopt(tree);
    CHECK(found.insert(tree.root).second);
    while (node* const item = own.pop()) CHECK(found.insert(item).second);
  }
}

}  // namespace

TEST_CASE("atp2: nothing is private while fewer than two levels are public") {
  for (std::size_t size = 1; size <= 10; ++size) {
    CAPTURE(size);
    split forest;
    std::vector<node> items(size);
    for (node& item : items) forest.push(item);
    std::set<node*> found;
    drain_as_thief(forest, found);
    // Ten tasks occupy two levels at most, so that none can be spared; eleven occupy three.
    CHECK(found.size() == size);
    CHECK(forest.looks_empty());
    CHECK(forest.pop() == nullptr);
  }
}

TEST_CASE("atp2: levels become private as soon as two others are public, three at most") {
  std::vector<node> items(3000);
  std::size_t most_hidden = 0;
  for (std::size_t size = 1; size <= items.size(); size += 13) {
    split forest;
    for (std::size_t i = 0; i < size; ++i) forest.push(items[i]);
    std::set<node*> found;
    drain_as_thief(forest, found);
    const std::size_t hidden = size - found.size();
    most_hidden = std::max(most_hidden, hidden);
    CHECK(hidden <= 22);  // full levels 0 to 2: 2 + 6 + 14 tasks
  }
  CHECK(most_hidden > 14);  // so that all three are private at times
}

TEST_CASE("atp2: an owner whose public part thieves have emptied gives its private levels up") {
  for (const bool by_push : {false, true}) {
    split forest;
    std::vector<node> items(101);
    for (std::size_t i = 0; i < 100; ++i) forest.push(items[i]);
    std::set<node*> found;
    drain_as_thief(forest, found);
    const std::size_t hidden = 100 - found.size();
    CHECK(hidden > 0);
    CHECK(forest.looks_empty());
    static_cast<void>(forest.revealed());
    if (by_push) {
      forest.push(items[100]);
    } else {
      CHECK(found.insert(forest.pop()).second);
    }
    CHECK(!forest.looks_empty());
    CHECK(forest.revealed() > 0);
    drain_as_thief(forest, found);
    CHECK(found.size() == (by_push ? 101 : 100));
    CHECK(forest.pop() == nullptr);
  }
}

TEST_CASE(
    "what stays with an owner that does nothing more is what the forest says, and the pool's trait with it") {
  using open = queue::shared_forest<sync::no_lock, 0, 0>;
  const auto hidden_of = []<class Forest>(Forest&& forest, std::size_t pushed) {
    std::vector<node> nodes(pushed);
    for (node& each : nodes) forest.push(each);
    std::size_t stolen = 0;
    for (task_tree tree = forest.steal(); tree.root != nullptr; tree = forest.steal())
      stolen += Forest::forest::tasks_in_tree(tree.level);
    return pushed - stolen;
  };
  std::size_t most = 0;
  for (std::size_t pushed = 1; pushed <= 300; ++pushed) {
    CHECK(hidden_of(open(), pushed) == 0);
    most = std::max(most, hidden_of(split(), pushed));
  }
  CHECK(most > 0);
  CHECK(most <= split::most_hidden_by(3));
  CHECK(split::most_hidden_by(3) == 22);  // two trees of 1, of 3 and of 7 tasks
  CHECK(pool::hides<pool::atp2>);
  CHECK_FALSE(pool::hides<pool::atp>);
}

TEST_CASE("atp2: initial tasks are for all workers") {
  pool::atp2 tasks(2);
  std::vector<node> items(500);
  for (node& item : items) tasks.init(1, item);
  std::size_t found = 0;
  while (tasks.get(0) != nullptr) ++found;
  CHECK(found == items.size());
}

TEST_CASE("atp2: pushes and pops in any mixture, with thefts between, lose nothing") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    split forest;
    std::vector<node> items(400);
    std::map<node*, bool> stored;
    std::vector<node*> idle;
    for (node& item : items) idle.push_back(&item);
    base::random random(seed);
    for (int step = 0; step < 5000; ++step) {
      const auto what = random.below(40);
      if (what == 0) {
        std::set<node*> found;
        const task_tree tree = forest.steal();
        if (tree.root == nullptr) continue;
        queue::forest_vector<> own;
        own.adopt(tree);
        found.insert(tree.root);
        while (node* const item = own.pop()) found.insert(item);
        for (node* const item : found) {
          CHECK(stored.erase(item) == 1);
          idle.push_back(item);
        }
      } else if (what < 22) {
        if (idle.empty()) continue;
        forest.push(*idle.back());
        stored[idle.back()] = true;
        idle.pop_back();
      } else if (node* const item = forest.pop()) {
        CHECK(stored.erase(item) == 1);
        idle.push_back(item);
      } else {
        CHECK(stored.empty());
      }
    }
  }
}

}  // namespace shared_forest_test
