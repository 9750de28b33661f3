// Unbalanced Tree Search (Olivier et al., LCPC 2006): the nodes of a tree that unfolds from SHA-1, a task per
// node. T1 is geometric, broad and low; T3 is binomial, narrow and deep.
#pragma once

#include <array>
#include <cstdint>

#include "apps/uts/tree.hpp"
#include "bench/peers/peer.hpp"

namespace jackdaw::bench::uts {

using apps::uts::node;
using apps::uts::tree;

struct instance {
  const char* name;
  apps::uts::tree rules;
  std::uint64_t nodes;  ///< the published count; of the tiny ones, the serial function's
};

inline const std::array<instance, 2> trees{{
    {"UTS T1", tree({.gen_mx = sized(10, 6), .b0 = 4, .seed = 19}), sized<std::uint64_t>(4'130'071, 16'000)},
    {"UTS T3",
     tree({.type = apps::uts::kind::binomial,
           .b0 = sized<double>(2000, 20),
           .q = 0.124875,
           .m = 8,
           .seed = 42}),
     sized<std::uint64_t>(4'112'897, 6'213)},
}};

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(const instance& of, std::uint64_t found, double seconds) {
  expect(found, of.nodes);
  return {seconds, static_cast<double>(of.nodes)};
}

}  // namespace jackdaw::bench::uts
