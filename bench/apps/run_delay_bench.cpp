// Should a program that shares its processors with others work with fewer workers? What it sees of its neighbours, the
// time for which its threads wait for a processor (run-queue delay) and the kernel's pressure figure (PSI); and what it
// and they would gain: time, processors and the neighbours' speed for each number of workers at work.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/measure/processors_used.hpp>

#include "apps/registry.hpp"
#include "apps/support/system/situation.hpp"
#include "bench/peers/peer.hpp"
#include "bench/support/bystander.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/schedulers.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

/// Seconds for which threads of this process that could run have waited for a processor, all together. 0 where the
/// kernel does not count.
[[nodiscard]] double run_queue_seconds() {
  double all = 0;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(thread.path() / "schedstat");
    double on_processor = 0;
    double waited = 0;
    if (file >> on_processor >> waited) all += 1e-9 * waited;
  }
  return all;
}

/// Seconds for which some thread of the machine has waited for a processor (PSI). 0 where the kernel does not count.
[[nodiscard]] double pressure_seconds() {
  std::ifstream file("/proc/pressure/cpu");
  file.ignore(std::numeric_limits<std::streamsize>::max(), '=');  // some avg10=
  for (int more = 0; more < 3; ++more) file.ignore(std::numeric_limits<std::streamsize>::max(), '=');
  double microseconds = 0;
  file >> microseconds;
  return 1e-6 * microseconds;
}

/// One situation, and what was seen of it in each round.
struct situation {
  unsigned neighbours;
  unsigned workers;  // 0: only the neighbours
  std::vector<double> seconds{};
  std::vector<double> processors{};  // that this process had
  std::vector<double> waited{};      // run-queue delay, threads
  std::vector<double> pressure{};    // PSI, a share of the time
  std::vector<double> speed{};       // of a neighbour
};

class experiment {
 public:
  explicit experiment(program& bench) : bench_(bench) {
    for (unsigned i = 0; i < 4; ++i) crowd_.push_back(std::make_unique<bystander>(bystander::kind::computes));
    const auto all = apps::registry();
    app_ = std::ranges::find(all, "knary", &apps::app_entry::name)->make();
    CLI::App line;
    app_->declare_options(line);
    line.parse(sized(std::string("--height 10 --serial-children 1"), std::string("--height 5")));
    app_->prepare();
  }

  /// Measures once; `counts`: not to warm up.
  void measure(situation& here, bool counts) {
    for (unsigned i = 0; i < here.neighbours; ++i) crowd_[i]->begin();
    const double pressed = pressure_seconds();
    const base::stopwatch watch;
    double seconds = 0;
    double processors = 0;
    double waited = 0;
    if (here.workers == 0) {
      while (watch.seconds() < sized(0.3, 0.01)) nanosleep(&a_while, nullptr);
    } else {
      auto sched = make_scheduler({.workers = here.workers});
      const double before = run_queue_seconds();
      const measure::processor_average average;
      seconds = app_->run(sched);
      processors = average.processors();
      waited = (run_queue_seconds() - before) / seconds;
      if (const apps::verdict found = app_->check(); !found.passed) bench_.complain(found.line);
    }
    const double pressure = (pressure_seconds() - pressed) / watch.seconds();
    double speed = 0;
    for (unsigned i = 0; i < here.neighbours; ++i) {
      crowd_[i]->end();
      speed += crowd_[i]->speed() / here.neighbours;
    }
    if (!counts) return;
    here.seconds.push_back(seconds);
    here.processors.push_back(processors);
    here.waited.push_back(waited);
    here.pressure.push_back(pressure);
    here.speed.push_back(speed);
  }

 private:
  static constexpr timespec a_while{.tv_sec = 0, .tv_nsec = 1'000'000};
  program& bench_;
  std::vector<std::unique_ptr<bystander>> crowd_;
  std::unique_ptr<apps::app> app_;
};

void print(program& bench, const std::vector<situation>& all, const situation& here) {
  const auto beside = [&](unsigned workers) -> const situation& {
    return *std::ranges::find_if(all, [&](const situation& other) {
      return other.neighbours == here.neighbours && other.workers == workers;
    });
  };
  const double seconds = spread_of(here.seconds).median;
  const double of_two = seconds / spread_of(beside(2).seconds).median;
  const double processors = spread_of(here.processors).median;
  const double waited = spread_of(here.waited).median;
  const double pressure = spread_of(here.pressure).median;
  const double kept =
      here.neighbours == 0 ? 0 : spread_of(here.speed).median / spread_of(beside(0).speed).median;
  std::printf("%10u %8u %10.1f %8.2f %10.2f %10.2f %8.2f", here.neighbours, here.workers, 1e3 * seconds,
              of_two, processors, waited, pressure);
  here.neighbours == 0 ? std::printf(" %10s\n", "-") : std::printf(" %10.2f\n", kept);
  std::fflush(stdout);
  bench.add({{"neighbours", here.neighbours},
             {"workers", here.workers},
             {"seconds", here.seconds},
             {"processors", processors},
             {"waited", waited},
             {"pressure", pressure},
             {"speed_kept_by_a_neighbour", kept}});
}

int measure_all(int argc, char** argv) {
  program bench("run_delay", "what a program sees of its neighbours, and what fewer workers would change");
  bench.parse(argc, argv);
  setenv("JACKDAW_SURPLUS", "work", 1);  // NOLINT(concurrency-mt-unsafe): there is one thread
  for (const char* counter : {"/proc/self/schedstat", "/proc/pressure/cpu"}) {
    if (!std::filesystem::exists(counter))
      std::printf("skipped: the kernel has no %s; 0 stands there\n", counter);
  }
  const apps::fewer_processors two(2);
  experiment trial(bench);
  std::vector<situation> all;
  for (const unsigned neighbours : {0U, 1U, 2U, 4U}) {
    for (const unsigned workers : {0U, 1U, 2U, 4U}) all.push_back({neighbours, workers});
  }
  interleave(all.size(), bench.rounds(),
             [&](std::size_t i, unsigned round) { trial.measure(all[i], round != 0); });
  std::printf("\n%10s %8s %10s %8s %10s %10s %8s %10s\n", "neighbours", "workers", "ms", "to two",
              "processors", "waiting", "PSI", "they keep");
  for (const situation& here : all) {
    if (here.workers != 0) print(bench, all, here);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) {
  return jackdaw::bench::run_program(&jackdaw::bench::measure_all, argc, argv);
}
