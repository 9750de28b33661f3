#include <array>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/memory/free_lists/free_list.hpp>
#include <jackdaw/memory/free_lists/node_links.hpp>
#include <jackdaw/memory/size_class.hpp>
#include <jackdaw/queue/locked/block.hpp>
#include <jackdaw/queue/locked/double_linked_list.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>

namespace queue_test {

using namespace jackdaw;

TEST_CASE("linked list: last in, first out") {
  queue::linked_list<> list;
  std::vector<task> items(3);
  CHECK(list.pop() == nullptr);
  for (auto& item : items) list.push(item);
  CHECK(list.first() == &items[2]);
  for (std::size_t i = 3; i-- > 0;) CHECK(list.pop() == &items[i]);
  CHECK(list.pop() == nullptr);
}

TEST_CASE("double-linked list: both ends, in every order of emptying") {
  for (unsigned pattern = 0; pattern < 32; ++pattern) {
    queue::double_linked_list list;
    std::vector<double_linked_task> items(5);
    for (int round = 0; round < 2; ++round) {
      CHECK(list.pop() == nullptr);
      CHECK(list.pop_opposite() == nullptr);
      for (auto& item : items) list.push(item);
      std::size_t oldest = 0;
      std::size_t newest = 5;
      for (unsigned step = 0; step < 5; ++step) {
        if ((pattern >> step & 1U) != 0) {
          CHECK(list.pop_opposite() == &items[oldest++]);
        } else {
          CHECK(list.pop() == &items[--newest]);
        }
      }
    }
    CHECK(list.pop() == nullptr);
  }
}

TEST_CASE("block: a small stack") {
  queue::block<2> b;
  task first;
  task second;
  CHECK(b.empty());
  b.push(first);
  CHECK(!b.full());
  b.push(second);
  CHECK(b.full());
  CHECK(b.pop() == &second);
  CHECK(b.pop() == &first);
  CHECK(b.empty());
}

TEST_CASE("size classes: the smallest that holds the block") {
  using memory::size_class;
  for (std::size_t bytes = 1; bytes <= size_class::largest; ++bytes) {
    const unsigned index = size_class::of(bytes);
    REQUIRE(index < size_class::count);
    REQUIRE(size_class::bytes(index) >= bytes);
    if (index > 0) REQUIRE(size_class::bytes(index - 1) < bytes);
  }
}

TEST_CASE("free list: the block freed last comes first") {
  using node = memory::in_block::node;
  memory::free_list<node> list;
  std::array<node, 2> blocks{};
  CHECK(list.pop() == nullptr);
  list.push(&blocks[0]);
  list.push(&blocks[1]);
  CHECK(list.pop() == &blocks[1]);
  CHECK(list.pop() == &blocks[0]);
  CHECK(list.pop() == nullptr);
}

}  // namespace queue_test
