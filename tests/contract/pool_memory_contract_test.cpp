// Every pool with every memory manager: each task of a small tree runs exactly once, also huge and
// over-aligned ones.
#include <atomic>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

void for_each_pair(auto test) {
  for (const auto& pool : pool_names()) {
    for (const auto& manager : memory_names()) {
      CAPTURE(pool);
      CAPTURE(manager);
      test(pool, manager);
    }
  }
}

/// A binary tree, whose nodes are numbered as in a heap, in tasks of four sizes.
template <std::size_t Bytes>
struct node_task {
  std::vector<std::atomic<unsigned char>>* seen;
  std::size_t number;
  unsigned char more[Bytes];

  void operator()(auto& w) const {
    (*seen)[number].fetch_add(1, std::memory_order_relaxed);
    for (const std::size_t child : {2 * number, 2 * number + 1}) {
      if (child < seen->size()) put(w, *seen, child);
    }
  }

  static void put(auto& w, std::vector<std::atomic<unsigned char>>& seen, std::size_t number) {
    switch (number % 4) {
      case 0:
        return w.put(node_task<1>{&seen, number, {}});
      case 1:
        return w.put(node_task<60>{&seen, number, {}});
      case 2:
        return w.put(node_task<200>{&seen, number, {}});
      default:
        return w.put(node_task<700>{&seen, number, {}});
    }
  }
};

}  // namespace

TEST_CASE("each task of a tree runs exactly once") {
  const auto nodes = static_cast<std::size_t>(tests::scaled(3000));
  for_each_pair([&](const std::string& pool, const std::string& manager) {
    auto scheduler = tests::make_scheduler({.pool = pool, .memory = manager, .workers = 2});
    for (int run = 0; run < 2; ++run) {
      std::vector<std::atomic<unsigned char>> seen(nodes);
      scheduler.run([&](any_worker& w) { node_task<1>::put(w, seen, 1); });
      std::size_t wrong = 0;
      for (std::size_t i = 1; i < nodes; ++i) wrong += seen[i] == 1 ? 0 : 1;
      CHECK(wrong == 0);
    }
  });
}

TEST_CASE("closures of ten kilobytes, and aligned to 256 bytes") {
  struct alignas(256) wide {
    std::uint64_t words[64];
  };
  struct huge {
    unsigned char bytes[10000];
  };
  for_each_pair([](const std::string& pool, const std::string& manager) {
    auto scheduler = tests::make_scheduler({.pool = pool, .memory = manager, .workers = 2});
    std::atomic<int> right{0};
    scheduler.run([&](any_worker& w) {
      for (int i = 0; i < 20; ++i) {
        wide aligned{};
        aligned.words[63] = static_cast<std::uint64_t>(i);
        w.put([&right, aligned, i] {
          const bool is_aligned = reinterpret_cast<std::uintptr_t>(&aligned) % 256 == 0;
          if (is_aligned && aligned.words[63] == static_cast<std::uint64_t>(i)) ++right;
        });
        huge large{};
        large.bytes[9999] = static_cast<unsigned char>(i);
        w.put([&right, large, i] {
          if (large.bytes[9999] == static_cast<unsigned char>(i)) ++right;
        });
      }
    });
    CHECK(right == 40);
  });
}
