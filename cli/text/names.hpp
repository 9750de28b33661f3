// Names that users type: are they right, and if not, what was meant?
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::cli {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (Damerau 1964, in the
/// restricted form that edits no letter twice). O(|a| |b|).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// "did you mean 'dq8'?", or "expected one of …" where nothing in `known` is near.
[[nodiscard]] std::string suggestion(std::string_view wrong, const std::vector<std::string>& known);

/// A kind of name: what to call it in a message, and which command shows them all.
struct name_kind {
  std::string_view word;     ///< "pool"
  std::string_view listing;  ///< "jackdaw list pools"
};
inline constexpr name_kind app_names{"application", "jackdaw list apps"};
inline constexpr name_kind pool_names{"pool", "jackdaw list pools"};
inline constexpr name_kind memory_names{"memory manager", "jackdaw list managers"};
inline constexpr name_kind idle_names{"idle policy", "jackdaw list idle"};

/// Throws input_error unless `name` is in `known`.
void require_known(const name_kind& kind, std::string_view name, const std::vector<std::string>& known);

/// "a,b" or "all" as names, each once, in the order given. Throws input_error for an unknown name and for an
/// empty one.
[[nodiscard]] std::vector<std::string> chosen_names(const name_kind& kind, std::string_view list,
                                                    const std::vector<std::string>& known);

/// The parts of `list` between commas. An empty list has one empty part.
[[nodiscard]] std::vector<std::string> split_list(std::string_view list);

}  // namespace jackdaw::cli
