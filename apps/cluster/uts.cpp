#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "apps/cluster/program.hpp"
#include "apps/cluster/results.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "apps/uts/ranks.hpp"
#include "apps/uts/tree_list.hpp"

namespace jackdaw::apps::cluster_programs {

void uts_program::declare_options(CLI::App& command) {
  command.add_option("--tree", tree_, "Tree to search: T1 to T5 (4 million nodes), T1L, T2L, T3L (100), ...")
      ->type_name("NAME")
      ->capture_default_str();
}

bool uts_program::run(cluster::world& all) {
  const auto trees = uts::published_trees();
  const auto chosen = std::ranges::find(trees, tree_, &uts::named_tree::name);
  if (chosen == trees.end() || !chosen->leaves || !chosen->depth)
    throw input_error("--tree " + quoted(tree_) + ": no such tree; expected T1 to T5, T1L, T2L or T3L");
  const uts::tree tree(chosen->rules);

  cluster::pool p(all);
  const auto rules = p.keep(tree);
  const auto found = p.reduction_of<uts::census>();
  const run_time taken(all);
  p.run(uts::visit_anywhere{rules, found, tree.root()});
  const double seconds = taken.seconds();
  const std::uint64_t cpu = taken.cpu();

  const uts::census sum = p.result(found);
  const bool is_right =
      sum.nodes == *chosen->nodes && sum.leaves == *chosen->leaves && sum.depth == *chosen->depth;
  print_title(all, ("uts " + tree_).c_str(), seconds);
  if (all.rank() == 0) {
    std::printf("  nodes     %llu (%s)\n", static_cast<unsigned long long>(sum.nodes),
                is_right ? "right" : "WRONG");
    std::printf("  CPU       %.3f us a node\n",
                1e-3 * static_cast<double>(cpu) / static_cast<double>(sum.nodes));
  }
  print_balance(all, p, p.rank_result(found).nodes);
  return is_right;
}

}  // namespace jackdaw::apps::cluster_programs
