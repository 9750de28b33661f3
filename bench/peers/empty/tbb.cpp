#include "bench/peers/empty/config.hpp"
#include "bench/peers/runs/tbb_run.hpp"

namespace jackdaw::bench {
namespace {

struct empty_task {
  empty::marks* all;
  std::uint64_t number;
  std::uint64_t step;

  void operator()() const {
    const auto id = static_cast<unsigned>(tbb::this_task_arena::current_thread_index());
    empty::leave_mark(*all, id, number, step);
  }
};

measurement run(unsigned, unsigned workers) {
  empty::marks all(workers);
  const double seconds = seconds_in_tbb(
      workers,
      [&all] {
        tbb::task_group group;
        for (std::uint64_t i = 0; i < empty::tasks; ++i) group.run(empty_task{&all, i, 1});
        group.wait();
      },
      empty::rounds);
  return empty::checked(all, seconds);
}

const registered entry{as_tbb(run)};

}  // namespace
}  // namespace jackdaw::bench
