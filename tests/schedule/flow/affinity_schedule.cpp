// Lists of tasks with an affinity: who has a ticket gets a task, each task goes to one, with what its maker has written.
#include <array>
#include <cstddef>
#include <memory>

#include <jackdaw/base/processors/numa_nodes.hpp>
#include <jackdaw/flow/task/dispatch/affinity_lists.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// Read before threads are explored: how a function makes its static object is not a part of that.
const base::numa_nodes& machine = base::numa_nodes::of_this_machine();

struct task_data : dataflow::affine_node {
  using affine_node::affine_node;
  simulated::plain<int> written{0};
};

struct state {
  dataflow::affinity_lists lists;
  std::array<task_data, 4> tasks{task_data(affinity(0)), task_data(affinity(1)), task_data(affinity(&lists)),
                                 task_data(affinity(&lists))};
  base::atomic<int> tickets{0};  // the pool
  base::atomic<int> taken{0};
  base::atomic<bool> right{true};

  void put(std::size_t which) {
    lists.prepare(2);
    tasks[which].written.set(1);
    lists.put(tasks[which]);
    tickets.fetch_add(1, base::release);
  }

  /// Takes a task if there is a ticket.
  void take(unsigned place) {
    int seen = tickets.load(base::acquire);
    while (seen > 0 && !tickets.compare_exchange_weak(seen, seen - 1, base::acquire, base::acquire)) {}
    if (seen <= 0) return;
    auto& found = static_cast<task_data&>(lists.take(place));
    if (found.written.get() != 1) right.store(false, base::relaxed);
    found.written.set(0);
    taken.fetch_add(1, base::relaxed);
  }
};

}  // namespace

TEST_CASE("three threads put and take: each ticket is good for one task") {
  tests::explore(3000, [] {
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->put(0);
                             s->put(2);
                             s->take(0);
                           },
                           [s] {
                             s->put(1);
                             s->take(1);
                             s->put(3);
                           },
                           [s] {
                             s->take(1);
                             s->take(0);
                           }},
                          [s] {
                            while (s->tickets.peek() > 0) s->take(0);
                            return machine.count() != 0 && s->right.peek() && s->taken.peek() == 4;
                          }};
  });
}
