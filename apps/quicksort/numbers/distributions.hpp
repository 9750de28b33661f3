// Generated inputs, easy ones and those that ruin a careless quicksort.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jackdaw::apps::quicksort {

enum class distribution { uniform, sorted, reversed, equal, few, organ_pipe, killer };

struct distribution_entry {
  std::string_view name;  ///< as on the command line
  distribution value;
  std::string_view line;
};

/// Every distribution; tests and the help text iterate it.
inline constexpr std::array<distribution_entry, 7> distributions{{
    {"uniform", distribution::uniform, "all 32-bit integers or doubles in [0, 1), equally likely"},
    {"sorted", distribution::sorted, "ascending"},
    {"reversed", distribution::reversed, "descending"},
    {"equal", distribution::equal, "one value"},
    {"few", distribution::few, "16 values, equally likely"},
    {"organ-pipe", distribution::organ_pipe, "ascending, then descending"},
    {"killer", distribution::killer,
     "makes quicksort with the median of first, middle and last quadratic (Musser 1997)"},
}};

/// The names, separated by commas.
[[nodiscard]] std::string distribution_names();

/// The entry called `name`. Throws input_error that lists the names when there is none.
[[nodiscard]] const distribution_entry& find_distribution(std::string_view name);

/// `count` elements; the same for the same seed on every machine. Only uniform and few depend on the seed.
/// About 1-2 ns an element. Instantiated for std::int32_t and double.
template <class T>
[[nodiscard]] std::vector<T> generate(distribution kind, std::size_t count, std::uint64_t seed);

}  // namespace jackdaw::apps::quicksort
