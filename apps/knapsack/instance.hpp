// What is to be packed: read from a file, or generated as in the literature.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jackdaw::apps::knapsack {

/// Profits, weights and capacities up to 10^9, a million items: all sums and bounds fit into their types.
inline constexpr std::int64_t largest_number = 1'000'000'000;
inline constexpr std::int64_t most_items = 1'000'000;

struct item {
  std::int64_t profit;
  std::int64_t weight;
};

struct instance {
  std::vector<item> items;
  std::int64_t capacity = 0;
};

/// Reads a text file: `n capacity` in the first line, then `profit weight` in n lines; # begins a comment.
/// Whole numbers from 1. Throws input_error.
[[nodiscard]] instance read_instance(const std::string& path);

/// Names of the kinds that generate() knows, for messages.
[[nodiscard]] std::string kinds();

/// `count` items with weights drawn from 1 to `range` (at least 10), and room for half of their weight.
/// Kinds (Pisinger, Where are the hard knapsack problems?, 2005), r = range / 10: uncorrelated: profits from
/// 1 to range; weak: from weight - r to weight + r; strong: weight + r; sums: the weight. Throws input_error
/// for any other.
[[nodiscard]] instance generate(const std::string& kind, std::int64_t count, std::int64_t range,
                                std::uint64_t seed);

}  // namespace jackdaw::apps::knapsack
