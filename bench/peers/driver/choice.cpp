#include "bench/peers/driver/choice.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <CLI/App.hpp>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "bench/peers/remote/remote.hpp"

namespace jackdaw::bench {

choice::choice(program& bench, int argc, char** argv) : bench_(bench), workers_{1, 2} {
  if (const unsigned all = base::cpu_budget().workers(); all > 2) workers_.push_back(all);
  bench.options()
      .add_option("--workers", workers_, "numbers of workers; without it 1, 2 and all")
      ->check(CLI::Range(1, 4096));
  bench.options().add_option("--only", only_, "names of runtimes; without it all that were built");
  bench.parse(argc, argv);
}

std::vector<peer> choice::runtimes(const std::string& problem,
                                   const std::vector<std::string>& processes) const {
  std::vector<peer> all = peers();
  for (const std::string& runtime : processes) {
    if (auto found = start_remote(problem, runtime)) {
      all.push_back(std::move(*found));
    } else if (!runtime.starts_with("jackdaw")) {
      std::printf("skipped: %s was not built\n", runtime.c_str());
    }
  }
  std::sort(all.begin(), all.end(), [](const peer& a, const peer& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.name < b.name;
  });
  return among(std::move(all));
}

std::vector<peer> choice::among(std::vector<peer> all) const {
  if (!only_.empty()) {
    std::erase_if(all, [&](const peer& each) {
      return std::find(only_.begin(), only_.end(), each.name) == only_.end();
    });
  }
  if (all.empty()) bench_.complain("no runtime of these names was built");
  return all;
}

}  // namespace jackdaw::bench
