// Whether the applications are more than toys: each on one worker, against what one would take instead in one thread:
// the library's function where there is one, else the serial program.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "apps/registry.hpp"
#include "bench/peers/peer.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/schedulers.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

/// One comparison.
struct kernel {
  std::string_view app;
  std::string_view tiny;                        // options for a tiny input
  std::string_view against = "serial program";  // what run_serial() is
  const char* figure = nullptr;                 // or else the name of seconds that prepare() has measured
};

const std::vector<kernel> kernels{
    {"synthetic", "--k 10"},
    {"quicksort", "--n 20000", "std::sort"},
    {"radiosity", "--scene small --eps 0.01"},
    {"labyrinth", "--width 61"},
    {"msort", "--n 20000", "std::sort"},
    {"heat", "--rows 64 --columns 64 --steps 4"},
    {"uts", ""},
    {"nqueens", "--n 7"},
    {"fib", "--n 12"},
    {"skynet", "--levels 3"},
    {"knapsack", "--items 16"},
    {"knary", "--height 4"},
    {"mm", "--n 64", "OpenBLAS dgemm"},
    {"lu", "--n 64", "OpenBLAS dgetrf"},
    {"cholesky", "--n 64", "OpenBLAS dpotrf"},
    {"ray", "--size 1 --width 20"},
    {"sparse_cholesky", "--grid 12"},
    {"sparse_cholesky", "--grid 12", "CHOLMOD simplicial", "cholmod_seconds"},
    {"barnes", "--n 256 --steps 1"},
    {"grammar", ""},
    {"nbody", "--n 128 --steps 1"},
    {"shallow_water", "--nodes 162 --steps 2"},
};

[[nodiscard]] std::unique_ptr<apps::app> made(const kernel& which) {
  const auto all = apps::registry();
  const auto entry = std::ranges::find(all, which.app, &apps::app_entry::name);
  if (entry == all.end()) throw std::logic_error("there is no application " + std::string(which.app));
  auto one = entry->make();
  CLI::App line;
  one->declare_options(line);
  line.parse(sized(std::string(), std::string(which.tiny)));
  one->prepare();
  return one;
}

/// Seconds of what it is compared with.
[[nodiscard]] double obvious(apps::app& app, const kernel& which) {
  if (which.figure == nullptr) return app.run_serial();
  app.prepare();
  app.run_serial();  // the figure is one of a run
  return app.counts()[which.figure].get<double>();
}

void compare(program& bench, const kernel& which) {
  const auto app = made(which);
  std::array<std::vector<double>, 2> seconds;
  interleave(2, bench.rounds(), [&](std::size_t i, unsigned round) {
    double value = 0;
    if (i == 0) {
      value = obvious(*app, which);
    } else {
      auto one_worker = make_scheduler({.workers = 1});
      value = app->run(one_worker);
    }
    if (which.figure == nullptr || i == 1) {
      if (const apps::verdict found = app->check(); !found.passed)
        bench.complain(std::string(which.app) + ": " + found.line);
    }
    if (round != 0) seconds[i].push_back(value);
  });
  const spread other = spread_of(seconds[0]);
  const spread ours = spread_of(seconds[1]);
  std::printf("%-16s %-19s %12.3f %12.3f %8.2f %8.2f\n", std::string(which.app).c_str(),
              std::string(which.against).c_str(), 1e3 * other.median, 1e3 * ours.median,
              ours.median / other.median, ours.min / other.min);
  std::fflush(stdout);
  bench.add({{"app", which.app},
             {"input", app->input()},
             {"against", which.against},
             {"seconds", seconds[1]},
             {"seconds_against", seconds[0]},
             {"ratio_of_medians", ours.median / other.median},
             {"ratio_of_least", ours.min / other.min}});
}

int measure_all(int argc, char** argv) {
  program bench("kernels", "the applications on one worker against libraries and serial programs");
  std::vector<std::string> only;
  std::vector<std::string> known;
  for (const apps::app_entry& entry : apps::registry()) known.emplace_back(entry.name);
  bench.options()
      .add_option("--only", only, "These applications, of `jackdaw list apps`")
      ->check(CLI::IsMember(known));
  bench.parse(argc, argv);
  std::printf("\n%-16s %-19s %12s %12s %8s %8s\n", "application", "against", "its ms", "one worker", "ratio",
              "of least");
  for (const apps::app_entry& entry : apps::registry()) {
    if (std::ranges::find(kernels, entry.name, &kernel::app) == kernels.end())
      bench.complain("nothing is said about " + std::string(entry.name));
  }
  for (const kernel& each : kernels) {
    if (only.empty() || std::ranges::find(only, each.app) != only.end()) compare(bench, each);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
