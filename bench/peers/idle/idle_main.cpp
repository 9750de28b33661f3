// What runtimes without work cost, and how fast they are back: CPU seconds burnt while nothing, or next to nothing, is
// to be done; time from a put to the start of the task on a parked worker. Jackdaw with each of its three settings of
// latency against CPU; and the floor: a call and a bare futex, which no runtime can beat on the machine. Each runtime is
// a process of its own, and all take turns.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "bench/peers/idle/config.hpp"
#include "bench/peers/remote/remote.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

struct candidate {
  peer runtime;
  bool failed = false;
};

void ask_all(program& bench, std::vector<candidate>& all, unsigned question, unsigned workers) {
  const idle::wording& what = idle::wordings[question];
  std::vector<std::vector<double>> answers(all.size());
  interleave(all.size(), bench.rounds(), [&](std::size_t i, unsigned round) {
    if (all[i].failed) return;
    try {
      const double found = all[i].runtime.run(question, workers).seconds;
      if (round != 0) answers[i].push_back(what.scale * found);
    } catch (const std::exception& error) {
      all[i].failed = true;
      bench.complain(all[i].runtime.name + ": " + error.what());
    }
  });
  std::printf("\n%s, %s", what.text, what.unit);
  if (what.to_reach > 0) std::printf(" (to reach: %g)", what.to_reach);
  std::printf("\n");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].failed) continue;
    const spread found = spread_of(answers[i]);
    std::printf("  %-24s %12.3f   (%.3f to %.3f)\n", all[i].runtime.name.c_str(), found.median, found.min,
                found.max);
    bench.add({{"what", what.text},
               {"unit", what.unit},
               {"runtime", all[i].runtime.name},
               {"version", all[i].runtime.version},
               {"workers", workers},
               {"value", found.median},
               {"values", answers[i]}});
  }
  std::fflush(stdout);
}

int measure(int argc, char** argv) {
  program bench("idle", "what runtimes without work cost, and how fast they wake up");
  unsigned workers = 2;
  bench.options()
      .add_option("--workers", workers, "number of workers")
      ->check(CLI::Range(2, 4096))
      ->capture_default_str();
  bench.parse(argc, argv);
  std::vector<candidate> all;
  for (const char* runtime : {"floor", "jackdaw_spin_yield_park", "jackdaw_spin_long", "jackdaw_park_soon",
                              "oneTBB", "libgomp", "libomp"}) {
    if (auto found = start_remote("idle", runtime)) {
      all.push_back({std::move(*found)});
    } else {
      std::printf("skipped: %s was not built\n", runtime);
    }
  }
  std::printf("\n%u workers; median of the rounds (least to most)\n", workers);
  for (unsigned question = 0; question < idle::questions; ++question) ask_all(bench, all, question, workers);
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
