// Empty independent tasks, with 1, 2 and all workers; then the efficiency of short ones, and for each runtime the shortest
// that it executes with efficiency 50 % and 90 %.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/peers/driver/choice.hpp"
#include "bench/peers/driver/driver.hpp"
#include "bench/peers/driver/granularity.hpp"

namespace jackdaw::bench {
namespace {

int measure(int argc, char** argv) {
  problem what = the_problem();
  program bench(what.name, "empty independent tasks, and the shortest that are executed efficiently");
  const choice chosen(bench, argc, argv);
  const auto runtimes = chosen.runtimes(what.name);

  what.instances = {"independent empty tasks put by one"};
  compete(bench, what, 0, runtimes, chosen.workers());

  const auto serial = std::find_if(runtimes.begin(), runtimes.end(),
                                   [](const peer& each) { return each.kind == role::serial; });
  if (serial == runtimes.end()) {
    std::printf("skipped: without the serial function there is no efficiency\n");
    return bench.finish();
  }
  granularity lengths(bench, "independent tasks", *serial, [](unsigned steps) { return steps; });
  for (const unsigned count : crowds_of(chosen.workers()))
    lengths.tabulate(runtimes, count, {60, 100, 200, 300, 500});
  auto searches = searches_of(runtimes, crowds_of(chosen.workers()));
  lengths.find(searches);
  lengths.report(searches);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
