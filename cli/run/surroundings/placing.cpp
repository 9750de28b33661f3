#include "cli/run/surroundings/placing.hpp"

#include "cli/text/names.hpp"

namespace jackdaw::cli {
namespace {

constexpr name_kind pin_names{"way of pinning", "jackdaw run --help"};
constexpr name_kind surplus_names{"use of surplus workers", "jackdaw run --help"};

}  // namespace

void placing::declare(CLI::App& command, const std::string& group) {
  command
      .add_option("--pin", pin_,
                  "Bind workers to processors: none, compact or scatter (docs/guide/running/workers.md)")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--surplus", surplus_,
                  "What surplus workers do, those without a processor: rest, work, or automatic: "
                  "JACKDAW_SURPLUS, or else "
                  "rest (docs/guide/running/workers.md)")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
}

scheduler_options placing::chosen() const {
  require_known(pin_names, pin_, {"none", "compact", "scatter"});
  require_known(surplus_names, surplus_, {"automatic", "rest", "work"});
  scheduler_options options;
  options.pin = pin_ == "compact" ? pinning::compact : pin_ == "scatter" ? pinning::scatter : pinning::none;
  options.surplus = surplus_ == "rest"   ? surplus_use::rest
                    : surplus_ == "work" ? surplus_use::work
                                         : surplus_use::automatic;
  static_cast<void>(working::surplus_rests(options.surplus));  // now, before anything is measured
  return options;
}

}  // namespace jackdaw::cli
