// Contract TP-P1 in every interleaving that is tried: a worker that goes on until get() returns null leaves
// nothing of its own behind, and no worker gets a task twice (docs/internals/verification/bugs-of-others.md:
// steal-twice, missed-queue, block-edge).
//
// The catalogued compositions with locks that the explorer can see.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <jackdaw/pool/families/greedy.hpp>
#include <jackdaw/pool/papers/korch_rauber.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

template <class Container>
using spinning = queue::locked<Container, sync::spin_lock>;
using list = spinning<queue::linked_list<>>;
template <std::size_t Size>
using blocks = spinning<queue::linked_list<queue::block<Size>>>;

using task_locked_central = pool::central<queue::fifo<queue::task_locked_list>>;
using two_lock_central = pool::central<queue::two_lock_queue<sync::spin_lock>>;
using growing_central = pool::central<spinning<queue::array<task, 1>>>;
using list_stealing = pool::stealing<list, queue::end::working>;
using task_locked_stealing = pool::stealing<queue::task_locked_list, queue::end::opposite>;
using task_mutex_stealing =
    pool::stealing<queue::task_locked_list_with<sync::blocking_lock>, queue::end::opposite>;
using several_stealing = pool::stealing<queue::several<list, 2>, queue::end::working>;
using growing_stealing = pool::stealing<spinning<queue::array<task, 1>>, queue::end::working>;
using block_stealing = pool::private_public<queue::block<2>, pool::stealing<blocks<2>, queue::end::working>>;
using block_central = pool::private_public<queue::block<2>, pool::central<blocks<2>>>;
using sharing = pool::greedy<list_stealing, pool::only_task::shared, 1>;
using reserving = pool::greedy<list_stealing, pool::only_task::kept, 2>;
using random_queues =
    pool::randomized<list, queue::drawn_by<queue::rand_r_numbers, queue::by_floating_point>, 2>;

constexpr std::size_t most_tasks = 6;

template <class Pool>
struct state {
  using item = tests::parcel<typename Pool::task_type>;

  /// `times`: how often each task is put; again by the worker that has taken it.
  explicit state(unsigned workers, int often = 1) : pool(workers), times(often) {}
  Pool pool;
  const int times;
  std::array<item, most_tasks> tasks;
  base::atomic<bool> wrong{false};

  void put(unsigned id, item& next) {
    next.load();
    pool.put(id, next);
  }
  bool get(unsigned id) {
    auto* const taken = static_cast<item*>(pool.get(id));
    if (taken == nullptr) return false;
    if (!taken->take()) wrong.store(true, base::relaxed);
    if (taken->times_taken() < times) put(id, *taken);
    return true;
  }

  /// Puts tasks first … last-1, with a get after each `between`, then gets until there are none.
  void work(unsigned id, std::size_t first, std::size_t last, std::size_t between) {
    for (std::size_t i = first; i < last; ++i) {
      put(id, tasks[i]);
      if ((i - first) % between == between - 1) get(id);
    }
    while (get(id)) {}
  }

  [[nodiscard]] bool all_taken(std::size_t put) const {
    for (std::size_t i = 0; i < put; ++i) {
      if (tasks[i].times_taken() != times) return false;
    }
    return !wrong.peek() && pool.looks_empty(0);
  }
};

/// Worker w puts `puts[w]` tasks.
template <class Pool>
void explore_workers(std::uint64_t seeds, const std::vector<std::size_t>& puts, std::size_t between,
                     int times = 1) {
  tests::explore(seeds, [&] {
    auto s = std::make_shared<state<Pool>>(static_cast<unsigned>(puts.size()), times);
    tests::program candidate;
    std::size_t next = 0;
    for (unsigned id = 0; id < puts.size(); ++id) {
      const std::size_t first = next;
      next += puts[id];
      candidate.threads.push_back([s, id, first, next, between] { s->work(id, first, next, between); });
    }
    candidate.holds = [s, next] { return s->all_taken(next); };
    return candidate;
  });
}

template <class Pool>
void explore_all() {
  explore_workers<Pool>(1000, {4, 0}, 100);  // everything is put, then two workers take
  explore_workers<Pool>(1000, {6, 0, 0}, 2);
  explore_workers<Pool>(1000, {3, 3}, 3);
  explore_workers<Pool>(1000, {2, 2, 2}, 1);
  explore_workers<Pool>(1000, {2, 1, 1}, 2, 3);  // memory that comes again
}

}  // namespace

TEST_CASE_TEMPLATE("P1: the worker that has put finds all that thieves have left that come by once", Pool,
                   task_locked_central, two_lock_central, growing_central, list_stealing,
                   task_locked_stealing, task_mutex_stealing, several_stealing, growing_stealing,
                   random_queues) {
  tests::explore(2000, [] {
    auto s = std::make_shared<state<Pool>>(3U);
    return tests::program{{[s] { s->work(0, 0, most_tasks, 100); }, [s] { s->get(1); }, [s] { s->get(2); }},
                          [s] { return s->all_taken(most_tasks); }};
  });
}

TEST_CASE_TEMPLATE("P1: a worker that gets nothing has nothing left", Pool, task_locked_central,
                   two_lock_central, growing_central, list_stealing, task_locked_stealing,
                   task_mutex_stealing, several_stealing, growing_stealing, sharing, reserving,
                   random_queues) {
  explore_all<Pool>();
}

TEST_CASE_TEMPLATE(
    "block-edge: a worker that gets nothing has nothing left, where tasks lie in blocks of two", Pool,
    block_stealing, block_central) {
  explore_all<Pool>();
}
