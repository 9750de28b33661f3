// JSON as the command prints it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "apps/app.hpp"

namespace jackdaw::cli {

/// Indented, with a line end. Bytes of a file name that are not UTF-8 are replaced instead of refused.
[[nodiscard]] inline std::string json_text(const apps::json& value) {
  return value.dump(2, ' ', false, apps::json::error_handler_t::replace) + '\n';
}

}  // namespace jackdaw::cli
