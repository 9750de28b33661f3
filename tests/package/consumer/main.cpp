// The first program after a user has installed the library: counts the nodes of a binary tree.
#include <atomic>
#include <cstdio>

#include <jackdaw/jackdaw.hpp>

struct count_nodes {
  int height;
  std::atomic<long>* nodes;

  void operator()(auto& worker) const {
    nodes->fetch_add(1);
    if (height == 0) return;
    worker.put(count_nodes{height - 1, nodes});
    worker.put(count_nodes{height - 1, nodes});
  }
};

int main() {
  constexpr int height = 14;
  constexpr long expected = (2L << height) - 1;
  std::atomic<long> nodes = 0;
  jackdaw::scheduler scheduler;
  scheduler.run(count_nodes{height, &nodes});
  std::printf("%ld nodes, %ld expected, %u workers\n", nodes.load(), expected, scheduler.workers());
  return nodes == expected ? 0 : 1;
}
