// The main program of every <problem>_bench that has none of its own.
#include <cstddef>
#include <numeric>
#include <vector>

#include <CLI/App.hpp>

#include "bench/peers/driver/choice.hpp"
#include "bench/peers/driver/driver.hpp"

namespace jackdaw::bench {
namespace {

int measure(int argc, char** argv) {
  const problem what = the_problem();
  program bench(what.name, what.name + " by several runtimes, interleaved, each result checked");
  pace limit;
  limit.add_options(bench);
  std::vector<unsigned> instances(what.instances.size());
  std::iota(instances.begin(), instances.end(), 0U);
  bench.options()
      .add_option("--instances", instances, "numbers of instances, from 0 on; without it all")
      ->check(CLI::Range(std::size_t{0}, what.instances.size() - 1));
  const choice chosen(bench, argc, argv);
  const auto runtimes = chosen.runtimes(what.name);
  for (const unsigned instance : instances) compete(bench, what, instance, runtimes, chosen.workers(), limit);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
