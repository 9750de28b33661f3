// JSON as the command prints it.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <jackdaw/base/characters.hpp>

#include "apps/app.hpp"

namespace jackdaw::cli {

/// The same with UTF-8 in all texts and keys: other bytes stand there as "\xNN", so that two names stay two.
[[nodiscard]] inline apps::json in_utf8(const apps::json& value) {
  if (value.is_string()) {
    std::string text;
    base::for_each_character(
        value.get_ref<const std::string&>(), [&text](std::string_view character) { text += character; },
        [&text](std::string_view byte) { base::append_bytes(text, byte); });
    return text;
  }
  if (!value.is_structured()) return value;
  apps::json whole = value.is_object() ? apps::json::object() : apps::json::array();
  for (const auto& [key, each] : value.items()) {
    if (value.is_object()) {
      whole[in_utf8(key).get<std::string>()] = in_utf8(each);
    } else {
      whole.push_back(in_utf8(each));
    }
  }
  return whole;
}

/// Indented, with a line end.
[[nodiscard]] inline std::string json_text(const apps::json& value) { return in_utf8(value).dump(2) + '\n'; }

}  // namespace jackdaw::cli
