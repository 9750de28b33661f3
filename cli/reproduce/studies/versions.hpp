// Versions of applications, static ones beside those of a pool, that run in turns.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/model/model_inputs.hpp"
#include "cli/run/surroundings/surroundings.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

inline constexpr const char* static_version = "static";

/// An input, partitioned among threads once and for all, or on a pool.
struct version {
  std::size_t input;
  std::string on;  ///< static_version, or the pool's name
  apps::app* app;
};

/// The number of workers that stands for the serial program.
inline constexpr unsigned serial_program = 0;

struct version_times {
  /// Of a version and a number of workers, round by round; only where all results were right.
  std::map<std::pair<std::size_t, unsigned>, std::vector<double>> seconds;
  std::vector<std::string> wrong;

  /// Empty where it was wrong, or not measured.
  [[nodiscard]] const std::vector<double>& of(std::size_t version, unsigned workers) const;
};

/// The text of an input whose face is `threads`.
[[nodiscard]] std::string as_static(const std::string& input);

/// `repeat` rounds after one that does not count. In each of them every version runs on each of `workers`, and all of
/// them work. `inputs` are those of the versions, prepared.
[[nodiscard]] version_times run_versions(const std::vector<version>& all,
                                         const std::vector<model_input>& inputs,
                                         const std::vector<unsigned>& workers, unsigned repeat,
                                         progress& shown);

}  // namespace jackdaw::cli
