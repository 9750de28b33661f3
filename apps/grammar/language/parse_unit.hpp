// unit 5 ns: how long a unit of time is. A task may be called unit, but no number follows its name.
#pragma once

#include <cstdint>
#include <string>

#include "apps/grammar/language/token_reader.hpp"

namespace jackdaw::apps::grammar {

[[nodiscard]] inline bool at_unit(const token_reader& in) {
  return in.at("unit") && in.next(1).what == token::form::number;
}

/// The nanoseconds; `known`: those of a line before, 0 for none. `file`: for messages.
[[nodiscard]] inline std::int64_t parse_unit(token_reader& in, std::int64_t known, const std::string& file) {
  constexpr std::int64_t most = 1'000'000'000;
  const place where = in.next().where;
  in.expect("unit");
  if (known != 0) refuse(file, where, "a second unit", "one unit of time");
  const std::int64_t nanoseconds = in.take_number("a whole number");
  if (nanoseconds < 1 || nanoseconds > most)
    refuse(file, where, std::to_string(nanoseconds) + " ns are no unit of time",
           "1 to " + std::to_string(most) + " ns");
  in.expect("ns");
  return nanoseconds;
}

}  // namespace jackdaw::apps::grammar
