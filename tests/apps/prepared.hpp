// An application as the command makes it ready.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "apps/app.hpp"

namespace jackdaw::tests {

/// The application after it has read `options` and its input.
inline std::unique_ptr<apps::app> prepared(std::unique_ptr<apps::app> made, const std::string& options) {
  CLI::App command;
  made->declare_options(command);
  command.parse(options);
  made->prepare();
  return made;
}

/// The message with which the options or the input are refused; empty when they are not.
inline std::string refusal(std::unique_ptr<apps::app> made, const std::string& options) {
  try {
    prepared(std::move(made), options);
  } catch (const apps::input_error& e) { return e.what(); }
  return {};
}

}  // namespace jackdaw::tests
