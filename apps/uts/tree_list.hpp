// Trees by name: the published ones, and those of a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/uts/tree.hpp"

namespace jackdaw::apps::uts {

/// A tree and what is known of it beforehand.
struct named_tree {
  std::string name;
  parameters rules;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> leaves;
  std::optional<std::int32_t> depth;
  std::string place;  ///< file and line that say so; empty: published
};

/// Of a tree that is searched without a claim of its nodes: a week of some processors.
inline constexpr double most_nodes = 1e13;

/// The trees of the UTS distribution, with their published counts.
[[nodiscard]] std::vector<named_tree> published_trees();

/// The trees of a table with a title line and a line for each tree:
///   name,type,shape,gen_mx_d,b0,q,m,root_seed,nodes,depth,leaves
/// type: geometric, binomial, hybrid; shape: fixed, linear or cyclic, with anything in parentheses behind it;
/// what a type has no use for is empty, and so are counts that are not known. Throws input_error.
[[nodiscard]] std::vector<named_tree> read_trees(const std::string& path);

}  // namespace jackdaw::apps::uts
