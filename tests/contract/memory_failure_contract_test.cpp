// Every memory manager when the system has no more memory, and what it has given back when it dies. Replaces
// operator new and delete, so it stands alone.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include <jackdaw/flow.hpp>
#include <jackdaw/scheduler.hpp>

#include "tests/support/managers.hpp"

namespace {
constexpr std::size_t never = SIZE_MAX;
std::size_t calls_until_failure = never;
std::ptrdiff_t blocks_out = 0;
std::size_t bytes_out = 0;

struct header {  // before each block, as far as its alignment wants
  std::size_t bytes;
};

void* from_system(std::size_t bytes, std::size_t alignment) {
  if (calls_until_failure == 0) throw std::bad_alloc();
  if (calls_until_failure != never) --calls_until_failure;
  const std::size_t total = (bytes + 2 * alignment - 1) / alignment * alignment;
  auto* const start = static_cast<std::byte*>(std::aligned_alloc(alignment, total));
  if (start == nullptr) throw std::bad_alloc();
  new (start) header{bytes};
  ++blocks_out;
  bytes_out += bytes;
  return start + alignment;
}

void to_system(void* block, std::size_t alignment) noexcept {
  if (block == nullptr) return;
  auto* const start = static_cast<std::byte*>(block) - alignment;
  --blocks_out;
  bytes_out -= reinterpret_cast<header*>(start)->bytes;
  std::free(start);
}

constexpr std::size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
}  // namespace

void* operator new(std::size_t bytes) { return from_system(bytes, usual); }
void* operator new[](std::size_t bytes) { return from_system(bytes, usual); }
void* operator new(std::size_t bytes, std::align_val_t a) {
  return from_system(bytes, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t bytes, std::align_val_t a) {
  return from_system(bytes, static_cast<std::size_t>(a));
}
void* operator new(std::size_t bytes, const std::nothrow_t& /*says*/) noexcept {
  try {
    return from_system(bytes, usual);
  } catch (const std::bad_alloc&) { return nullptr; }
}
void* operator new(std::size_t bytes, std::align_val_t a, const std::nothrow_t& /*says*/) noexcept {
  try {
    return from_system(bytes, static_cast<std::size_t>(a));
  } catch (const std::bad_alloc&) { return nullptr; }
}
void operator delete(void* block) noexcept { to_system(block, usual); }
void operator delete[](void* block) noexcept { to_system(block, usual); }
void operator delete(void* block, std::size_t) noexcept { to_system(block, usual); }
void operator delete[](void* block, std::size_t) noexcept { to_system(block, usual); }
void operator delete(void* block, std::align_val_t a) noexcept {
  to_system(block, static_cast<std::size_t>(a));
}
void operator delete[](void* block, std::align_val_t a) noexcept {
  to_system(block, static_cast<std::size_t>(a));
}
void operator delete(void* block, std::size_t, std::align_val_t a) noexcept {
  to_system(block, static_cast<std::size_t>(a));
}
void operator delete[](void* block, std::size_t, std::align_val_t a) noexcept {
  to_system(block, static_cast<std::size_t>(a));
}

using namespace jackdaw;
using tests::for_each_manager;
using tests::stamped;

namespace {

constexpr std::array<std::size_t, 4> sizes{40, 64, 300, 9000};

/// What blocks there are, without a container that allocates.
template <std::size_t Most>
struct hand {
  std::array<stamped, Most> blocks;
  std::size_t count = 0;

  /// False when there was no memory.
  bool take(auto& manager, unsigned id, std::size_t bytes) {
    try {
      blocks[count] = stamped::make(manager, id, bytes, count);
      ++count;
      return true;
    } catch (const std::bad_alloc&) { return false; }
  }

  /// How many were overwritten.
  int give_all(auto& manager, unsigned id) {
    int overwritten = 0;
    for (; count > 0; --count) {
      const stamped& each = blocks[count - 1];
      if (!each.intact()) ++overwritten;
      manager.deallocate(id, each.block, each.bytes);
    }
    return overwritten;
  }
};

}  // namespace

TEST_CASE("without memory a manager throws bad_alloc, stays usable, loses and leaks nothing") {
  for_each_manager([]<class Manager> {
    int failures = 0;
    int unusable = 0;
    int overwritten = 0;
    const std::ptrdiff_t before = blocks_out;
    for (std::size_t calls = 0; calls < 300; calls = calls < 5 ? calls + 1 : calls * 2) {
      hand<700> taken;
      Manager manager(2);
      for (int round = 0; round < 2; ++round) {
        calls_until_failure = calls;
        for (std::size_t i = 0; i < 300; ++i) {
          if (!taken.take(manager, i % 2 == 0 ? 0 : 1, sizes[i % sizes.size()])) ++failures;
        }
        overwritten += taken.give_all(manager, round % 2 == 0 ? 1 : 0);  // frees, too, find no memory
        calls_until_failure = never;
        for (std::size_t i = 0; i < 700; ++i) {
          if (!taken.take(manager, i % 2 == 0 ? 0 : 1, sizes[i % sizes.size()])) ++unusable;
        }
        calls_until_failure = 0;
        overwritten += taken.give_all(manager, 1);
        calls_until_failure = never;
      }
    }
    CHECK(overwritten == 0);
    CHECK(unusable == 0);
    CHECK(failures > 0);
    CHECK(blocks_out == before);
  });
}

TEST_CASE("held() is what the manager has from the system, and all of it goes back when it dies") {
  for_each_manager([]<class Manager> {
    const std::ptrdiff_t blocks_before = blocks_out;
    {
      Manager manager(3);
      const std::size_t bytes_before = bytes_out;  // without what the manager itself consists of
      CHECK(manager.held() == 0);
      hand<3000> taken;
      for (int round = 0; round < 5; ++round) {
        for (std::size_t i = 0; i < 3000; ++i) {
          if (!taken.take(manager, round == 1 ? 0 : static_cast<unsigned>(i % 3), sizes[i % sizes.size()]))
            FAIL("no memory");
        }
        CHECK(taken.give_all(manager, round == 3 ? 2 : 1) == 0);
        CHECK(manager.held() == bytes_out - bytes_before);
      }
    }
    CHECK(blocks_out == blocks_before);
  });
}

TEST_CASE("many blocks of the default manager cost hardly more than their bytes, few cost one group") {
  memory::cgbkof manager(2);
  const std::size_t bytes_before = bytes_out;
  const auto get = [&](std::size_t blocks) {
    for (std::size_t i = 0; i < blocks; ++i) {
      if (manager.allocate(1, 64) == nullptr) FAIL("no memory");
    }
    return bytes_out - bytes_before;
  };
  CHECK(get(1) < 5000);  // a group of 64, and its header
  const std::ptrdiff_t blocks_before = blocks_out;
  CHECK(get(99'999) <= 100'000 * 65);
  CHECK(blocks_out - blocks_before < 300);  // calls of the system: a slab is up to 16 groups
}

TEST_CASE("without memory no scheduler is made, which is bad_alloc whenever it comes, and nothing is left") {
  const auto make = [](bool on_heap, std::size_t calls) {
    calls_until_failure = calls;
    bool made = false;
    try {
      if (on_heap) {
        auto* const kept = new (std::nothrow) scheduler(1U);
        made = kept != nullptr;
        calls_until_failure = never;
        delete kept;
      } else {
        const scheduler one(1U);
        made = true;
      }
    } catch (const std::bad_alloc&) { made = false; }
    calls_until_failure = never;
    return made;
  };
  for (const bool on_heap : {false, true}) {
    CAPTURE(on_heap);
    CHECK(make(on_heap, never));  // what is made once for the process
    const std::ptrdiff_t before = blocks_out;
    std::size_t calls = 0;
    while (calls < 10000 && !make(on_heap, calls)) {
      if (blocks_out != before) FAIL_CHECK("a block was lost at call " << calls);
      ++calls;
    }
    CHECK(calls > 20);
    CHECK(calls < 10000);
    CHECK(blocks_out == before);
  }
}
