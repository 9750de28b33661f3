// Which workers work where: options that `jackdaw run` and `jackdaw compare` share.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include <jackdaw/worker/options/scheduler_options.hpp>

namespace jackdaw::cli {

class placing {
 public:
  void declare(CLI::App& command, const std::string& group);

  /// Throws input_error for an unknown name, std::invalid_argument for a wrong JACKDAW_SURPLUS.
  [[nodiscard]] scheduler_options chosen() const;

 private:
  std::string pin_ = "none";
  std::string surplus_ = "automatic";
};

}  // namespace jackdaw::cli
