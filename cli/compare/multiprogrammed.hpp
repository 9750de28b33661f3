// One application among others, as in BP98's title: many numbers of workers on few processors, beside a cycler, with
// less of the machine, with less of a priority.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "cli/compare/comparison.hpp"
#include "cli/run/surroundings/surroundings.hpp"

namespace jackdaw::cli {

/// A program that is measured: an application, on a pool or divided among threads once and for all.
struct contender {
  std::string name;
  apps::app* app;
  scheduler_choice choice;  ///< its number of workers means nothing
};

/// What was found.
struct crowd {
  /// A contender with so many workers in a situation.
  struct result {
    std::size_t contender;
    std::size_t situation;
    measurement times;
    std::vector<double> processors;  ///< P_A of each run, by CPU time
  };

  std::string app;
  std::string input;
  estimate by = estimate::median;
  unsigned processors = 1;  ///< of this machine
  std::vector<contender> contenders;
  std::vector<std::string> situations;  ///< the first is the machine without others
  std::vector<std::string> skipped;     ///< why a situation is not there
  std::vector<result> results;          ///< by situation, contender, workers

  [[nodiscard]] bool correct() const;

  /// By the least time of the same contender without others, with any number of workers; 0 where no result was right.
  [[nodiscard]] double ratio(const result& of) const;
};

/// Every contender with each of `workers` in each situation, all by turns in each of the plan's rounds. The
/// contenders' applications are prepared; of the plan's choices nothing is used.
[[nodiscard]] crowd run_crowd(std::string name, std::vector<contender> contenders,
                              const std::vector<unsigned>& workers, const comparison_plan& plan,
                              progress& shown);

/// A table with a row for each contender in a situation and a column for each number of workers; last, what one worker
/// more than processors costs.
void print(std::ostream& out, const crowd& found);

[[nodiscard]] apps::json to_json(const crowd& found);

}  // namespace jackdaw::cli
