// A scheduler whose memory manager refuses when the test wants it to.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>

#include <jackdaw/memory/system_memory.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

namespace jackdaw::tests {

/// Has memory for so many blocks more.
struct short_memory : memory::system_manager {
  using memory::system_manager::system_manager;
  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) {
    if (left == 0) throw std::bad_alloc();
    --left;
    return memory::system_manager::allocate(id, bytes);
  }
  inline static std::atomic<unsigned> left{1000};
};
using short_of_memory = basic_scheduler<pool::split_pool, working::spin_yield_park, short_memory>;

}  // namespace jackdaw::tests
