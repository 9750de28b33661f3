// The queues of the named pools, one thread at a time; and what the pools make of private and public.
#include <array>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/pool/papers/korch_rauber.hpp>
#include <jackdaw/pool/papers/wirz_suess_leopold.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace pool_queue_test {

using namespace jackdaw;
using queue::end;
using queue::outcome;
using queue::was;

namespace {

/// A lock that refuses as many tries as it is told, and counts waiting threads.
struct gate {
  static inline int refusals = 0;
  static inline int waited = 0;
  void lock() noexcept { ++waited; }
  [[nodiscard]] bool try_lock() noexcept {
    if (refusals == 0) return true;
    --refusals;
    return false;
  }
  void unlock() noexcept {}
};

/// Always the largest number of 32 bits.
struct largest_numbers {
  static constexpr double count = 4294967296.0;
  static std::uint32_t next() { return 0xffffffffU; }
};

}  // namespace

TEST_CASE("array: last in, first out, and it grows") {
  queue::array<task, 2> items;
  std::vector<task> tasks(100);
  CHECK(items.pop() == nullptr);
  CHECK(items.pop() == nullptr);
  for (auto& each : tasks) items.push(each);
  for (std::size_t i = tasks.size(); i-- > 0;) CHECK(items.pop() == &tasks[i]);
  CHECK(items.pop() == nullptr);
}

TEST_CASE("list of arrays: last in, first out, across the edges of arrays, again and again") {
  queue::list_of_arrays<task, 2> items;
  std::vector<task> tasks(100);
  for (std::size_t count = 0; count <= 7; ++count) {
    CHECK(items.pop() == nullptr);
    CHECK(items.pop() == nullptr);
    for (std::size_t i = 0; i < count; ++i) items.push(tasks[i]);
    for (std::size_t i = count; i-- > 0;) CHECK(items.pop() == &tasks[i]);
  }
  for (auto& each : tasks) items.push(each);
  for (std::size_t i = tasks.size(); i-- > 0;) {
    CHECK(items.pop() == &tasks[i]);
    items.push(tasks[i]);  // to and fro over the edge
    CHECK(items.pop() == &tasks[i]);
  }
  CHECK(items.pop() == nullptr);
  for (auto& each : tasks) items.push(each);  // what it holds at its end is not its own
}

TEST_CASE_TEMPLATE("task-locked list: locks of its ends are its own, those of tasks are theirs", Lock,
                   sync::blocking_lock, sync::stubborn_spin_lock) {
  queue::task_locked_list_with<Lock> list;
  std::vector<locked_task> items(3);
  for (auto& each : items) list.push(each);
  items[0].lock.lock();
  CHECK(list.template steal<end::opposite>().what == outcome::lost);
  items[0].lock.unlock();
  CHECK(list.template steal<end::opposite>().item == &items[0]);
  CHECK(list.take().item == &items[2]);
  CHECK(list.take().item == &items[1]);
  CHECK(list.take().what == outcome::empty);
  CHECK(list.looks_empty());
  for (const auto& each : items) CHECK(!each.lock.looks_taken());
}

TEST_CASE("task-locked list: both ends, in every order of emptying") {
  for (unsigned pattern = 0; pattern < 32; ++pattern) {
    queue::task_locked_list list;
    std::vector<locked_task> items(5);
    for (int round = 0; round < 2; ++round) {
      CHECK(list.looks_empty());
      CHECK(list.take().what == outcome::empty);
      CHECK(list.steal<end::opposite>().what == outcome::empty);
      for (std::size_t i = 0; i < 5; ++i) CHECK(list.push(items[i]) == (i == 0 ? was::empty : was::filled));
      std::size_t oldest = 0;
      std::size_t newest = 5;
      for (unsigned step = 0; step < 5; ++step) {
        CHECK(!list.looks_empty());
        if ((pattern >> step & 1U) != 0) {
          CHECK(list.steal<end::opposite>().item == &items[oldest++]);
        } else {
          CHECK(list.take().item == &items[--newest]);
        }
      }
      for (const auto& item : items) CHECK(!item.lock.looks_taken());
    }
  }
}

TEST_CASE("task-locked list: a thief does not wait for a task that another one holds") {
  queue::task_locked_list list;
  locked_task first;
  locked_task second;
  list.push(first);
  list.push(second);
  for (locked_task* held : {&first, &second}) {
    held->lock.lock();
    CHECK(list.steal<end::opposite>().what == outcome::lost);
    held->lock.unlock();
  }
  CHECK(list.steal<end::opposite>().item == &first);
  CHECK(list.take().item == &second);
}

TEST_CASE("two-lock queue: first in, first out, however often it runs empty") {
  queue::two_lock_queue<sync::spin_lock> items;
  std::vector<task> tasks(4);
  CHECK(items.take().what == outcome::empty);
  for (std::size_t count = 1; count <= tasks.size(); ++count) {
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(items.push(tasks[i]) == (i == 0 ? was::empty : was::filled));
      CHECK(!items.looks_empty());
    }
    for (std::size_t i = 0; i < count; ++i) CHECK(items.take().item == &tasks[i]);
    CHECK(items.looks_empty());
    CHECK(items.take().what == outcome::empty);
  }
  items.push(tasks[0]);
  for (std::size_t i = 0; i < 20; ++i) {  // never empty
    items.push(tasks[(i + 1) % 4]);
    CHECK(items.take().item == &tasks[i % 4]);
  }
}

TEST_CASE("locked: a try does not wait, and says so") {
  gate::refusals = 0;
  queue::locked<queue::linked_list<>, gate> items;
  task item;
  CHECK(items.try_take().what == outcome::empty);
  gate::refusals = 1;
  CHECK(!items.try_push(item).has_value());
  CHECK(items.looks_empty());
  CHECK(items.try_push(item) == was::empty);
  gate::refusals = 1;
  CHECK(items.try_take().what == outcome::lost);
  CHECK(items.try_take().item == &item);
}

TEST_CASE("locked: an empty queue is passed without its lock, or locked, as the papers' thieves do") {
  queue::locked<queue::double_linked_list, gate> passed;
  queue::locked<queue::double_linked_list, gate, queue::visit::locks> visited;
  gate::waited = 0;
  CHECK(passed.steal<end::opposite>().what == outcome::empty);
  CHECK(passed.take().what == outcome::empty);
  CHECK(passed.looks_empty());
  CHECK(gate::waited == 0);
  CHECK(visited.steal<end::opposite>().what == outcome::empty);
  CHECK(visited.take().what == outcome::empty);
  CHECK(visited.looks_empty());
  CHECK(gate::waited == 3);
  gate::refusals = 1;
  CHECK(visited.try_take().what == outcome::lost);
  gate::refusals = 0;
  double_linked_task item;
  visited.push(item);
  CHECK(!visited.looks_empty());
  CHECK(visited.steal<end::opposite>().item == &item);
}

TEST_CASE("several: another queue when one is locked, and waiting only when all are") {
  queue::several<queue::locked<queue::linked_list<>, gate>, 3> items;
  task item;
  for (const int refusals : {0, 1, 2}) {
    CAPTURE(refusals);
    gate::waited = 0;
    gate::refusals = refusals;
    items.push(item);
    CHECK(gate::waited == 0);
    CHECK(gate::refusals == 0);
    CHECK(!items.looks_empty());
    CHECK(items.steal<end::working>().item == &item);
  }
  gate::refusals = 3;
  items.push(item);
  CHECK(gate::waited == 1);
  gate::refusals = 1;  // the only queue that is not empty
  CHECK(items.take().item == &item);
  CHECK(gate::waited == 2);
  CHECK(items.take().what == outcome::empty);
  CHECK(gate::waited == 2);
}

TEST_CASE_TEMPLATE("drawings reach every number below the bound, and no other", Drawing,
                   queue::drawn_by<queue::rand_r_numbers, queue::by_floating_point>,
                   queue::drawn_by<queue::mersenne_twister_numbers, queue::by_integer>,
                   queue::drawn_by<queue::mersenne_twister_numbers, queue::by_floating_point>, base::random) {
  Drawing draw(7U);
  for (const unsigned bound : {1U, 2U, 7U, 16U}) {
    std::vector<int> hits(bound);
    for (int i = 0; i < 3200; ++i) {
      const unsigned drawn = draw.below(bound);
      REQUIRE(drawn < bound);
      ++hits[drawn];
    }
    for (const int count : hits) CHECK(count > 3200 / static_cast<int>(bound) / 2);
  }
}

TEST_CASE("floating point does not round the largest number up to the bound") {
  largest_numbers numbers;
  for (const unsigned bound : {1U, 3U, 64U, 4U * 4096U})
    CHECK(queue::by_floating_point::choose(numbers, bound) == bound - 1);
}

TEST_CASE("randomized: a put says whether the queue that was drawn was empty") {
  pool::rq2 pool(1);
  std::array<task, 40> tasks;
  int into_empty = 0;
  for (auto& each : tasks) into_empty += pool.put(0, each) == was::empty ? 1 : 0;
  CHECK(into_empty == 4);  // four queues for one worker
}

TEST_CASE("dq9w shares the first task and the next one when that is gone; dq9w1 keeps it") {
  std::array<task, 4> tasks;
  pool::dq9w sharing(2);
  sharing.put(0, tasks[0]);
  sharing.put(0, tasks[1]);
  CHECK(sharing.get(1) == &tasks[0]);
  CHECK(sharing.get(1) == nullptr);  // private
  sharing.put(0, tasks[2]);
  CHECK(sharing.get(1) == &tasks[2]);
  CHECK(sharing.get(0) == &tasks[1]);
  CHECK(sharing.get(0) == nullptr);

  pool::dq9w1 keeping(2);
  keeping.put(0, tasks[0]);
  CHECK(keeping.get(1) == nullptr);
  keeping.put(0, tasks[1]);
  CHECK(keeping.get(1) == &tasks[1]);
  CHECK(keeping.get(0) == &tasks[0]);
  CHECK(keeping.get(0) == nullptr);
}

TEST_CASE("dq9w1 steals with one private task left, and runs that one first") {
  std::array<task, 4> tasks;
  pool::dq9w1 pool(2);
  pool.put(0, tasks[0]);
  pool.put(1, tasks[1]);
  pool.put(1, tasks[2]);  // public
  CHECK(pool.get(0) == &tasks[0]);
  CHECK(pool.get(1) == &tasks[1]);
  CHECK(pool.get(1) == nullptr);  // worker 0 has kept what it stole
  CHECK(pool.get(0) == &tasks[2]);
  CHECK(pool.get(0) == nullptr);
}

TEST_CASE("sdq1 hands over whole blocks through the middle") {
  std::array<task, 5> tasks;
  pool::sdq1_of<2> pool(2);
  for (auto& each : tasks) pool.put(0, each);  // {0 1} and {2 3} public, {4} private
  CHECK(pool.get(1) == &tasks[3]);
  CHECK(pool.get(0) == &tasks[4]);
  CHECK(pool.get(0) == &tasks[1]);
  CHECK(pool.get(1) == &tasks[2]);
  CHECK(pool.get(1) == nullptr);
  CHECK(pool.get(0) == &tasks[0]);
}

}  // namespace pool_queue_test
