// Sizes of the input with which a paper's result is looked for: `jackdaw reproduce RESULT --input SIZE`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

/// small: over in seconds, to try the command. usual: some seconds to minutes for a run of everything, large enough to
/// conclude from. paper: the paper's own, where it is told and the application has it.
enum class input_size : unsigned char { small, usual, paper };

[[nodiscard]] std::string_view name_of(input_size which);

/// Throws input_error when there is none of that name.
[[nodiscard]] input_size input_size_named(const std::string& name);

/// The options of the application that make it. Throws input_error where the paper's own is not known here.
[[nodiscard]] const std::vector<std::string>& options_of(const paper_result& result, input_size which);

}  // namespace jackdaw::cli
