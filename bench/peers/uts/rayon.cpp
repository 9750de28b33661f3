#include <cstddef>
#include <cstdint>

#include "bench/peers/runs/rayon_run.hpp"
#include "bench/peers/uts/config.hpp"

extern "C" {
/// `Rules` of bench/peers/rayon/src/trees.rs.
struct rayon_uts_rules {
  const void* tree;
  jackdaw::apps::uts::node root;
  std::uint32_t (*children_of)(const void* tree, const jackdaw::apps::uts::node* n);
  jackdaw::apps::uts::node (*child)(const jackdaw::apps::uts::node* parent, std::uint32_t number);
};
std::uint64_t rayon_uts(const rayon_uts_rules* rules, bool by_iterators);
}

namespace jackdaw::bench {
namespace {

using uts::node;
using uts::tree;

static_assert(sizeof(node) == 24 && offsetof(node, depth) == 20, "Node in trees.rs");

template <bool by_iterators>
measurement run(unsigned instance, unsigned workers) {
  const uts::instance& of = uts::trees[instance];
  const rayon_uts_rules rules{
      .tree = &of.rules,
      .root = of.rules.root(),
      .children_of =
          [](const void* t, const node* n) {
            return static_cast<std::uint32_t>(static_cast<const tree*>(t)->children_of(*n));
          },
      .child = [](const node* parent,
                  std::uint32_t number) { return tree::child(*parent, static_cast<int>(number)); }};
  std::uint64_t found = 0;
  const double seconds =
      seconds_in_rayon(workers, [&found, &rules] { found = rayon_uts(&rules, by_iterators); });
  return uts::checked(of, found, seconds);
}

const registered joins{as_rayon(run<false>)};
const registered iterators{as_rayon(run<true>, "Rayon-iter")};

}  // namespace
}  // namespace jackdaw::bench
