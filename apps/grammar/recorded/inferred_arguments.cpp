#include "apps/grammar/recorded/inferred_arguments.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace jackdaw::apps::grammar {

namespace {

/// Joins matter, too: a rest is the child of its task.
using tree_shape = std::vector<std::uint32_t>;

/// Numbers of trees by task; empty when they are too many.
std::vector<std::uint32_t> numbers_of_trees(const trace::history& run, const run_tree& tree,
                                            const std::vector<std::uint32_t>& kind_of, std::size_t kinds) {
  std::map<tree_shape, std::uint32_t> known;  // its kind, and the trees of its children
  std::vector<std::uint32_t> heights;
  std::vector<std::uint32_t> kind_of_tree;
  std::size_t children = 0;
  std::vector<std::uint32_t> tree_of(run.tasks.size());
  for (std::size_t i = run.tasks.size(); i-- != 0;) {  // children come later than their parents
    tree_shape shape{kind_of[i]};
    std::uint32_t height = 0;
    for (const std::uint32_t child : tree.children(i)) {
      if (child <= i) return {};
      shape.push_back(tree_of[child]);
      height = std::max(height, heights[tree_of[child]] + 1);
    }
    children += shape.size() - 1;
    const auto [at, is_new] = known.try_emplace(std::move(shape), static_cast<std::uint32_t>(known.size()));
    if (is_new) {
      heights.push_back(height);
      kind_of_tree.push_back(kind_of[i]);
      if (known.size() > inferred_arguments::most_trees || children > inferred_arguments::most_children)
        return {};
    } else {
      children -= at->first.size() - 1;
    }
    tree_of[i] = at->second;
  }
  std::vector<std::uint32_t> order(heights.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return heights[a] < heights[b]; });
  std::vector<std::uint32_t> next(kinds, 0);  // of each kind
  std::vector<std::uint32_t> number(order.size());
  for (const std::uint32_t each : order) number[each] = next[kind_of_tree[each]]++;
  for (std::uint32_t& each : tree_of) each = number[each];
  return tree_of;
}

/// How many tasks of the grammar lie above each: rests belong to their tasks.
std::vector<std::uint32_t> depths(const trace::history& run, const run_tree& tree) {
  std::vector<std::uint32_t> found(run.tasks.size(), 0);
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    const std::uint32_t parent = run.tasks[i].parent;
    if (parent == trace::history::none || parent >= i || tree.is_beginning(parent)) continue;
    found[i] = tree.is_rest(i) ? found[parent] : std::min(found[parent] + 1, inferred_arguments::deepest);
  }
  return found;
}

}  // namespace

inferred_arguments inferred_arguments::of(const trace::history& run, const run_tree& tree) {
  inferred_arguments found;
  std::map<std::string, std::uint32_t> numbers;
  for (std::size_t i = 0; i < run.tasks.size(); ++i) numbers.try_emplace(tree.name(i), 0);
  for (auto& [name, number] : numbers) {
    number = static_cast<std::uint32_t>(found.kinds.size());
    found.kinds.push_back(name);
  }
  for (std::size_t i = 0; i < run.tasks.size(); ++i) found.kind_of.push_back(numbers.at(tree.name(i)));
  found.values = numbers_of_trees(run, tree, found.kind_of, found.kinds.size());
  found.of_trees = !found.values.empty();
  if (!found.of_trees) found.values = depths(run, tree);
  std::vector<std::set<std::uint32_t>> seen(found.kinds.size());
  for (std::size_t i = 0; i < run.tasks.size(); ++i) {
    if (seen[found.kind_of[i]].size() < 2) seen[found.kind_of[i]].insert(found.values[i]);
  }
  for (const auto& each : seen) found.is_needed.push_back(each.size() > 1);
  return found;
}

}  // namespace jackdaw::apps::grammar
