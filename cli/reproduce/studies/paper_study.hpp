// Results of papers that several inputs together make: characteristics, speed-ups, where time goes, the model of BP98;
// efficiency and what a dependency costs of T15; numbers of tasks, cache misses and groups of memory managers of KR02.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/environment.hpp"
#include "cli/reproduce/input_size.hpp"

namespace jackdaw::cli {

/// A row of BP98's table 2, as far as it is compared: ratios without a unit.
struct characteristic_row {
  std::string_view app;
  double overhead;                             ///< T1 / T_s of the work-stealing version
  double parallelism;                          ///< T1 / T∞
  std::optional<double> static_by_stealing{};  ///< T_8 static / T_8 stealing, where there is a static version
};

/// T15: inputs whose text has `with` reach this efficiency, T_s / (P T_P), with as many workers as are measured at most.
struct least_efficiency {
  std::string_view with;
  double least;
};

/// T15: the inputs whose text has `of` are slower than those that have `by` in its place, or as fast. Of inputs that say how
/// many tasks they have, it is the time of a task.
struct paper_ratio {
  std::string_view of;
  std::string_view by;
  bool is_slower;
};

/// KR02: a row of a table of cache misses, in thousands, for each of paper_study::workers.
struct cache_row {
  std::string_view pool;
  std::vector<double> first_level;
  std::vector<double> last_level;
};

/// KR02: how many tasks an input makes, whose text has `of`.
struct counted_tasks {
  std::string_view of;
  std::uint64_t tasks;
};

/// The caches of a paper's machine, as valgrind takes them: bytes, associativity, bytes of a line.
struct cache_sizes {
  std::string_view instructions;
  std::string_view data;
  std::string_view last;
};

struct paper_study {
  enum class kind : unsigned char {
    characteristics,
    speed_ups,
    breakdown,
    bound,
    efficiency,
    dependencies,
    cache_misses,
    manager_groups,
    task_counts
  };

  std::string_view name;
  std::string_view finding;
  std::string_view theirs;
  kind what;
  std::vector<std::string> small;  ///< applications with options, as `jackdaw model` takes them
  std::vector<std::string> usual;
  std::vector<std::string> full{};  ///< the paper's own; none where it is not told
  std::vector<std::string> pools{};
  std::vector<characteristic_row> rows{};  ///< of table 2
  std::string cycler{};                    ///< P,W of the cycler beside it; empty: none
  std::vector<least_efficiency> reached{};
  std::vector<paper_ratio> ratios{};
  std::string_view along{};    ///< of efficiency: the option along which it is drawn; empty: workers
  std::string_view besides{};  ///< what else here measures it, a line
  std::vector<cache_row> misses{};
  std::vector<counted_tasks> counts{};
  std::vector<unsigned> workers{};      ///< of `misses`, and with `managers`
  std::vector<std::string> managers{};  ///< of groups
  std::vector<unsigned> judged{};       ///< those of them with a verdict
  cache_sizes caches{};
};

/// Those whose applications are all here. Cache misses are simulated in further processes of this command: only where it can
/// be started again.
[[nodiscard]] std::vector<const paper_study*> known_studies(const environment& here);

/// Whether it is one that is not known only because this command does not find its own file.
[[nodiscard]] bool misses_program(const std::string& name, const environment& here);

/// By its name, with -fig for -figure or not; null where there is none.
[[nodiscard]] const paper_study* find_study(const std::string& name, const environment& here);

/// The inputs of that size. Throws input_error where the paper's own are not known here.
[[nodiscard]] const std::vector<std::string>& inputs_for(const paper_study& study, input_size size);

}  // namespace jackdaw::cli
