// What is left for others: how fast a program goes on that computes beside each runtime, and how late one is that wakes
// up each 10 ms, on two processors.
//
// Situations: the runtime has work for all of its workers (UTS T1), with as many as processors and with four times as
// many; one of its workers computes for a second and the other has nothing; none has anything. Each runtime is a
// program of its own, and all take turns, with "nobody" among them: the other program alone. A runtime can only take
// what is its share; the ideal is that of a fair kernel where no thread runs without work. On two processors one that
// always computes leaves P_A = 2 - speed to a runtime: what it makes of that is the question of crowd_main.cpp, whose
// neighbour is bound to one of them.
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/support/system/situation.hpp"
#include "bench/peers/idle/config.hpp"
#include "bench/peers/remote/remote.hpp"
#include "bench/support/bystander.hpp"
#include "bench/support/interleave.hpp"
#include "bench/support/program.hpp"
#include "bench/support/spread.hpp"

namespace jackdaw::bench {
namespace {

struct situation {
  const char* name;
  const char* problem;
  unsigned instance;
  unsigned workers;
  double ideal;  ///< speed of the program that computes, relative to alone
};

constexpr std::array<situation, 4> situations{
    {{"2 workers, work for all", "uts", 0, 2, 2.0 / 3},
     {"8 workers, work for all", "uts", 0, 8, 2.0 / 9},
     {"2 workers, work for one", "idle", idle::cpu_beside_one, 2, 1},
     {"2 workers, no work", "idle", idle::cpu_without_work, 2, 1}}};

/// A runtime in a situation.
struct trial {
  const situation* where;
  peer runtime;
  std::vector<double> seconds{};
  std::vector<double> speeds{};
  std::vector<double> responses{};
  bool failed = false;
};

/// The other program alone.
measurement nobody(unsigned /*instance*/, unsigned /*workers*/) {
  std::this_thread::sleep_for(std::chrono::milliseconds(idle::ticks));
  return {1e-3 * idle::ticks, 1};
}

std::vector<trial> all_trials() {
  std::vector<trial> all;
  for (const situation& where : situations) {
    for (const std::string name : {"jackdaw", "oneTBB", "libgomp", "libomp"}) {
      const std::string program =
          name == "jackdaw" && where.problem == std::string("idle") ? "jackdaw_spin_yield_park" : name;
      auto runtime = start_remote(where.problem, program);
      if (!runtime) {
        std::printf("skipped: %s of %s was not built\n", program.c_str(), where.problem);
        continue;
      }
      runtime->name = name;
      all.push_back({&where, std::move(*runtime)});
    }
  }
  all.push_back({nullptr, {"nobody", role::serial, "", nobody}});
  return all;
}

void run(program& bench, trial& one, bystander& computing, bystander& waking, bool measured) {
  if (one.failed) return;
  const situation& where = one.where != nullptr ? *one.where : situations.back();
  try {
    for (bystander* beside : {&computing, &waking}) {
      beside->begin();
      measurement found{};
      try {
        found = one.runtime.run(where.instance, where.workers);
      } catch (...) {
        beside->end();
        throw;
      }
      beside->end();
      if (!measured) continue;
      if (beside == &computing) {
        one.seconds.push_back(found.seconds);
        one.speeds.push_back(computing.speed());
      } else {
        one.responses.insert(one.responses.end(), waking.responses().begin(), waking.responses().end());
      }
    }
  } catch (const std::exception& error) {
    one.failed = true;
    bench.complain(one.runtime.name + ", " + where.name + ": " + error.what());
  }
}

void print(program& bench, const trial& one, const char* name, double ideal, double alone) {
  const double speed = spread_of(one.speeds).median / alone;
  const double median = quantile(one.responses, 0.5);
  const double slow = quantile(one.responses, 0.99);
  std::printf("%-24s %-9s %12.3f %7.2f %14.0f %14.0f %8zu\n", name, one.runtime.name.c_str(), speed, ideal,
              1e6 * median, 1e6 * slow, one.responses.size());
  const bool timed = one.where != nullptr && one.where->problem == std::string("uts");
  bench.add(
      {{"situation", name},
       {"runtime", one.runtime.name},
       {"version", one.runtime.version},
       {"speed_of_who_computes", speed},
       {"ideal_speed", ideal},
       {"seconds", timed ? program::json(one.seconds) : program::json(nullptr)},  // of the run beside it
       {"response_median_seconds", median},
       {"response_99_seconds", slow},
       {"responses", one.responses.size()}});
}

int measure(int argc, char** argv) {
  program bench("neighbours", "what other programs keep beside each runtime");
  bench.parse(argc, argv);
  const apps::fewer_processors two(2);
  bystander computing(bystander::kind::computes);
  bystander waking(bystander::kind::wakes);
  std::vector<trial> all = all_trials();
  interleave(all.size(), bench.rounds(),
             [&](std::size_t i, unsigned round) { run(bench, all[i], computing, waking, round != 0); });

  const double alone = spread_of(all.back().speeds).median;
  std::printf(
      "\nresponse: 0.2 ms of work, from the moment at which it is due\n%-24s %-9s %12s %7s %14s %14s %8s\n",
      "beside", "runtime", "speed", "ideal", "response us", "99 % us", "times");
  print(bench, all.back(), "nobody", 1, alone);
  for (const trial& one : all) {
    if (!one.failed && one.where != nullptr) print(bench, one, one.where->name, one.where->ideal, alone);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
