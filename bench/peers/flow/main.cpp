// T15's micro-benchmarks with all runtimes. For each pattern: empty tasks; efficiency against the length of tasks, and
// the shortest that are executed with efficiency 50 % and 90 %. Then what an access costs (section 5.3), and efficiency
// against the number of tasks (section 7.3).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>

#include "bench/peers/driver/choice.hpp"
#include "bench/peers/driver/driver.hpp"
#include "bench/peers/driver/granularity.hpp"
#include "bench/peers/flow/config.hpp"

namespace jackdaw::bench {
namespace {

/// How many steps take so many cycles, by the fastest of a few tries.
unsigned steps_of(double cycles) {
  constexpr std::uint64_t steps = 1'000'000;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned i = 0; i < 5; ++i) {
    const auto before = base::ticks_now();
    static_cast<void>(work(i, steps));
    least = std::min(least, static_cast<double>(base::ticks_now() - before));
  }
  return static_cast<unsigned>(cycles * static_cast<double>(steps) / least);
}

std::vector<unsigned> lengths() {
  std::vector<unsigned> all;
  for (unsigned steps = 32; steps <= sized(32'768U, 128U); steps *= 2) all.push_back(steps);
  return all;
}

class measuring {
 public:
  measuring(program& bench, std::vector<peer> runtimes, std::vector<unsigned> workers)
      : bench_(bench), runtimes_(std::move(runtimes)), workers_(std::move(workers)) {
    const auto found = std::find_if(runtimes_.begin(), runtimes_.end(),
                                    [](const peer& each) { return each.kind == role::serial; });
    if (found != runtimes_.end()) {
      serial_ = &*found;
    } else {
      std::printf("skipped: without the serial function there is no efficiency\n");
    }
  }

  /// Empty tasks; then tasks of all lengths.
  void along_lengths(unsigned number) {
    const micro::experiment& what = micro::experiments[number];
    const auto empty = compete(bench_, the_problem(), number, runtimes_, workers_);
    if (what.order == micro::shape::readers) note_readers(what.reads, empty);
    if (serial_ == nullptr || what.along == micro::axis::none) return;
    granularity pattern = pattern_of(number);
    // How efficiency depends on the number of workers is asked by section 5.2.
    for (const unsigned count : what.name.starts_with("5.2") ? workers_ : crowds_of(workers_))
      pattern.tabulate(runtimes_, count, lengths());
    auto searches = searches_of(runtimes_, crowds_of(workers_));
    pattern.find(searches);
    pattern.report(searches);
  }

  /// Tasks of 100 000 cycles.
  void along_numbers(unsigned number) {
    if (serial_ == nullptr) return;
    static const unsigned steps = steps_of(sized(100'000, 500));
    granularity pattern = pattern_of(number);
    for (const unsigned count : crowds_of(workers_)) {
      pattern.tabulate(runtimes_, count, {steps});
      print_overheads(pattern, number, count, steps);
    }
  }

  /// What a further access costs: the slope between the most and the least words that tasks read. Not with one worker,
  /// where there are others: OpenMP runtimes may then execute each task at once.
  void report_accesses() {
    if (by_reads_.empty()) return;
    std::printf("\n5.3 a further word that is read, empty tasks\n%-10s %7s %12s %12s\n", "runtime", "workers",
                "ns", "cycles");
    const double ticks = ticks_per_second();
    const auto crowds = crowds_of(workers_);
    for (const auto& [who, costs] : by_reads_) {
      const auto& [name, workers] = who;
      if (costs.size() < 2 || std::find(crowds.begin(), crowds.end(), workers) == crowds.end()) continue;
      const auto [few, least] = *costs.begin();
      const auto [many, most] = *costs.rbegin();
      const double nanoseconds = (most - least) / (many - few);
      std::printf("%-10s %7u %12.1f %12.0f\n", name.c_str(), workers, nanoseconds,
                  1e-9 * ticks * nanoseconds);
      bench_.add({{"what", "5.3 a further word that is read"},
                  {"runtime", name},
                  {"workers", workers},
                  {"unit", "cycles"},
                  {"value", 1e-9 * ticks * nanoseconds}});
    }
  }

 private:
  [[nodiscard]] granularity pattern_of(unsigned number) {
    return {bench_, micro::experiments[number].name, *serial_,
            [number](unsigned steps) { return micro::instance::number(number, steps); }};
  }

  void note_readers(unsigned reads, const std::vector<contestant>& all) {
    for (const contestant& one : all) {
      if (one.failed || one.runtime->kind == role::serial) continue;
      by_reads_[{one.runtime->name, one.workers}][reads] = one.nanoseconds_per_unit();
    }
  }

  /// Cycles of all workers for each task, less its own.
  void print_overheads(const granularity& pattern, unsigned number, unsigned workers, unsigned steps) {
    const double ticks = ticks_per_second();
    std::printf("%12s", "overhead");
    for (const peer& each : runtimes_) {
      if (each.kind == role::serial) continue;
      const trial_times& found = pattern.of({&each, workers, steps});
      const double cycles = 1e-9 * ticks * (found.own * workers - found.serial);
      std::printf(" %10.0f", cycles);
      bench_.add({{"what", "overhead, " + micro::experiments[number].name},
                  {"runtime", each.name},
                  {"workers", workers},
                  {"unit", "cycles"},
                  {"value", cycles}});
    }
    std::printf("\n");
    std::fflush(stdout);
  }

  program& bench_;
  std::vector<peer> runtimes_;
  std::vector<unsigned> workers_;
  const peer* serial_ = nullptr;
  std::map<std::pair<std::string, unsigned>, std::map<unsigned, double>> by_reads_;
};

int measure(int argc, char** argv) {
  program bench("flow", "T15's micro-benchmarks of data-flow tasks by several runtimes, each result checked");
  std::vector<std::string> sections;
  bench.options()
      .add_option("--sections", sections, "sections of T15; without it all")
      ->check(CLI::IsMember({"5.2", "5.3", "5.3 ranges", "7.1", "7.2", "7.3"}));
  const choice chosen(bench, argc, argv);
  measuring all(bench, chosen.runtimes("flow", {"libgomp", "libomp", "StarPU"}), chosen.workers());
  for (unsigned number = 0; number < micro::experiments.size(); ++number) {
    const micro::experiment& what = micro::experiments[number];
    const auto asked_for = [&](const std::string& section) { return what.name.starts_with(section); };
    if (!sections.empty() && std::none_of(sections.begin(), sections.end(), asked_for)) continue;
    if (what.along == micro::axis::number) {
      all.along_numbers(number);
    } else {
      all.along_lengths(number);
    }
  }
  all.report_accesses();
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
