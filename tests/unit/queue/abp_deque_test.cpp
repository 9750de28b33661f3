// The deque of Arora, Blumofe and Plaxton by one thread: order, growth, and indices that come round.
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/queue/abp_deque.hpp>

namespace abp_deque_test {

using namespace jackdaw;
using queue::end;
using queue::outcome;

TEST_CASE("last in first out for the owner, first in first out for thieves") {
  queue::abp_deque<32, 2> deque;
  std::vector<task> items(100);
  for (auto& item : items) deque.push(item);  // grows six times
  CHECK(!deque.looks_empty());
  for (std::size_t i = 0; i < 50; ++i) {
    const auto stolen = deque.steal<end::opposite>();
    CHECK(stolen.what == outcome::success);
    CHECK(stolen.item == &items[i]);
    CHECK(deque.take().item == &items[99 - i]);
  }
  CHECK(deque.looks_empty());
  CHECK(deque.take().what == outcome::empty);
  CHECK(deque.steal<end::opposite>().what == outcome::empty);
}

TEST_CASE("empty-wrap: take and steal on an empty deque, at index 0 and later") {
  queue::abp_deque<32, 2> deque;
  task item;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 3; ++i) {
      CHECK(deque.take().what == outcome::empty);
      CHECK(deque.steal<end::opposite>().what == outcome::empty);
      CHECK(deque.looks_empty());
    }
    deque.push(item);
    if (round % 2 == 0) {
      CHECK(deque.take().item == &item);
    } else {
      CHECK(deque.steal<end::opposite>().item == &item);
    }
  }
}

TEST_CASE("a deque that is never empty needs room for what it holds, not for all that went through") {
  queue::abp_deque<32, 4> deque;
  std::vector<task> items(3);
  deque.push(items[0]);
  deque.push(items[1]);
  for (std::size_t i = 0; i < 1'000'000; ++i) {
    deque.push(items[(i + 2) % 3]);
    if (deque.steal<end::opposite>().item != &items[i % 3]) FAIL("out of order at ", i);
  }
  CHECK(deque.capacity() == 4);
}

TEST_CASE("steal-twice: a thief that looked before the last task was taken does not get it") {
  queue::abp_deque<> deque;
  task item;
  deque.push(item);
  const auto late = deque.steal<end::opposite>([&] { CHECK(deque.take().item == &item); });
  CHECK(late.what == outcome::lost);
  CHECK(late.item == nullptr);
  deque.push(item);
  const auto also_late = deque.steal<end::opposite>([&] {
    CHECK(deque.take().item == &item);
    deque.push(item);  // the same task at the same place: only the tag tells
  });
  CHECK(also_late.what == outcome::lost);
  CHECK(deque.take().item == &item);
}

TEST_CASE("empty-wrap: indices come round, and the deque stays in order, grows, and knows when it is empty") {
  for (std::uint32_t before = 0; before < 8; ++before) {
    CAPTURE(before);
    queue::abp_deque<32, 2> deque(0U - before);
    std::vector<task> items(6);
    CHECK(deque.take().what == outcome::empty);
    CHECK(deque.steal<end::opposite>().what == outcome::empty);
    for (auto& item : items) deque.push(item);
    CHECK(!deque.looks_empty());
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(deque.steal<end::opposite>().item == &items[i]);
      CHECK(deque.take().item == &items[5 - i]);
    }
    CHECK(deque.looks_empty());
    CHECK(deque.take().what == outcome::empty);
    CHECK(deque.steal<end::opposite>().what == outcome::empty);
  }
}

}  // namespace abp_deque_test
