// What a split deque does when its stack cannot grow: it refuses the task, and loses and corrupts nothing.
#include <array>
#include <cstdlib>
#include <new>

#include <doctest/doctest.h>

#include <jackdaw/queue/split_deque.hpp>

namespace {
bool memory_is_short = false;
}  // namespace

void* operator new[](std::size_t bytes) {
  if (memory_is_short) throw std::bad_alloc();
  if (void* const block = std::malloc(bytes == 0 ? 1 : bytes)) return block;
  throw std::bad_alloc();
}
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }

using namespace jackdaw;

TEST_CASE("a full stack without memory refuses the task pushed last, and goes on") {
  queue::basic_split_deque<40, 4, 2> deque;
  std::array<task, 5> items;
  CHECK(!deque.push(items[0]));
  CHECK(deque.push(items[1]));  // full
  memory_is_short = true;
  CHECK_THROWS_AS(deque.attend(), std::bad_alloc);
  memory_is_short = false;
  CHECK(deque.pop() == &items[0]);
  CHECK(deque.pop() == nullptr);
  CHECK(!deque.push(items[2]));
  CHECK(deque.push(items[3]));
  deque.attend();  // now it can grow
  deque.answered();
  CHECK(!deque.push(items[4]));
  CHECK(deque.pop() == &items[4]);
  CHECK(deque.pop() == &items[3]);
  CHECK(deque.reclaim() == &items[2]);
}

TEST_CASE("a full stack that an intruder has emptied meanwhile refuses nothing, and has room again") {
  queue::basic_split_deque<40, 4, 2> deque;
  std::array<task, 4> items;
  CHECK(!deque.push(items[0]));
  CHECK(deque.push(items[1]));  // full
  queue::batch taken;
  deque.seize(taken);
  CHECK(taken.count == 1);
  CHECK(taken.items[0] == &items[0]);
  deque.seize(taken);
  CHECK(taken.count == 1);
  CHECK(taken.items[0] == &items[1]);
  memory_is_short = true;
  CHECK_NOTHROW(deque.attend());
  memory_is_short = false;
  CHECK(deque.pop() == nullptr);
  CHECK(deque.most_to_take() >= 1);  // there is a place for the next push
  CHECK(deque.push(items[2]));
  CHECK(deque.pop() == &items[2]);
}
