// Trees of millions of nodes, searched by all ranks: each node once, and the work spread evenly.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/uts/ranks.hpp"
#include "apps/uts/tree_list.hpp"
#include "tests/cluster/rank_main.hpp"

namespace uts = jackdaw::apps::uts;

namespace {

/// Searches a published tree on all ranks.
void search(const std::string& name) {
  const auto trees = uts::published_trees();
  const auto chosen =
      std::find_if(trees.begin(), trees.end(), [&](const auto& each) { return each.name == name; });
  REQUIRE(chosen != trees.end());
  jackdaw::cluster::pool p(here());
  const auto rules = p.keep(uts::tree(chosen->rules));
  const auto found = p.reduction_of<uts::census>();
  p.run(uts::visit_anywhere{rules, found, uts::tree(chosen->rules).root()});

  const uts::census all = p.result(found);
  CHECK(all.nodes == *chosen->nodes);
  CHECK(all.leaves == *chosen->leaves);
  CHECK(all.depth == *chosen->depth);

  const std::vector<std::uint64_t> shares = here().gather(p.rank_result(found).nodes);
  const double mean = static_cast<double>(all.nodes) / here().ranks();
  const double most = static_cast<double>(*std::max_element(shares.begin(), shares.end())) / mean;
  const auto given = here().combine(p.counts().given);
  const auto messages = here().combine(p.counts().messages);
  if (here().rank() == 0)
    std::printf(
        "%s on %u ranks of %u workers: largest share by mean %.3f, %llu tasks moved, %llu messages, %llu "
        "waves\n",
        name.c_str(), here().ranks(), here().workers(), most, static_cast<unsigned long long>(given),
        static_cast<unsigned long long>(messages), static_cast<unsigned long long>(p.counts().waves));
  if (here().ranks() > 1) CHECK(given > 0);
}

}  // namespace

TEST_CASE("T1: a geometric tree") { search("T1"); }
TEST_CASE("T3: a binomial tree") { search("T3"); }
