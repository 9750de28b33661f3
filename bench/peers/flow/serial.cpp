#include "bench/peers/flow/config.hpp"
#include "bench/peers/runs/rounds.hpp"
#include "bench/peers/runs/serial_run.hpp"

namespace jackdaw::bench {
namespace {

measurement run(unsigned number, unsigned) {
  const micro::instance run(number);
  std::vector<std::uint64_t> words = micro::first_words(run.what);
  std::uint64_t sum = 0;
  const auto compute = [steps = run.steps](std::uint64_t from) { return work(from, steps); };
  const double seconds = seconds_of(run.rounds(1), [&] {
    micro::for_each_task(run.what, 1, micro::in_order<decltype(compute)>{compute, words, sum});
  });
  return micro::checked(run, 1, words, sum, seconds);
}

const registered entry{as_serial(run)};

}  // namespace

problem the_problem() {
  problem what{"flow", "task", {}};
  for (const micro::experiment& each : micro::experiments) what.instances.push_back(each.name);
  return what;
}

}  // namespace jackdaw::bench
