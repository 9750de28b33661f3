// What every memory manager promises, over the catalogue.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "tests/support/managers.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using tests::for_each_manager;
using tests::stamped;

TEST_CASE("the catalogue has the nineteen of KR02 table 1, and ours") {
  CHECK(memory::catalogue.size() == 20);
}

TEST_CASE("blocks are aligned, distinct, and as large as asked for, from nothing to megabytes") {
  for_each_manager([]<class Manager> {
    Manager manager(2);
    std::vector<stamped> blocks;
    for (int round = 0; round < 3; ++round) {
      for (const std::size_t bytes :
           {0U, 1U, 8U, 31U, 32U, 33U, 64U, 100U, 1000U, 4095U, 4096U, 4097U, 100000U}) {
        for (int i = 0; i < 70; ++i) blocks.push_back(stamped::make(manager, 0, bytes, blocks.size()));
      }
      blocks.push_back(stamped::make(manager, 1, std::size_t{3} << 20U, blocks.size()));
      int wrong = 0;
      for (const auto& each : blocks) {
        const auto address = reinterpret_cast<std::uintptr_t>(each.block);
        wrong += address % __STDCPP_DEFAULT_NEW_ALIGNMENT__ == 0 && each.intact() ? 0 : 1;
      }
      CHECK(wrong == 0);
      for (const auto& each : blocks) manager.deallocate(each.bytes % 2, each.block, each.bytes);
      blocks.clear();
    }
  });
}

TEST_CASE("stress: no block is in two hands, whichever thread frees it") {
  constexpr unsigned workers = 4;
  constexpr std::size_t places = 64;
  constexpr std::array<std::size_t, 5> sizes{16, 48, 100, 500, 5000};
  struct exchange_place {
    std::mutex mutex;
    stamped held;
  };
  for_each_manager([&]<class Manager> {
    Manager manager(workers);
    std::vector<exchange_place> exchange(places);
    std::atomic<int> overwritten{0};
    std::vector<std::thread> threads;
    for (unsigned id = 0; id < workers; ++id) {
      threads.emplace_back([&, id] {
        base::random random(id + 1);
        const auto release = [&](const stamped& old) {
          if (old.block == nullptr) return;
          if (!old.intact()) ++overwritten;
          manager.deallocate(id, old.block, old.bytes);
        };
        std::vector<stamped> own;
        for (int i = 0; i < tests::scaled(8000); ++i) {
          // Runs of allocations and of frees, so that lists grow, empty and balance.
          stamped fresh =
              stamped::make(manager, id, sizes[random.below(sizes.size())], random.below(1U << 20U));
          if (random.below(2) == 0) {
            own.push_back(fresh);
          } else {
            auto& place = exchange[random.below(places)];
            {
              const std::lock_guard hold(place.mutex);
              std::swap(place.held, fresh);
            }
            release(fresh);
          }
          if (own.size() > 1000 || (id < 2 && own.size() > 400)) {
            for (const auto& each : own) release(each);
            own.clear();
          }
        }
        for (const auto& each : own) release(each);
      });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& place : exchange) {
      if (place.held.block == nullptr) continue;
      if (!place.held.intact()) ++overwritten;
      manager.deallocate(0, place.held.block, place.held.bytes);
    }
    CHECK(overwritten == 0);
  });
}

TEST_CASE("one worker allocates, another one frees: a manager that balances holds no more than its bound") {
  constexpr std::size_t bytes = 64;
  constexpr std::size_t in_use = 100;
  const int crossings = tests::scaled(100000);
  for_each_manager([&]<class Manager> {
    Manager manager(2);
    for (int i = 0; i < crossings / static_cast<int>(in_use); ++i) {
      std::array<void*, in_use> blocks{};
      for (auto& block : blocks) block = manager.allocate(0, bytes);
      for (void* block : blocks) manager.deallocate(1, block, bytes);
    }
    const std::size_t most_blocks =
        in_use + 2 * tests::most_kept + (Manager::balances ? 0 : static_cast<std::size_t>(crossings));
    CHECK(manager.held() <= most_blocks * (bytes + memory::size_class::smallest));  // the blocks, and items
    if (!Manager::balances && !tests::sanitized) {
      CHECK(manager.held() >= static_cast<std::size_t>(crossings) * bytes);  // as distributed.hpp says
    }
  });
}

TEST_CASE("stress: two workers allocate, two free, and the memory held stays bounded") {
  constexpr std::size_t bytes = 128;
  constexpr std::size_t places = 256;
  for_each_manager([&]<class Manager> {
    Manager manager(4);
    std::array<std::vector<std::atomic<void*>>, 2> mail{std::vector<std::atomic<void*>>(places),
                                                        std::vector<std::atomic<void*>>(places)};
    const int each = tests::scaled(40000);
    std::vector<std::thread> threads;
    for (unsigned pair = 0; pair < 2; ++pair) {
      threads.emplace_back([&, pair] {
        for (int i = 0; i < each; ++i) {
          void* const block = manager.allocate(pair, bytes);
          auto& place = mail[pair][static_cast<std::size_t>(i) % places];
          while (place.load(std::memory_order_acquire) != nullptr) std::this_thread::yield();
          place.store(block, std::memory_order_release);
        }
      });
      threads.emplace_back([&, pair] {
        for (int i = 0; i < each; ++i) {
          auto& place = mail[pair][static_cast<std::size_t>(i) % places];
          while (place.load(std::memory_order_acquire) == nullptr) std::this_thread::yield();
          manager.deallocate(pair + 2, place.exchange(nullptr, std::memory_order_acq_rel), bytes);
        }
      });
    }
    for (auto& thread : threads) thread.join();
    if (Manager::balances) {
      CHECK(manager.held() <= (2 * places + 4 * tests::most_kept) * (bytes + memory::size_class::smallest));
    }
  });
}
