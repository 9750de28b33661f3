// Each allocation of a computation fails in turn: alone, or with all that follow it. What is computed is then right, or
// the caller gets an exception that says so; nothing is lost; and the same scheduler computes the right result after it.
#include <functional>
#include <memory>
#include <string>

#include <jackdaw/base/processors/thread_priority.hpp>
#include <jackdaw/worker/by_name/names.hpp>

#include "tests/faults/fault_kinds.hpp"
#include "tests/faults/shortages/short_memory.hpp"
#include "tests/faults/workloads/workloads.hpp"
#include "tests/support/schedulers.hpp"

namespace jackdaw::tests {

namespace {

using maker = std::function<std::unique_ptr<computation>()>;

/// What happens in the child. Tells how many allocations there were until memory was there again.
void compute_without_memory(const maker& make, std::uint64_t first, bool persistently) {
  std::unique_ptr<computation> work;
  bool right = true;
  fail_allocations(first, persistently);
  const bool returned = returns_or_lacks_resources([&] {
    work = make();
    right = work->is_right();
  });
  tell_driver(allow_allocations());
  expect(!returned || right, "a wrong result, and no exception");
  if (work == nullptr) work = make();
  expect(witness::alive == 0, "a callable was not destroyed after the failure");
  expect(work->is_right(), "a wrong result when memory was there again");
  expect(work->is_right(), "a wrong result later");
  expect(witness::alive == 0, "a callable was not destroyed");
}

/// Until no allocation fails any more. `step`: every so many of them.
void each_allocation(fault_cases& cases, const std::string& name, const maker& make, std::uint64_t step) {
  for (const bool persistently : {false, true}) {
    const std::string how = name + (persistently ? ".from." : ".once.");
    cases.until_not_needed(1 + cases.random() % step, step, [&](std::uint64_t n) {
      return cases.run("allocation", how + std::to_string(n),
                       [&] { compute_without_memory(make, n, persistently); });
    });
  }
}

/// A worker that would give way, and makes a thread to find out whether it can, does without it.
void cannot_find_out_whether_it_may_give_way(fault_cases& cases) {
  cases.run("allocation", "priority", [] {
    fail_allocations(1, true);
    const auto found = base::lowered_priority::trial();
    expect(allow_allocations() != 0, "a thread was made without memory");
    expect(found.by == base::lowered_priority::way::none,
           "a priority that was not tried counts as one that works");
    static_cast<void>(base::lowered_priority::trial());  // whatever it finds
  });
}

}  // namespace

void allocations_that_fail(fault_cases& cases) {
  cannot_find_out_whether_it_may_give_way(cases);
  const bool is_long = cases.chosen().rounds > 1;
  for (const unsigned workers : {1U, 3U}) {
    for (const workload& each : workloads()) {
      const std::string name = std::string(each.name) + "." + std::to_string(workers);
      each_allocation(cases, name, [&] { return each.make(workers); }, is_long || workers == 3 ? 1 : 7);
    }
  }
  const auto pools = pool_names();
  const auto memories = memory_names();
  const std::size_t stride = is_long ? 1 : 8;
  for (std::size_t i = cases.random() % stride; i < pools.size(); i += stride) {
    const auto& memory = memories[cases.random() % memories.size()];
    const auto make = [&] { return make_pool_computation(pools[i], memory, 2); };
    each_allocation(cases, pools[i] + "-" + memory, make, is_long ? 1 : 3);
  }
}

}  // namespace jackdaw::tests
