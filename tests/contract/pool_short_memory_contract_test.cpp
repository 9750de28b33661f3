// A pool that finds no memory refuses the task with std::bad_alloc, and loses and corrupts nothing.
#include <cstdlib>
#include <new>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/pool/families/steal_amount.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>

#include "tests/support/pools.hpp"

namespace {
bool memory_is_short = false;

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (memory_is_short) throw std::bad_alloc();
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (void* const block = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return block;
  throw std::bad_alloc();
}

// Not inline: g++ 12 takes free() for the wrong end of a block where it sees it.
[[gnu::noinline]] void give_back(void* block) noexcept { std::free(block); }
}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new[](std::size_t bytes) { return allocate(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t bytes, std::align_val_t a) {
  return allocate(bytes, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t bytes, std::align_val_t a) {
  return allocate(bytes, static_cast<std::size_t>(a));
}
// Lists of arrays call this one: a sanitizer's own would not go with the operators below.
void* operator new(std::size_t bytes, const std::nothrow_t& /*says*/) noexcept {
  try {
    return allocate(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  } catch (const std::bad_alloc&) { return nullptr; }
}
void operator delete(void* block) noexcept { give_back(block); }
void operator delete[](void* block) noexcept { give_back(block); }
void operator delete(void* block, std::size_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t) noexcept { give_back(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }

using namespace jackdaw;

namespace {

/// Puts 5000 tasks, more than any pool has room for at the start, of which every `period`-th meets a short
/// memory. Returns how many were refused.
template <class Pool>
std::size_t put_with_short_memory(std::size_t period) {
  Pool pool(2);
  std::vector<typename Pool::task_type> tasks(5000);
  std::vector<int> stored(tasks.size(), 1);
  std::vector<int> taken(tasks.size(), 0);
  std::size_t refused = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    memory_is_short = i % period == 0;
    try {
      tests::put(pool, 0, tasks[i]);
    } catch (const std::bad_alloc&) {
      stored[i] = 0;
      ++refused;
    }
    memory_is_short = false;
  }
  std::size_t strange = 0;
  const auto note = [&](const auto* item) {
    const auto index = static_cast<std::size_t>(item - tasks.data());
    if (index < taken.size()) {
      ++taken[index];
    } else {
      ++strange;
    }
  };
  for (int i = 0; i < 100; ++i) {
    if (auto* const item = pool.get(1)) note(item);
  }
  while (auto* const item = pool.get(0)) note(item);
  while (auto* const item = pool.get(1)) note(item);  // what worker 1 keeps of what it has stolen
  CHECK(strange == 0);
  CHECK((taken == stored));
  return refused;
}

}  // namespace

TEST_CASE("a task that a pool has no memory for is refused; all others come back once") {
  pool::catalogue.for_each([]<class Pool>(const pool::catalogue_entry<Pool>& entry) {
    CAPTURE(std::string(entry.name));
    put_with_short_memory<Pool>(1);
    put_with_short_memory<Pool>(3);
    put_with_short_memory<Pool>(64);
  });
}

TEST_CASE("arrays that cannot grow refuse what they have no room for, and grow later") {
  CHECK(put_with_short_memory<pool::sq2>(1) == 5000 - 1024);
  CHECK(put_with_short_memory<pool::dq3>(1) == 5000 - 1024);
  CHECK(put_with_short_memory<pool::dq7>(1) == 5000 - 1024);
  CHECK(put_with_short_memory<pool::dq7>(1024) == 1);  // the first one that does not fit
}

TEST_CASE("a list of arrays refuses what needs another array, and goes on when there is memory") {
  using arrays = queue::list_of_arrays<task, 256>;
  using locked = queue::locked<arrays, sync::blocking_lock>;
  CHECK(put_with_short_memory<pool::central<locked>>(1) == 5000 - 256);
  CHECK(put_with_short_memory<pool::distributed<arrays>>(1) == 5000 - 256);
  CHECK(put_with_short_memory<pool::stealing<locked, queue::end::working>>(256) ==
        1);  // as it fills the first
}

TEST_CASE_TEMPLATE("a thief without room for more keeps what it has, and leaves the rest to its victim",
                   Queue, queue::locked<queue::array<task, 1>, sync::blocking_lock>,
                   queue::locked<queue::list_of_arrays<task, 1>, sync::blocking_lock>,
                   queue::abp_deque<32, 2>) {
  constexpr auto stolen =
      queue::stealable_queue<Queue, queue::end::working> ? queue::end::working : queue::end::opposite;
  pool::stealing<Queue, stolen, pool::next_neighbours, pool::chosen_amount> pool(2, pool::next_neighbours(2),
                                                                                 {pool::chosen_amount::half});
  std::vector<task> tasks(40);
  for (auto& each : tasks) pool.put(0, each);
  memory_is_short = true;
  std::size_t taken = pool.get(1) != nullptr ? 1 : 0;
  memory_is_short = false;
  const unsigned kept = pool.revealed(1);
  CHECK(taken == 1);
  CHECK(kept >= 1);
  CHECK(kept <= 2);
  while (pool.get(1) != nullptr) ++taken;
  CHECK(taken == tasks.size());
}

TEST_CASE("blocks that cannot be had refuse tasks") {
  CHECK(put_with_short_memory<pool::dq8>(1) == 5000);  // not even the first block
  CHECK(put_with_short_memory<pool::sdq1>(1) == 5000);
}
