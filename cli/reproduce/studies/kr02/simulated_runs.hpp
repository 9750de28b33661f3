// Cache misses of runs, counted by a simulation of the caches: valgrind's callgrind.
#pragma once

#include <string>
#include <vector>

#include "cli/reproduce/studies/paper_study.hpp"

namespace jackdaw::cli {

/// Of data, in one run, of all threads together.
struct simulated_misses {
  double first_level = 0;
  double last_level = 0;
};

struct simulation_plan {
  std::string name;     ///< of the result, for messages
  std::string program;  ///< this command
  std::string input;    ///< the synthetic algorithm with options
  std::vector<std::string> pools;
  std::vector<unsigned> workers;
  unsigned repeat = 1;  ///< rounds; each combination runs once in each of them
  cache_sizes caches;
};

struct simulation {
  /// Of pool p with the w-th number of workers, round by round: runs[w * pools + p].
  std::vector<std::vector<simulated_misses>> runs;
  std::string wrong;  ///< what the command said where a result was wrong; empty: all were right
};

/// Starts `jackdaw compare` under valgrind, as many at a time as there are processors, each for some of the rounds. A run counts
/// from the call of synthetic_app::run to that of synthetic_app::check, so the program's start and the begin of a scheduler
/// do not. All threads have the same caches, and one of them runs at a time. Throws input_error where there is no valgrind, and
/// where the command does not run under it.
[[nodiscard]] simulation simulate_runs(const simulation_plan& plan);

/// Whether valgrind can be started.
[[nodiscard]] bool has_valgrind();

}  // namespace jackdaw::cli
