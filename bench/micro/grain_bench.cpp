// Whether parallel_for finds its grain: a loop without a grain size against the same loop cut in two until pieces
// have a fixed one, for bodies that all take as long (uniform), longer and longer (triangular), or almost nothing
// but for a few (Pareto). The best of the fixed ones is known only after the race.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "bench/peers/peer.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

using steps = std::vector<std::uint32_t>;

const std::size_t indices = sized<std::size_t>(1'000'000, 10'000);
constexpr double mean_steps = 16;  // some tens of cycles an index

steps uniform() { return steps(indices, static_cast<std::uint32_t>(mean_steps)); }

steps triangular() {
  steps all(indices);
  for (std::size_t i = 0; i < indices; ++i) {
    all[i] =
        static_cast<std::uint32_t>(2 * mean_steps * static_cast<double>(i) / static_cast<double>(indices));
  }
  return all;
}

/// Exponent 1.1; one index is a thousandth of the whole at most.
steps pareto() {
  steps all(indices);
  base::random random(1);
  const double most = mean_steps * static_cast<double>(indices) / 1000;
  for (auto& each : all) {
    const double chance = (static_cast<double>(random.below(1U << 31U)) + 1) / static_cast<double>(1U << 31U);
    each = static_cast<std::uint32_t>(std::min(2 * std::pow(chance, -1 / 1.1), most));
  }
  return all;
}

struct load {
  const char* name;
  steps lengths;

  [[nodiscard]] std::uint64_t expected() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) sum += i * lengths[i];
    return sum;
  }

  /// The body: as many additions as its length says, which no compiler may shorten.
  [[nodiscard]] std::uint64_t at(std::size_t i) const {
    std::uint64_t sum = 0;
    for (std::uint32_t left = lengths[i]; left != 0; --left) {
      sum += i;
      asm volatile("" : "+r"(sum));
    }
    return sum;
  }
};

constexpr std::size_t adaptive = 0;
constexpr std::array<std::size_t, 9> grains{adaptive, 1, 8, 64, 512, 2048, 8192, 32'768, 131'072};

/// Where each worker adds up what it did.
using sums = std::vector<base::padded<std::uint64_t>>;

void add_up(const load& what, sums& all, unsigned id, std::size_t first, std::size_t last) {
  std::uint64_t sum = 0;
  for (; first != last; ++first) sum += what.at(first);
  *all[id] += sum;
}

void cut(worker& w, const load& what, sums& all, std::size_t first, std::size_t last, std::size_t grain) {
  if (last - first <= grain) return add_up(what, all, w.id(), first, last);
  const std::size_t middle = first + (last - first) / 2;
  join(
      w, [&what, &all, first, middle, grain](worker& here) { cut(here, what, all, first, middle, grain); },
      [&what, &all, middle, last, grain](worker& here) { cut(here, what, all, middle, last, grain); });
}

double seconds_of(program& bench, const load& what, unsigned workers, std::size_t grain) {
  scheduler sched(workers);
  sums all(workers);
  const base::stopwatch watch;
  sched.run([&](worker& w) {
    if (grain != adaptive) return cut(w, what, all, 0, indices, grain);
    parallel_for_blocked(w, std::size_t{0}, indices, [&](worker& here, std::size_t first, std::size_t last) {
      add_up(what, all, here.id(), first, last);
    });
  });
  const double seconds = watch.seconds();
  std::uint64_t found = 0;
  for (const auto& each : all) found += *each;
  if (found != what.expected())
    bench.complain(std::string(what.name) + ": an index is missing, or is too many");
  return seconds;
}

std::string grain_name(std::size_t grain) { return grain == adaptive ? "adaptive" : std::to_string(grain); }

void compare(program& bench, const load& what, unsigned workers) {
  std::array<std::vector<double>, grains.size()> seconds;
  interleave(grains.size(), bench.rounds(), [&](std::size_t i, unsigned round) {
    const double found = seconds_of(bench, what, workers, grains[i]);
    if (round != 0) seconds[i].push_back(found);
  });
  std::array<double, grains.size()> medians{};
  for (std::size_t i = 0; i < grains.size(); ++i) medians[i] = spread_of(seconds[i]).median;
  const auto best =
      static_cast<std::size_t>(std::min_element(medians.begin() + 1, medians.end()) - medians.begin());
  std::printf("%-11s %7u", what.name, workers);
  for (std::size_t i = 0; i < grains.size(); ++i) {
    std::printf(" %9.3f", 1e3 * medians[i]);
    bench.add({{"work", what.name},
               {"workers", workers},
               {"grain", grain_name(grains[i])},
               {"seconds", seconds[i]},
               {"median_seconds", medians[i]},
               {"ratio_to_best_fixed", medians[i] / medians[best]}});
  }
  std::printf(" %9zu %9.3f\n", grains[best], medians[0] / medians[best]);
  std::fflush(stdout);
}

int measure_all(int argc, char** argv) {
  program bench("grain", "parallel_for without a grain size against loops with fixed ones");
  bench.parse(argc, argv);
  std::printf(
      "\n%zu indices, ms; x best: time without a grain size over that with the best fixed one\n%-11s %7s",
      indices, "work", "workers");
  for (const std::size_t grain : grains) std::printf(" %9s", grain_name(grain).c_str());
  std::printf(" %9s %9s\n", "best", "x best");
  std::vector<unsigned> counts{1, 2};
  if (const unsigned all = base::cpu_budget().workers(); all > 2) counts.push_back(all);
  for (const load& what :
       {load{"uniform", uniform()}, load{"triangular", triangular()}, load{"Pareto", pareto()}}) {
    for (const unsigned workers : counts) compare(bench, what, workers);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
