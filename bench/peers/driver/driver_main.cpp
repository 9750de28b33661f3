// The main program of every <problem>_bench that has none of its own.
#include "bench/peers/driver/choice.hpp"
#include "bench/peers/driver/driver.hpp"

namespace jackdaw::bench {
namespace {

int measure(int argc, char** argv) {
  const problem what = the_problem();
  program bench(what.name, what.name + " by several runtimes, interleaved, each result checked");
  const choice chosen(bench, argc, argv);
  const auto runtimes = chosen.runtimes(what.name);
  for (unsigned instance = 0; instance < what.instances.size(); ++instance)
    compete(bench, what, instance, runtimes, chosen.workers());
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
