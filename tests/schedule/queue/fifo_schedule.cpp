// Queues with two sides: tasks leave in the order in which each worker has put them.
#include <array>
#include <memory>
#include <vector>

#include <jackdaw/queue/locked/fifo.hpp>
#include <jackdaw/queue/locked/task_locked_list.hpp>
#include <jackdaw/queue/locked/two_lock_queue.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/schedule/queue/queue_programs.hpp"
#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

template <class Queue>
struct state {
  Queue queue;
  using item = tests::parcel<typename Queue::item_type>;
  std::array<item, 6> items;
  std::array<std::vector<std::size_t>, 2> seen;  // by taker
  base::atomic<bool> wrong{false};

  auto push(std::size_t i) {
    items[i].load();
    return queue.push(items[i]);
  }
  void take_all(unsigned taker) {
    while (auto* const taken = queue::insist([this] { return queue.take(); })) {
      auto* const it = static_cast<item*>(taken);
      if (!it->take()) wrong.store(true, base::relaxed);
      seen[taker].push_back(static_cast<std::size_t>(it - items.data()));
    }
  }

  /// Two pushers have pushed 0 1 2 and 3 4 5: each taker must see the numbers of each rise.
  bool in_order() const {
    std::size_t count = 0;
    for (const auto& numbers : seen) {
      count += numbers.size();
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (std::size_t j = i + 1; j < numbers.size(); ++j) {
          if (numbers[i] / 3 == numbers[j] / 3 && numbers[i] >= numbers[j]) return false;
        }
      }
    }
    return count == items.size() && !wrong.peek();
  }
};

}  // namespace

TEST_CASE_TEMPLATE("first in, first out, with two that put and two that take", Queue,
                   queue::fifo<queue::task_locked_list>, queue::two_lock_queue<sync::spin_lock>) {
  tests::explore(2500, [] {
    auto s = std::make_shared<state<Queue>>();
    const auto worker = [s](unsigned number) {
      for (std::size_t i = 0; i < 3; ++i) s->push(3 * number + i);
      s->take_all(number);
    };
    return tests::program{{[=] { worker(0); }, [=] { worker(1); }}, [s] { return s->in_order(); }};
  });
}

TEST_CASE_TEMPLATE("a push says whether the queue was empty", Queue, queue::fifo<queue::task_locked_list>,
                   queue::two_lock_queue<sync::spin_lock>) {
  tests::explore(1500, [] {
    auto s = std::make_shared<state<Queue>>();
    auto first_ones = std::make_shared<base::atomic<int>>(0);
    const auto push = [=](std::size_t i) {
      if (s->push(i) == queue::was::empty) first_ones->fetch_add(1, base::relaxed);
    };
    // No thread takes: exactly one of four pushes can have found nothing.
    return tests::program{{[=] {
                             push(0);
                             push(1);
                           },
                           [=] {
                             push(2);
                             push(3);
                           }},
                          [=] { return first_ones->peek() == 1; }};
  });
}

TEST_CASE_TEMPLATE("steal-twice: random programs of an owner, and three thieves that come again and again",
                   Queue, queue::task_locked_list, queue::fifo<queue::task_locked_list>,
                   queue::two_lock_queue<sync::spin_lock>) {
  tests::explore_programs(2500, [](std::uint64_t seed) {
    return tests::queue_program<Queue>::make(seed, [](auto& of) {
      if constexpr (queue::stealable_queue<Queue, queue::end::opposite>) {
        return of.template steal<queue::end::opposite>().item;
      } else {
        return of.take().item;
      }
    });
  });
}
