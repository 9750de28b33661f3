// Four tests for every shared queue: stampede, stress, no_starvation, destructors (after crossbeam-deque).
#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/queue/abp_deque.hpp>
#include <jackdaw/queue/locked/array.hpp>
#include <jackdaw/queue/locked/block.hpp>
#include <jackdaw/queue/locked/double_linked_list.hpp>
#include <jackdaw/queue/locked/fifo.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/list_of_arrays.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/queue/locked/several.hpp>
#include <jackdaw/queue/locked/task_locked_list.hpp>
#include <jackdaw/queue/locked/two_lock_queue.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/support/sizes.hpp"

using namespace jackdaw;
using queue::end;

// The arrays begin with two places, so that they grow while thieves are at work.
#define QUEUES                                                                                          \
  queue::locked<queue::linked_list<>, sync::blocking_lock>,                                             \
      queue::locked<queue::linked_list<>, sync::spin_lock>,                                             \
      queue::locked<queue::double_linked_list, sync::blocking_lock>,                                    \
      queue::locked<queue::double_linked_list, sync::spin_lock>,                                        \
      queue::locked<queue::double_linked_list, sync::spin_lock, queue::visit::locks>,                   \
      queue::locked<queue::array<task, 2>, sync::blocking_lock>,                                        \
      queue::locked<queue::array<task, 2>, sync::spin_lock>,                                            \
      queue::locked<queue::list_of_arrays<task, 2>, sync::spin_lock>,                                   \
      queue::task_locked_list_with<sync::blocking_lock>,                                                \
      queue::several<queue::locked<queue::linked_list<>, sync::blocking_lock>>,                         \
      queue::several<queue::locked<queue::linked_list<>, sync::spin_lock>, 3>, queue::task_locked_list, \
      queue::fifo<queue::task_locked_list>, queue::two_lock_queue<sync::blocking_lock>,                 \
      queue::two_lock_queue<sync::spin_lock>, queue::abp_deque<>, queue::abp_deque<32, 2>

namespace {

/// Takes as a thief: from the opposite end where the queue has one, and like any other thread from a central queue.
template <class Queue>
auto* steal_from(Queue& q) {
  if constexpr (queue::stealable_queue<Queue, end::opposite>) {
    return q.template steal<end::opposite>().item;
  } else if constexpr (queue::stealable_queue<Queue, end::working>) {
    return q.template steal<end::working>().item;
  } else {
    return q.take().item;
  }
}

template <class Queue>
struct arena {
  using item_type = typename Queue::item_type;
  explicit arena(std::size_t size) : items(size), taken(size) {}
  void note(item_type* item) {
    taken[static_cast<std::size_t>(item - items.data())].fetch_add(1, std::memory_order_relaxed);
    left.fetch_sub(1, std::memory_order_relaxed);
  }
  void check_exactly_once() const {
    std::size_t wrong = 0;
    for (const auto& count : taken) wrong += count != 1 ? 1 : 0;
    CHECK(wrong == 0);
  }
  Queue queue;
  std::vector<item_type> items;
  std::vector<std::atomic<unsigned char>> taken;
  std::atomic<std::size_t> left{items.size()};
};

}  // namespace

TEST_CASE_TEMPLATE("stampede: a full queue, all take at once", Queue, QUEUES) {
  arena<Queue> a(static_cast<std::size_t>(tests::scaled(50000)));
  for (auto& item : a.items) a.queue.push(item);
  std::vector<std::thread> thieves;
  for (int i = 0; i < 4; ++i) {
    thieves.emplace_back([&] {
      while (a.left != 0) {
        if (auto* const item = steal_from(a.queue)) a.note(item);
      }
    });
  }
  while (auto* const item = queue::insist([&] { return a.queue.take(); })) a.note(item);
  for (auto& thief : thieves) thief.join();
  a.check_exactly_once();
  CHECK(a.queue.looks_empty());
}

TEST_CASE_TEMPLATE("stress: the owner pushes and takes at random among thieves", Queue, QUEUES) {
  arena<Queue> a(static_cast<std::size_t>(tests::scaled(100000)));
  std::vector<std::thread> thieves;
  for (int i = 0; i < 3; ++i) {
    thieves.emplace_back([&] {
      while (a.left != 0) {
        if (auto* const item = steal_from(a.queue)) a.note(item);
      }
    });
  }
  base::random random(3);
  for (std::size_t next = 0; next < a.items.size();) {
    if (random.below(3) == 0) {
      if (auto* const item = a.queue.take().item) a.note(item);
    } else {
      a.queue.push(a.items[next++]);
    }
  }
  while (a.left != 0) {
    if (auto* const item = a.queue.take().item) a.note(item);
  }
  for (auto& thief : thieves) thief.join();
  a.check_exactly_once();
}

TEST_CASE_TEMPLATE("no_starvation: every thief gets something while the owner goes on", Queue, QUEUES) {
  constexpr int thieves_count = 3;
  arena<Queue> a(1);
  std::vector<typename Queue::item_type> items(64);
  std::atomic<int> fed{0};
  std::atomic<bool> stop{false};
  std::vector<std::thread> thieves;
  // What a thief takes goes back through a hand-over slot, so that the owner never runs out.
  std::vector<std::atomic<typename Queue::item_type*>> slots(items.size());
  for (int i = 0; i < thieves_count; ++i) {
    thieves.emplace_back([&] {
      bool had = false;
      while (!stop) {
        auto* const item = steal_from(a.queue);
        if (item == nullptr) {
          std::this_thread::yield();
          continue;
        }
        if (!had) ++fed;
        had = true;
        slots[static_cast<std::size_t>(item - items.data())].store(item, std::memory_order_release);
        std::this_thread::yield();
      }
    });
  }
  for (std::size_t i = 0; i < items.size(); ++i) slots[i].store(&items[i], std::memory_order_release);
  while (fed < thieves_count) {  // hangs, and is stopped by the time limit of the test, when a thief starves
    for (auto& slot : slots) {
      if (auto* const item = slot.exchange(nullptr, std::memory_order_acquire)) a.queue.push(*item);
    }
    std::this_thread::yield();
  }
  stop = true;
  for (auto& thief : thieves) thief.join();
  CHECK(fed == thieves_count);
}

TEST_CASE_TEMPLATE("destructors: a queue that still holds items goes without touching them", Queue, QUEUES) {
  std::vector<typename Queue::item_type> items(10);
  {
    Queue q;
    for (auto& item : items) q.push(item);
    CHECK(!q.looks_empty());
  }
  for (auto& item : items) CHECK((item.execute == nullptr));
}

TEST_CASE("spare blocks are bounded and given back") {
  using block = queue::block<4>;
  queue::spare_blocks<block> spare;
  std::vector<block*> blocks;
  for (int i = 0; i < 200; ++i) blocks.push_back(spare.get());
  for (block* each : blocks) spare.put(each);  // 64 stay, the rest is freed: the leak checker watches
  block* const again = spare.get();
  CHECK(again == blocks[63]);  // the last one that still had room
  spare.put(again);
}
