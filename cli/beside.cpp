#include "cli/beside.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <jackdaw/base/cpu_list.hpp>

#include "apps/support/input_error.hpp"
#include "cli/numbers.hpp"

namespace jackdaw::cli {

void beside::declare(CLI::App& command) {
  command
      .add_option("--cycler", option_,
                  "Run beside BP98's cycler, of P processes that raise a counter up to W times a turn, and "
                  "show on how "
                  "many processors this run and the cycler ran")
      ->type_name("P,W")
      ->group("Options of the run");
}

void beside::start() {
  if (option_.empty()) return;
  const auto comma = option_.find(',');
  if (comma == std::string::npos)
    throw apps::input_error("--cycler " + option_ + ": expected P,W such as 2,20");
  apps::cycler_options options;
  options.processes = whole_number("--cycler P", option_.substr(0, comma), 1, 1000);
  options.increments = whole_number("--cycler W", option_.substr(comma + 1), 1, 1'000'000'000);
  options.turns = apps::cycler_turns();
  rate_ = apps::increments_per_second(options);
  other_.emplace(options);
}

void beside::begin() {
  if (!other_) return;
  before_ = other_->now();
  own_.restart();
}

void beside::end(unsigned workers) {
  if (!other_) return;
  const double own = own_.processors();
  const double taken = apps::processors_between(before_, other_->now(), rate_);
  const auto machine = static_cast<double>(base::affinity_of().size());
  found_ = {{"processors", own},
            {"cycler_processors", taken},
            {"processors_left", std::clamp(machine - taken, 0., static_cast<double>(workers))}};
}

void add_beside(table& lines, const apps::json& figures) {
  const auto shown = [&](const char* name) { return fmt::format("{:.2f}", figures[name].get<double>()); };
  lines.row({"processors", shown("processors") + " by the CPU time of this process, " +
                               shown("processors_left") + " left by the cycler, which had " +
                               shown("cycler_processors")});
}

}  // namespace jackdaw::cli
