// jackdaw run --watch: what is going on, when no task ends for some time.
#pragma once

#include <optional>
#include <string>

#include <jackdaw/observe/watch/watch.hpp>

#include "apps/app.hpp"
#include "cli/text/progress.hpp"

namespace jackdaw::cli {

class watching {
 public:
  void declare(CLI::App& command);

  /// A choice that can be watched, where that was asked for; with its recorder, if it has one (explanation.hpp).
  /// Throws input_error for a wrong number.
  [[nodiscard]] scheduler_choice with_activity(scheduler_choice choice);

  /// While it lives, reports go to `shown`; none where they were not asked for.
  [[nodiscard]] std::optional<observe::watch> begin(const any_scheduler& scheduler, progress& shown) const;

 private:
  std::string option_;
  double seconds_ = 0;
};

}  // namespace jackdaw::cli
