#include "tests/support/apps.hpp"

#include <CLI/CLI.hpp>

#include "apps/support/options/number.hpp"

namespace jackdaw::tests {

std::unique_ptr<apps::app> prepared(app_maker make, const std::string& options) {
  auto made = make();
  CLI::App command;
  made->declare_options(command);
  apps::read_numbers_of(command);
  command.parse(options);
  made->prepare();
  return made;
}

std::string refusal(app_maker make, const std::string& options) {
  try {
    (void)prepared(make, options);
  } catch (const apps::input_error& error) { return error.what(); }
  return {};
}

}  // namespace jackdaw::tests
