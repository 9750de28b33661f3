// Balanced free lists hand out each block once, however a worker that gives batches away and workers that
// take them meet at the central list.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <jackdaw/memory/free_lists/balanced_lists.hpp>
#include <jackdaw/memory/free_lists/item_links.hpp>
#include <jackdaw/memory/pooled.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

constexpr unsigned workers = 3;
constexpr std::size_t bytes = memory::size_class::smallest;

/// Batches of one block: a worker that has got none from the system keeps two, and gives the others away.
template <class Link>
using manager_with =
    memory::pooled<memory::balanced<Link, memory::single_elements, memory::asked_first::central,
                                    memory::central_batches<>, 1>>;

template <class Manager>
struct arena {
  Manager manager{workers};
  std::array<std::vector<void*>, workers> in_use;

  /// Blocks carry data, from when they are taken to when they are given back.
  void take(unsigned id, int many) {
    for (int i = 0; i < many; ++i) {
      void* const block = manager.allocate(id, bytes);
      std::memset(block, static_cast<int>(id), bytes);
      in_use[id].push_back(block);
    }
  }
  void give(unsigned id, void* block) {
    std::memset(block, 0xff, bytes);
    manager.deallocate(id, block, bytes);
  }
  void give_all(unsigned id) {
    for (void* block : in_use[id]) give(id, block);
    in_use[id].clear();
  }
  [[nodiscard]] bool distinct() const {
    std::vector<void*> all;
    for (const auto& own : in_use) all.insert(all.end(), own.begin(), own.end());
    std::ranges::sort(all);
    return std::ranges::adjacent_find(all) == all.end();
  }
};

template <class Manager>
void explore_crossing() {
  tests::explore(2000, [] {
    auto a = std::make_shared<arena<Manager>>();
    a->take(0, 9);
    auto crossing = std::make_shared<std::vector<void*>>(std::move(a->in_use[0]));
    a->in_use[0].clear();
    const auto taker = [a](unsigned id) {
      return [a, id] {
        a->take(id, 3);
        a->give_all(id);
        a->take(id, 3);
      };
    };
    return tests::program{{[a, crossing] {
                             for (void* block : *crossing) a->give(1, block);
                             a->take(1, 3);
                           },
                           taker(0), taker(2)},
                          [a] {
                            const bool right = a->distinct();
                            if (!right) return false;  // what was handed out twice cannot be given back
                            for (unsigned id = 0; id < workers; ++id) a->give_all(id);
                            return true;
                          }};
  });
}

}  // namespace

TEST_CASE("linked in the block") { explore_crossing<manager_with<memory::in_block>>(); }

TEST_CASE("linked by items, which have a central list, too") {
  using store = memory::balanced<memory::in_block, memory::single_elements, memory::asked_first::central,
                                 memory::central_batches<>, 1>;
  explore_crossing<manager_with<memory::items<store>>>();
}
