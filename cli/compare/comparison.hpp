// Many schedulers on one input, measured so that the figures can be compared.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/observe/run_counts.hpp>

#include "apps/app.hpp"
#include "cli/compare/rival.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

/// Which of the times of a combination counts. The least is steadier where the machine itself changes its speed,
/// and needs more runs; the median tells what to expect.
enum class estimate : unsigned char { median, least };

[[nodiscard]] std::string_view name_of(estimate which);

/// Throws input_error when there is none of that name.
[[nodiscard]] estimate estimate_named(const std::string& name);

/// What to measure.
struct comparison_plan {
  std::vector<scheduler_choice> choices;  ///< grouped by number of workers, ascending
  unsigned repeat = 5;
  bool warm_up = true;    ///< one round more, before the others, that does not count
  bool serial = true;     ///< the serial program takes part in every round
  bool counters = false;  ///< what the workers did is counted, and how long they waited and slept
  estimate by = estimate::median;
  std::vector<rival_choice> rivals{};  ///< they take part in every round, too
};

/// One participant's times.
struct measurement {
  scheduler_choice
      choice;  ///< of no meaning for the serial program; of a rival its name, as pool, and its workers
  std::vector<double> seconds;
  std::uint64_t tasks = 0;
  bool correct = true;
  std::string line;  ///< what the check said: the first wrong one, else the last
  estimate by = estimate::median;
  observe::run_totals counted{};  ///< of all runs that count, where the plan says so
  bool has_counts = false;

  [[nodiscard]] double time() const;  ///< the one that counts
  [[nodiscard]] double least() const;
  [[nodiscard]] double most() const;
};

struct comparison {
  std::string app;
  std::string input;
  std::optional<measurement> serial;
  std::vector<measurement> results;  ///< in the order of the plan
  estimate by = estimate::median;
  std::vector<measurement> rivals{};  ///< likewise

  [[nodiscard]] bool correct() const;

  /// The rival with so many workers; null where it was not measured.
  [[nodiscard]] const measurement* rival_named(std::string_view name, unsigned workers) const;

  /// Serial time / time; nothing where there is none to divide.
  [[nodiscard]] std::optional<double> speedup(const measurement& of) const;

  /// By how much two times may differ and mean nothing: how far apart the estimates from every second run and
  /// from the others are, the middle one of all participants; 0.02: 2 %. Nothing with fewer than four runs.
  [[nodiscard]] std::optional<double> noise() const;
};

/// The fastest correct results, one for each number of workers; of equals the first. As long as the results stay.
class fastest_ones {
 public:
  explicit fastest_ones(const comparison& found);
  [[nodiscard]] bool has(const measurement& one) const;

  /// What the fastest took on so many workers; there must be one.
  [[nodiscard]] double seconds(unsigned workers) const { return by_workers_.at(workers).seconds; }

 private:
  struct entry {
    const measurement* one = nullptr;
    double seconds = 0;
  };
  std::map<unsigned, entry> by_workers_;
};

/// The choice that is best over all numbers of workers: the one with the least geometric mean of its time by
/// the time of the fastest for the same number of workers.
struct overall_best {
  scheduler_choice choice;  ///< its number of workers means nothing
  double ratio = 1;         ///< the mean; 1: always the fastest
};
/// Nothing when no choice was correct everywhere.
[[nodiscard]] std::optional<overall_best> best_overall(const comparison& found);

/// Runs every participant once in each round, so that a drift of the machine hits all of them alike, each time beginning
/// with another one, so that none always follows the same one; a scheduler lives for one run, so that no idle thread of another disturbs. Checks every
/// result. A rival stands behind the schedulers with as many workers. `app` is prepared.
[[nodiscard]] comparison compare(apps::app& app, std::string name, const comparison_plan& plan,
                                 progress& shown);

}  // namespace jackdaw::cli
