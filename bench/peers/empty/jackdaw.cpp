#include "bench/peers/empty/config.hpp"
#include "bench/peers/runs/jackdaw_run.hpp"

namespace jackdaw::bench {
namespace {

struct empty_task {
  empty::marks* all;
  std::uint64_t number;
  std::uint64_t step;

  void operator()(worker& w) const { empty::leave_mark(*all, w.id(), number, step); }
};

measurement run(unsigned, unsigned workers) {
  empty::marks all(workers);
  const double seconds = seconds_in_jackdaw(
      workers,
      [&all](worker& w) {
        for (std::uint64_t i = 0; i < empty::tasks; ++i) w.put(empty_task{&all, i, 1});
      },
      empty::rounds);
  return empty::checked(all, seconds);
}

const registered entry{as_jackdaw(run)};

}  // namespace
}  // namespace jackdaw::bench
