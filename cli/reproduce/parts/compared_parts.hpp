// Which parts a paper's result compares: pools, memory managers or idle policies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/compare/ranking.hpp"
#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

/// The ranking of those parts.
[[nodiscard]] const std::vector<ranked>& places_of(const paper_result& result, const ranking& all);

/// The name of the part that `choice` has of that kind.
[[nodiscard]] const std::string& part_of(const paper_result& result, const scheduler_choice& choice);

/// "pool", and the like.
[[nodiscard]] std::string_view kind_of(const paper_result& result);

/// The paper's parts of that kind, and those beside them.
[[nodiscard]] const std::vector<std::string>& parts_of(const paper_result& result);

/// `list` as parts of that kind. Throws input_error for one that there is not, and for one that the paper has there.
[[nodiscard]] std::vector<std::string> parts_to_add(const paper_result& result, const std::string& list);

}  // namespace jackdaw::cli
