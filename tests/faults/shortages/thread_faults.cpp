// Each thread that a computation asks for is refused in turn: once, which the library tries again; for good; and for
// long enough that one scheduler gives up and the next one does not.
#include <memory>
#include <string>

#include "tests/faults/fault_kinds.hpp"
#include "tests/faults/shortages/short_threads.hpp"
#include "tests/faults/workloads/workloads.hpp"

namespace jackdaw::tests {

namespace {

void compute_without_threads(const workload& what, unsigned first, unsigned count) {
  std::unique_ptr<computation> work;
  bool right = true;
  refuse_threads(first, count);
  const bool returned = returns_or_lacks_resources([&] {
    work = what.make(4);
    right = work->is_right();
    right = work->is_right() && right;
  });
  tell_driver(allow_threads());
  expect(!returned || right, "a wrong result, and no exception");
  const bool has_own_threads = what.name == "overlapping_runs";  // which it does not try again
  expect(returned || count > 1 || has_own_threads, "one refusal is not tried again");
  expect(witness::alive == 0, "a callable was not destroyed");
  if (work == nullptr) work = what.make(4);
  expect(work->is_right(), "a wrong result when threads were there again");
  expect(witness::alive == 0, "a callable was not destroyed");
}

}  // namespace

void threads_that_fail(fault_cases& cases) {
  for (const workload& each : workloads()) {
    for (const unsigned count : {1U, 9U, ~0U}) {
      const char* const how = count == 1 ? "once" : count == 9 ? "nine_times" : "from";
      cases.until_not_needed(1, 1, [&](std::uint64_t n) {
        return cases.run("thread", std::string(each.name) + "." + how + "." + std::to_string(n),
                         [&] { compute_without_threads(each, static_cast<unsigned>(n), count); });
      });
    }
  }
}

}  // namespace jackdaw::tests
