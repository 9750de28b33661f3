// Contract TP-P1 in every interleaving that is tried: a worker that goes on until get() returns null leaves
// nothing of its own behind, and no worker gets a task twice (docs/internals/bugs-of-others.md: steal-twice,
// missed-queue, block-edge).
//
// The catalogued compositions with locks that the explorer can see.
#include <array>
#include <memory>

#include <jackdaw/pool/families/greedy.hpp>
#include <jackdaw/pool/papers/korch_rauber.hpp>
#include <jackdaw/sync/spin_lock.hpp>

#include "tests/support/explore.hpp"

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
  explicit state(unsigned workers) : pool(workers) {}
  Pool pool;
  std::array<typename Pool::task_type, most_tasks> tasks;
  std::array<base::atomic<int>, most_tasks> taken{};

  bool get(unsigned id) {
    auto* const item = pool.get(id);
    if (item == nullptr) return false;
    taken[static_cast<std::size_t>(item - tasks.data())].fetch_add(1);
    return true;
  }

  /// Puts tasks first … last-1, with a get after each `between`, then gets until there are none.
  void work(unsigned id, std::size_t first, std::size_t last, std::size_t between) {
    for (std::size_t i = first; i < last; ++i) {
      pool.put(id, tasks[i]);
      if ((i - first) % between == between - 1) get(id);
    }
    while (get(id)) {}
  }
};

/// Worker w puts `puts[w]` tasks.
template <class Pool>
void explore_workers(std::uint64_t seeds, const std::vector<std::size_t>& puts, std::size_t between) {
  tests::explore(seeds, [&] {
    auto s = std::make_shared<state<Pool>>(static_cast<unsigned>(puts.size()));
    tests::program candidate;
    std::size_t next = 0;
    for (unsigned id = 0; id < puts.size(); ++id) {
      const std::size_t first = next;
      next += puts[id];
      candidate.threads.push_back([s, id, first, next, between] { s->work(id, first, next, between); });
    }
    candidate.holds = [s, next] {
      for (std::size_t i = 0; i < next; ++i) {
        if (s->taken[i].peek() != 1) return false;
      }
      return s->pool.looks_empty(0);
    };
    return candidate;
  });
}

template <class Pool>
void explore_all() {
  explore_workers<Pool>(1000, {4, 0}, 100);  // everything is put, then two workers take
  explore_workers<Pool>(1000, {6, 0, 0}, 2);
  explore_workers<Pool>(1000, {3, 3}, 3);
  explore_workers<Pool>(1000, {2, 2, 2}, 1);
}

}  // namespace

TEST_CASE_TEMPLATE("P1: the worker that has put finds all that thieves have left that come by once", Pool,
                   task_locked_central, two_lock_central, growing_central, list_stealing,
                   task_locked_stealing, several_stealing, growing_stealing, random_queues) {
  tests::explore(2000, [] {
    auto s = std::make_shared<state<Pool>>(3U);
    return tests::program{{[s] { s->work(0, 0, most_tasks, 100); }, [s] { s->get(1); }, [s] { s->get(2); }},
                          [s] {
                            for (const auto& count : s->taken) {
                              if (count.peek() != 1) return false;
                            }
                            return s->pool.looks_empty(0);
                          }};
  });
}

TEST_CASE_TEMPLATE("P1: a worker that gets nothing has nothing left", Pool, task_locked_central,
                   two_lock_central, growing_central, list_stealing, task_locked_stealing, several_stealing,
                   growing_stealing, sharing, reserving, random_queues) {
  explore_all<Pool>();
}

TEST_CASE_TEMPLATE(
    "block-edge: a worker that gets nothing has nothing left, where tasks lie in blocks of two", Pool,
    block_stealing, block_central) {
  explore_all<Pool>();
}
