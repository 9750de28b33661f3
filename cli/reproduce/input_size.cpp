#include "cli/reproduce/input_size.hpp"

#include "apps/support/text/input_error.hpp"

namespace jackdaw::cli {

std::string_view name_of(input_size which) {
  return which == input_size::small ? "small" : which == input_size::usual ? "usual" : "paper";
}

input_size input_size_named(const std::string& name) {
  for (const input_size each : {input_size::small, input_size::usual, input_size::paper}) {
    if (name == name_of(each)) return each;
  }
  throw apps::input_error("--input: '" + name + "'; expected small, usual or paper");
}

const std::vector<std::string>& options_of(const paper_result& result, input_size which) {
  if (which == input_size::small) return result.quick;
  if (which == input_size::usual) return result.input;
  if (result.full.empty())
    throw apps::input_error("--input paper: " + std::string(result.name) +
                            " has an input that its paper does not describe; expected small or usual");
  return result.full;
}

}  // namespace jackdaw::cli
