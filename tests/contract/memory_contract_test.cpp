// What every memory manager promises, over the catalogue.
#include <atomic>
#include <cstring>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

void for_each_manager(auto test) {
  for_each_entry(memory::catalogue, [&]<class Manager>(const memory::catalogue_entry<Manager>& entry) {
    CAPTURE(std::string(entry.name));
    test.template operator()<Manager>();
  });
}

}  // namespace

TEST_CASE("blocks are aligned, distinct, and as large as asked for") {
  for_each_manager([]<class Manager> {
    Manager manager(2);
    struct held {
      unsigned char* block;
      std::size_t bytes;
    };
    std::vector<held> blocks;
    for (int round = 0; round < 3; ++round) {
      for (const std::size_t bytes : {1U, 8U, 31U, 32U, 33U, 64U, 100U, 4095U, 4096U, 4097U, 100000U}) {
        for (int i = 0; i < 70; ++i) {
          auto* const block = static_cast<unsigned char*>(manager.allocate(0, bytes));
          CHECK(reinterpret_cast<std::uintptr_t>(block) % __STDCPP_DEFAULT_NEW_ALIGNMENT__ == 0);
          std::memset(block, static_cast<int>(blocks.size() % 251), bytes);
          blocks.push_back({block, bytes});
        }
      }
      for (std::size_t i = 0; i < blocks.size(); ++i) {
        CHECK(blocks[i].block[0] == i % 251);
        CHECK(blocks[i].block[blocks[i].bytes - 1] == i % 251);
      }
      for (const auto& each : blocks) manager.deallocate(each.bytes % 2, each.block, each.bytes);
      blocks.clear();
    }
  });
}

TEST_CASE("a block may be freed by another worker than the one that allocated it") {
  for_each_manager([]<class Manager> {
    constexpr unsigned workers = 4;
    Manager manager(workers);
    std::vector<std::atomic<void*>> exchange(64);
    std::vector<std::thread> threads;
    for (unsigned id = 0; id < workers; ++id) {
      threads.emplace_back([&, id] {
        base::random random(id);
        for (int i = 0; i < tests::scaled(50000); ++i) {
          void* const mine = manager.allocate(id, 48);
          std::memset(mine, static_cast<int>(id), 48);
          void* const other = exchange[random.below(64)].exchange(mine, std::memory_order_acq_rel);
          if (other != nullptr) manager.deallocate(id, other, 48);
        }
      });
    }
    for (auto& thread : threads) thread.join();
    for (auto& place : exchange) {
      if (void* const rest = place.load()) manager.deallocate(0, rest, 48);
    }
  });
}

TEST_CASE("closures of all sizes and alignments, with every pool and manager") {
  struct alignas(256) wide {
    std::uint64_t words[64];
  };
  struct huge {
    unsigned char bytes[10000];
  };
  for (const auto& pool : pool_names()) {
    for (const auto& manager : memory_names()) {
      CAPTURE(pool);
      CAPTURE(manager);
      auto scheduler = make_scheduler({.pool = pool, .memory = manager, .workers = 2});
      std::atomic<int> right{0};
      scheduler.run([&](any_worker& w) {
        for (int i = 0; i < 100; ++i) {
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
      CHECK(right == 200);
    }
  }
}
