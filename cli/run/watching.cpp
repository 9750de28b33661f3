#include "cli/run/watching.hpp"

#include <utility>

#include <CLI/App.hpp>

#include <jackdaw/observe/both.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/parse.hpp"

namespace jackdaw::cli {

void watching::declare(CLI::App& command) {
  command
      .add_option("--watch", option_,
                  "Report on stderr what each worker does and which tasks wait, whenever no task has ended "
                  "for so long")
      ->type_name("SECONDS")
      ->group("Options that explain the run (docs/guide/observing/recording.md)");
}

scheduler_choice watching::with_activity(scheduler_choice choice) {
  if (option_.empty()) return choice;
  constexpr double most = 1e6;
  if (!apps::parses_as(option_, seconds_) || !(seconds_ > 0 && seconds_ <= most))
    throw apps::input_error("--watch " + option_ + ": expected seconds, above 0 and at most a million");
  using recorded = observe::both<trace::recorder, observe::activity>;
  choice.observer = choice.observer == nullptr ? &observe::any_observer::make<observe::activity>
                                               : &observe::any_observer::make<recorded>;
  return choice;
}

std::optional<observe::watch> watching::begin(const any_scheduler& scheduler, progress& shown) const {
  if (option_.empty()) return std::nullopt;
  return std::optional<observe::watch>(std::in_place, *scheduler.observer<observe::activity>(), seconds_,
                                       [&shown](const std::string& lines) { shown.print(lines); });
}

}  // namespace jackdaw::cli
