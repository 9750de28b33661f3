// Too many threads, too few processors: the tree UTS T1 on two processors, or as many as are asked for, with 1 to 16
// workers alone; and beside one program that computes on one of the processors, beside BP98's cycler, bound to one
// processor, with quotas of one processor and of one and a half, and with nice 10 beside the cycler.
//
// Each runtime is a program of its own, started once for each kind of limit, and all of them take turns. Ratios are to
// the runtime's own best time alone. The ideal is the ratio that it would have if it had used all the time that the
// others left: P_A of its best run by P_A of this one, where P_A = min(P, P_M - P_A(others)) as in BP98 section 6, by
// the CPU time of the others. Its loss is ratio / ideal. A runtime that sleeps where it could compute leaves its time
// to the others, and loses nothing by this measure: that is the question of neighbours_main.cpp, from the other side. A
// quota is for each tenth of a second, so that a run that is not much longer may do better than the ideal. StarPU has
// fewer and larger tasks of the same tree (peers/uts/starpu.cpp).
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/processors/cpu_list.hpp>

#include "bench/peers/crowd/crowd.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/pace.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

void print(program& bench, const crowd& all, const trial& one) {
  const trial* const best = all.best_alone(one);
  const spread seconds = spread_of(one.seconds);
  const double ratio = best == nullptr ? 0 : seconds.median / best->time();
  const double ideal = best == nullptr ? 0 : best->granted() / one.granted();
  const double loss = best == nullptr ? 0 : ratio / ideal;
  std::printf("%-22s %3u %-9s %10.1f %10.1f %10.1f %6.2f %8.3f %7.3f %7.3f\n", one.where->name.c_str(),
              one.workers, one.runtime.name.c_str(), 1e3 * seconds.median, 1e3 * seconds.min,
              1e3 * seconds.max, one.granted(), ratio, ideal, loss);
  bench.add({{"situation", one.where->name},
             {"runtime", one.runtime.name},
             {"version", one.runtime.version},
             {"workers", one.workers},
             {"seconds", one.seconds},
             {"processors_left", one.processors},
             {"median_seconds", seconds.median},
             {"ratio_to_own", ratio},
             {"ideal", ideal},
             {"loss", loss}});
}

int measure(int argc, char** argv) {
  program bench("crowd",
                "too many threads, too few processors: UTS T1, time relative to a runtime's own best");
  std::vector<unsigned> alone{1, 2, 3, 4, 8, 16};
  std::vector<unsigned> limited{2, 8};
  std::vector<std::string> runtimes{"jackdaw", "oneTBB", "libgomp", "libomp", "StarPU"};
  bench.options().add_option("--workers", alone, "numbers of workers where no other program runs");
  bench.options().add_option("--limited", limited, "numbers of workers everywhere else");
  bench.options().add_option("--only", runtimes, "names of runtimes");
  int allowed = 2;
  bench.options().add_option("--processors", allowed, "how many may be used")->check(CLI::Range(1, 4096));
  std::vector<std::string> wanted;
  bench.options().add_option("--situations", wanted, "names of situations; without it all");
  pace limit_of_time;
  limit_of_time.add_options(bench);
  bench.parse(argc, argv);
  const apps::fewer_processors fewer(allowed);
  const auto processors = static_cast<double>(base::affinity_of().size());
  std::vector<situation> situations{{"alone", limit::none, processors, alone},
                                    {"beside one", limit::neighbour, processors, limited},
                                    {"beside cycler 2,20", limit::cycler, processors, limited},
                                    {"bound to one", limit::one_processor, 1, limited},
                                    {"quota of 1.5", limit::quota, std::min(processors, 1.5), limited},
                                    {"quota of 1", limit::quota, 1, limited},
                                    {"nice 10 beside cycler", limit::nice, processors, limited}};
  for (const std::string& name : wanted) {
    if (std::none_of(situations.begin(), situations.end(),
                     [&](const situation& each) { return each.name == name; }))
      bench.complain("there is no situation " + name);
  }
  if (!wanted.empty()) {
    std::erase_if(situations, [&](const situation& each) {
      return std::find(wanted.begin(), wanted.end(), each.name) == wanted.end();
    });
  }
  crowd all(bench, std::move(situations), runtimes);
  interleave(
      all.trials().size(), bench.rounds(),
      [&](std::size_t i, unsigned round) { all.run(all.trials()[i], round != 0, limit_of_time.slow); },
      limit_of_time.seconds);

  std::printf("\n%-22s %3s %-9s %10s %10s %10s %6s %8s %7s %7s\n", "UTS T1", "P", "runtime", "median ms",
              "min ms", "max ms", "P_A", "ratio", "ideal", "loss");
  for (const situation& where : all.situations()) {
    for (const unsigned workers : where.workers) {
      for (const trial& one : all.trials()) {
        if (one.where != &where || one.workers != workers || one.failed) continue;
        if (one.left_out.empty()) {
          print(bench, all, one);
        } else {
          bench.add({{"situation", where.name},
                     {"runtime", one.runtime.name},
                     {"workers", workers},
                     {"left_out", one.left_out}});
        }
      }
    }
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
