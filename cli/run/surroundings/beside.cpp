#include "cli/run/surroundings/beside.hpp"

#include <algorithm>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <jackdaw/base/processors/cpu_list.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/text/numbers.hpp"

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

void beside::computes(bool now) const {
  if (other_) other_->computes(now);
}

void beside::begin() {
  if (other_) before_ = other_->now();
  own_.restart();
}

void beside::end(unsigned workers, double machine) {
  last_.own = own_.processors();
  if (other_) {
    const auto now = other_->now();
    last_.taken = apps::processors_between(before_, now);
    last_.counted = apps::processors_between(before_, now, rate_);
  }
  if (machine == 0) machine = static_cast<double>(base::affinity_of().size());
  last_.left = std::clamp(machine - last_.taken, 0., static_cast<double>(workers));
}

apps::json beside::found() const {
  if (!other_) return nullptr;
  return {{"processors", last_.own},
          {"cycler_processors", last_.taken},
          {"cycler_processors_by_rate", last_.counted},
          {"processors_left", last_.left}};
}

void add_beside(table& lines, const apps::json& figures) {
  const auto shown = [&](const char* name) { return fmt::format("{:.2f}", figures[name].get<double>()); };
  lines.row({"processors", shown("processors") + " by the CPU time of this process, " +
                               shown("processors_left") + " left by the cycler, which had " +
                               shown("cycler_processors") + " by its CPU time and " +
                               shown("cycler_processors_by_rate") + " by its counter"});
}

}  // namespace jackdaw::cli
