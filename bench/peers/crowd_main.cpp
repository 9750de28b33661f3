// Too many threads, too few processors: the tree UTS T1 on two processors with 1 to 16 workers; with two workers
// beside a neighbour that computes on one of the processors; with two workers bound to one processor; and with a quota
// of one processor.
//
// Each runtime is a program of its own, started once for each kind of limit, and all of them take turns. Ratios: for a
// crowd, to the runtime's own best number of workers; for the others, to its own two (of one processor: one) workers
// without the limit. StarPU has fewer and larger tasks of the same tree (peers/uts/starpu.cpp).
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/support/situation.hpp"
#include "bench/peers/remote.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

enum class limit : unsigned char { none, beside_neighbour, one_processor, quota };

struct situation {
  std::string name;
  limit what;
  unsigned workers;
  unsigned reference;  ///< workers without a limit to compare with; 0: the best
  double ideal;
  double to_reach;
};

const std::array<situation, 9> situations{{{"1 worker", limit::none, 1, 0, 1, 2.04},
                                           {"2 workers", limit::none, 2, 0, 1, 1.02},
                                           {"3 workers", limit::none, 3, 0, 1, 1.02},
                                           {"4 workers", limit::none, 4, 0, 1, 1.02},
                                           {"8 workers", limit::none, 8, 0, 1, 1.02},
                                           {"16 workers", limit::none, 16, 0, 1, 1.02},
                                           {"neighbour", limit::beside_neighbour, 2, 2, 4.0 / 3, 1.36},
                                           {"bound to one", limit::one_processor, 2, 1, 1, 1.02},
                                           {"quota of one", limit::quota, 2, 2, 2, 2.03}}};

/// A runtime in a situation.
struct trial {
  const situation* where;
  peer runtime;
  std::vector<double> seconds{};
  bool failed = false;

  [[nodiscard]] double median() const { return spread_of(seconds).median; }
};

/// Everybody who takes part; what is not there is left out, with a line.
class field {
 public:
  field() : quota_(apps::quota_group::make()) {
    if (!quota_) std::printf("skipped: a quota: this process may make no control group with one\n");
    for (const std::string runtime : {"jackdaw", "oneTBB", "libgomp", "libomp", "StarPU"}) {
      const auto free = start_remote("uts", runtime);
      if (!free) {
        std::printf("skipped: %s was not built\n", runtime.c_str());
        continue;
      }
      const auto bound = start_bound(runtime);
      std::optional<peer> limited;
      if (quota_) {
        quota_->enter();
        limited = start_remote("uts", runtime);
        quota_->leave();
      }
      for (const situation& each : situations) {
        const auto& program = each.what == limit::one_processor ? bound
                              : each.what == limit::quota       ? limited
                                                                : free;
        const bool too_many = runtime == "StarPU" && each.workers > 4;  // at most two for each processor
        if (program && !too_many) trials_.push_back({&each, *program});
      }
    }
  }

  [[nodiscard]] std::vector<trial>& trials() { return trials_; }

  void run(program& bench, trial& one, bool measured) {
    if (one.failed) return;
    try {
      if (one.where->what == limit::beside_neighbour) neighbour_.computes(true);
      if (one.where->what == limit::quota) quota_->limit(1);
      const measurement found = one.runtime.run(0, one.where->workers);
      if (measured) one.seconds.push_back(found.seconds);
    } catch (const std::exception& error) {
      one.failed = true;
      bench.complain(one.runtime.name + ", " + one.where->name + ": " + error.what());
    }
    neighbour_.computes(false);
  }

  /// What the seconds of a trial are compared with; 0 where that is missing.
  [[nodiscard]] double reference_of(const trial& one) const {
    double least = 0;
    for (const trial& other : trials_) {
      if (other.failed || other.runtime.name != one.runtime.name || other.where->what != limit::none)
        continue;
      if (one.where->reference != 0 && other.where->workers != one.where->reference) continue;
      least = least == 0 ? other.median() : std::min(least, other.median());
    }
    return least;
  }

 private:
  static std::optional<peer> start_bound(const std::string& runtime) {
    // An arena of two threads in a process bound to one processor did not end in ten minutes (2021.8, cause not
    // looked into).
    if (runtime == "oneTBB") {
      std::printf("skipped: oneTBB bound to one processor: it does not come back\n");
      return std::nullopt;
    }
    if (runtime == "StarPU") {
      std::printf("skipped: StarPU bound to one processor: it binds its threads itself, to others, too\n");
      return std::nullopt;
    }
    const apps::fewer_processors one(1);
    return start_remote("uts", runtime);
  }

  apps::neighbour neighbour_;
  std::optional<apps::quota_group> quota_;  // outlives the programs in it
  std::vector<trial> trials_;
};

int measure(int argc, char** argv) {
  program bench("crowd", "too many threads, too few processors: UTS T1, time relative to a runtime's own");
  bench.parse(argc, argv);
  const apps::fewer_processors two(2);
  field all;
  interleave(all.trials().size(), bench.rounds(),
             [&](std::size_t i, unsigned round) { all.run(bench, all.trials()[i], round != 0); });

  std::printf("\n%-12s %-9s %10s %10s %10s %8s %9s %7s\n", "UTS T1", "runtime", "median ms", "min ms",
              "max ms", "ratio", "to reach", "ideal");
  for (const situation& where : situations) {
    for (const trial& one : all.trials()) {
      if (one.where != &where || one.failed) continue;
      const spread seconds = spread_of(one.seconds);
      const double ratio = seconds.median / all.reference_of(one);
      std::printf("%-12s %-9s %10.1f %10.1f %10.1f %8.3f %9.2f %7.2f\n", where.name.c_str(),
                  one.runtime.name.c_str(), 1e3 * seconds.median, 1e3 * seconds.min, 1e3 * seconds.max, ratio,
                  where.to_reach, where.ideal);
      bench.add({{"situation", where.name},
                 {"runtime", one.runtime.name},
                 {"version", one.runtime.version},
                 {"workers", where.workers},
                 {"seconds", one.seconds},
                 {"median_seconds", seconds.median},
                 {"ratio_to_own", ratio},
                 {"ideal", where.ideal},
                 {"to_reach", where.to_reach}});
    }
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
