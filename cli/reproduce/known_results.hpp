// The papers' results whose applications are here, by name.
#pragma once

#include <string>
#include <vector>

#include "apps/app.hpp"
#include "cli/environment.hpp"
#include "cli/reproduce/paper_results.hpp"

namespace jackdaw::cli {

/// The entry of its application; null where that is not there.
[[nodiscard]] const apps::app_entry* entry_of(const paper_result& result, const environment& here);

[[nodiscard]] std::vector<const paper_result*> known_results(const environment& here);

/// By its name, with -fig for -figure or not. Throws input_error with the nearest one.
[[nodiscard]] const paper_result& result_named(const std::string& name, const environment& here);

}  // namespace jackdaw::cli
