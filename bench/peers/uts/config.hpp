// Unbalanced Tree Search (Olivier et al., LCPC 2006): the nodes of a tree that unfolds from SHA-1, a task per
// node. T1 is geometric, broad and low; T3 is binomial, narrow and deep.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "bench/peers/peer.hpp"
#include "bench/peers/uts/sha1.hpp"

namespace jackdaw::bench::uts {

enum class kind { geometric_fixed, binomial };

/// A tree of the UTS distribution.
struct tree {
  const char* name;
  kind type;
  double b0;            ///< expected children: of each node above depth gen_mx; of the root (binomial)
  int gen_mx;           ///< geometric: depth at which there are only leaves
  double q;             ///< binomial: probability of having children
  int m;                ///< binomial: how many
  std::uint32_t seed;   ///< of the root
  std::uint64_t nodes;  ///< the published count; of the tiny ones, the serial function's
};

inline const std::array<tree, 2> trees{{
    {"UTS T1", kind::geometric_fixed, 4, sized(10, 6), 0, 0, 19, sized<std::uint64_t>(4'130'071, 16'000)},
    {"UTS T3", kind::binomial, sized<double>(2000, 20), 0, 0.124875, 8, 42,
     sized<std::uint64_t>(4'112'897, 6'213)},
}};

struct node {
  digest state;
  int depth;
};

[[nodiscard]] inline node root_of(const tree& t) {
  std::array<std::uint8_t, 20> message{};
  for (std::size_t i = 0; i < 4; ++i) message[16 + i] = static_cast<std::uint8_t>(t.seed >> (24 - 8 * i));
  return {sha1(message), 0};
}

/// rng_spawn of UTS: the state of the parent, then the number of the child, big endian.
[[nodiscard]] inline node child_of(const node& parent, int number) {
  std::array<std::uint8_t, 24> message;
  for (std::size_t i = 0; i < 20; ++i) message[i] = parent.state[i];
  for (std::size_t i = 0; i < 4; ++i)
    message[20 + i] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(number) >> (24 - 8 * i));
  return {sha1(message), parent.depth + 1};
}

/// The random number of a node, 0 to 1: the last four bytes without the sign.
[[nodiscard]] inline double chance_of(const node& n) {
  std::uint32_t value = 0;
  for (std::size_t i = 16; i < 20; ++i) value = value << 8 | n.state[i];
  return static_cast<double>(value & 0x7fffffffU) / 2147483648.0;
}

/// How many children a node has.
[[nodiscard]] inline int children_of(const tree& t, const node& n) {
  if (t.type == kind::binomial) {
    if (n.depth == 0) return static_cast<int>(t.b0);
    return chance_of(n) < t.q ? t.m : 0;
  }
  constexpr int most_children = 100;  // MAXNUMCHILDREN of UTS
  if (n.depth >= t.gen_mx) return 0;
  const double p = 1.0 / (1.0 + t.b0);
  const int children = static_cast<int>(std::floor(std::log(1 - chance_of(n)) / std::log(1 - p)));
  return children < most_children ? children : most_children;
}

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(const tree& t, std::uint64_t found, double seconds) {
  expect(found, t.nodes);
  return {seconds, static_cast<double>(t.nodes)};
}

}  // namespace jackdaw::bench::uts
