// The inputs of `jackdaw model`: applications with options, each in one argument, and many of them by braces.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/app.hpp"
#include "cli/environment.hpp"

namespace jackdaw::cli {

/// The texts that the first pair of braces stands for, as in a shell, and so on: "a {1,2} {3,4}" are four. Throws
/// input_error when a brace has no other end.
[[nodiscard]] std::vector<std::string> expanded(const std::string& text);

/// An application with its options.
struct model_input {
  std::string text;   ///< as a user writes it: "knary --height 9"
  std::string label;  ///< for tables; after prepare()
  std::unique_ptr<apps::app> app;
  bool is_without_tasks = false;  ///< threads with a part each (app_choice.hpp)
};

/// The inputs in the order given. Throws input_error for a wrong name or option, and when there is none.
[[nodiscard]] std::vector<model_input> inputs_of(const std::vector<std::string>& texts,
                                                 const environment& here);

/// Prepares all of them and gives them their labels: name and input, or the text where two have the same.
void prepare(std::vector<model_input>& inputs);

}  // namespace jackdaw::cli
