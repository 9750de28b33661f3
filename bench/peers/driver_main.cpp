// The main program of every <problem>_bench.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <jackdaw/base/cpu_budget.hpp>

#include "bench/peers/driver.hpp"
#include "bench/peers/remote.hpp"

namespace jackdaw::bench {
namespace {

/// One worker, two, and all.
std::vector<unsigned> usual_workers() {
  std::vector<unsigned> counts{1, 2};
  if (const unsigned all = base::cpu_budget().workers(); all > 2) counts.push_back(all);
  return counts;
}

/// Serial function first, then Jackdaw, then the rivals by name; those that were asked for.
std::vector<peer> runtimes_of(const problem& what, const std::vector<std::string>& only) {
  std::vector<peer> all = peers();
  for (const char* runtime : {"libgomp", "libomp"}) {
    if (auto found = start_remote(what.name, runtime)) {
      all.push_back(std::move(*found));
    } else {
      std::printf("skipped: %s was not built\n", runtime);
    }
  }
  std::sort(all.begin(), all.end(), [](const peer& a, const peer& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.name < b.name;
  });
  if (!only.empty()) {
    std::erase_if(
        all, [&](const peer& each) { return std::find(only.begin(), only.end(), each.name) == only.end(); });
  }
  return all;
}

int measure(int argc, char** argv) {
  const problem what = the_problem();
  program bench(what.name, what.name + " by several runtimes, interleaved, each result checked");
  std::vector<unsigned> workers = usual_workers();
  std::vector<std::string> only;
  bench.options()
      .add_option("--workers", workers, "numbers of workers; without it 1, 2 and all")
      ->check(CLI::Range(1, 4096));
  bench.options().add_option("--only", only, "names of runtimes; without it all that were built");
  bench.parse(argc, argv);

  const std::vector<peer> runtimes = runtimes_of(what, only);
  if (runtimes.empty()) bench.complain("no runtime of these names was built");
  for (unsigned instance = 0; instance < what.instances.size(); ++instance)
    compete(bench, what, instance, runtimes, workers);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
