// The papers' results whose applications are here, by name.
#pragma once

#include <string>
#include <vector>

#include "apps/app.hpp"
#include "cli/environment.hpp"
#include "cli/reproduce/results/paper_results.hpp"

namespace jackdaw::cli {

/// The entry of its application; null where that is not there.
[[nodiscard]] const apps::app_entry* entry_of(const paper_result& result, const environment& here);

[[nodiscard]] std::vector<const paper_result*> known_results(const environment& here);

/// WSL06-fig2 is WSL06-figure2.
[[nodiscard]] std::string full_name(const std::string& name);

/// By its name, with -fig for -figure or not; null where there is none.
[[nodiscard]] const paper_result* find_result(const std::string& name, const environment& here);

/// The same. Throws input_error with the nearest name.
[[nodiscard]] const paper_result& result_named(const std::string& name, const environment& here);

/// There is none of this name; `further` are known besides.
[[noreturn]] void refuse_result(const std::string& name, const environment& here,
                                const std::vector<std::string>& further, const std::string& hint);

}  // namespace jackdaw::cli
