#include "cli/replay/replayed_grammar.hpp"

#include <array>
#include <filesystem>
#include <string_view>

#include "apps/grammar/expansion/program_of.hpp"
#include "apps/grammar/language/parse.hpp"
#include "apps/grammar/language/settings.hpp"
#include "apps/support/options/count_option.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::cli {

namespace {

constexpr std::array<std::string_view, 3> options{"--set", "--unit", "--most"};
constexpr std::int64_t default_unit = 1000;

}  // namespace

void replayed_grammar::declare_options(CLI::App& command) {
  constexpr const char* group = "Of a task grammar";
  command.add_option("--set", settings_, "NAME=VALUE: a shared variable's value instead of the grammar's")
      ->type_name("NAME=VALUE")
      ->group(group);
  command
      .add_option("--unit", unit_,
                  "Nanoseconds of a unit of time; default: as the grammar says (unit 5 ns), else " +
                      std::to_string(default_unit))
      ->type_name(apps::whole_numbers(1, 1'000'000'000))
      ->group(group);
  command.add_option("--most", most_, "Most tasks: a grammar that makes more is refused")
      ->type_name("COUNT")
      ->capture_default_str()
      ->group(group);
}

bool replayed_grammar::is_in(const std::string& file) {
  return std::filesystem::path(file).extension() == ".tg";
}

void replayed_grammar::require_no_option(const CLI::App& command, const std::string& file) const {
  for (const std::string_view each : options) {
    if (command.get_option(std::string(each))->count() != 0)
      throw apps::input_error(std::string(each) +
                              ": belongs to a task grammar; expected a file NAME.tg, not " + file);
  }
}

replay::program replayed_grammar::program(const std::string& file, std::uint64_t seed) const {
  const std::size_t most = apps::parse_count("--most", most_);
  const apps::grammar::task_grammar of = apps::grammar::read_grammar(file);
  const apps::grammar::expander by(of, apps::grammar::values_with(of, settings_));
  const std::int64_t unit = unit_ != 0 ? unit_ : of.unit != 0 ? of.unit : default_unit;
  return apps::grammar::program_of(by, seed, most, static_cast<double>(unit));
}

std::string replayed_grammar::title(const std::string& file, std::uint64_t seed) const {
  std::string text = "grammar " + std::filesystem::path(file).filename().string();
  for (const std::string& each : settings_) text += " " + each;
  return text + " seed=" + std::to_string(seed);
}

}  // namespace jackdaw::cli
