// A tree of Unbalanced Tree Search (Olivier et al., LCPC 2006): how many children a node has is drawn by
// SHA-1 from the state of the node, which is SHA-1 of its parent's state and its number. So any part of the
// tree unfolds from its root alone, and is the same in every run.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "apps/uts/node_claim.hpp"
#include "apps/uts/sha1.hpp"

namespace jackdaw::apps::uts {

/// How the expected number of children depends on the depth. hybrid: geometric in the upper half of gen_mx,
/// binomial below.
enum class kind { geometric, binomial, hybrid };

/// Of a geometric tree: the same down to gen_mx, falling to 0 at gen_mx, or rising and falling every gen_mx.
enum class shape { fixed, linear, cyclic };

struct parameters {
  kind type = kind::geometric;
  shape form = shape::fixed;
  int gen_mx = 0;          ///< levels that the shape speaks of; at least 1, for geometric and hybrid
  double b0 = 0;           ///< expected children of the root (binomial: exactly as many)
  double q = 0;            ///< binomial: probability of having children, below the root
  int m = 0;               ///< binomial: how many
  std::uint32_t seed = 0;  ///< of the root
};

struct node {
  digest state;
  std::int32_t depth;
};

/// Rules by which nodes have children. Any number of threads may ask one tree at the same time.
class tree {
 public:
  explicit tree(const parameters& rules) : rules_(rules) {
    if (rules.type == kind::binomial) return;
    const int levels = rules.form == shape::cyclic ? 5 * rules.gen_mx + 1 : rules.gen_mx;
    // Below half of gen_mx, exactly: UTS says depth < 0.5 * gen_mx.
    const int last = rules.type == kind::hybrid ? std::min(levels, (rules.gen_mx + 1) / 2) : levels;
    for (int depth = 0; depth < last; ++depth)
      scale_.push_back(std::log(1 - 1.0 / (1.0 + expected_children(depth))));
  }

  [[nodiscard]] node root() const {
    std::array<std::uint8_t, 20> message{};
    write_number(rules_.seed, &message[16]);
    return {sha1(message), 0};
  }

  /// rng_spawn of UTS: the state of the parent, then the number of the child.
  [[nodiscard]] static node child(const node& parent, int number) {
    std::array<std::uint8_t, 24> message;
    std::copy(parent.state.begin(), parent.state.end(), message.begin());
    write_number(static_cast<std::uint32_t>(number), &message[20]);
    return {sha1(message), parent.depth + 1};
  }

  /// Of a tree that need not end. It must live as long.
  void stop_by(node_claim& claim) { claim_ = &claim; }

  [[nodiscard]] int children_of(const node& n) const {
    if (claim_ != nullptr) claim_->count();
    if (static_cast<std::size_t>(n.depth) < scale_.size()) {
      constexpr double most_children = 100;  // MAXNUMCHILDREN of UTS
      const double drawn = std::floor(std::log(1 - chance(n)) / scale_[static_cast<std::size_t>(n.depth)]);
      return static_cast<int>(std::min(drawn, most_children));
    }
    if (rules_.type == kind::geometric) return 0;
    if (rules_.type == kind::binomial && n.depth == 0) return static_cast<int>(rules_.b0);
    return chance(n) < rules_.q ? rules_.m : 0;
  }

  /// How many nodes a tree of these rules has on average; infinite where it need not end.
  [[nodiscard]] double expected_nodes() const {
    const double below = rules_.q * rules_.m;  // children of a node by the binomial rule
    const double all_below = below < 1 ? below / (1 - below) : std::numeric_limits<double>::infinity();
    if (rules_.type == kind::binomial) return 1 + std::floor(rules_.b0) * (1 + all_below);
    double level = 1;
    double total = 1;
    for (const double each : scale_) {
      const double ratio = std::exp(each);  // of the geometric distribution, which is cut at 100
      level *= ratio * (1 - std::pow(ratio, 100)) / (1 - ratio);
      total += level;
    }
    return rules_.type == kind::hybrid && below > 0 ? total + level * all_below : total;
  }

 private:
  static void write_number(std::uint32_t number, std::uint8_t* big_endian) {
    for (int i = 0; i < 4; ++i) big_endian[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  }

  /// The random number of a node, 0 to 1: the last four bytes without the sign.
  [[nodiscard]] static double chance(const node& n) {
    std::uint32_t value = 0;
    for (std::size_t i = 16; i < 20; ++i) value = value << 8 | n.state[i];
    return static_cast<double>(value & 0x7fffffffU) / 2147483648.0;
  }

  [[nodiscard]] double expected_children(int depth) const {
    if (depth == 0 || rules_.form == shape::fixed) return rules_.b0;
    const double level = depth;
    if (rules_.form == shape::linear) return rules_.b0 * (1.0 - level / rules_.gen_mx);
    return std::pow(rules_.b0, std::sin(2.0 * 3.141592653589793 * level / rules_.gen_mx));  // as UTS has it
  }

  parameters rules_;
  node_claim* claim_ = nullptr;
  std::vector<double> scale_;  ///< of the geometric distribution at each depth that has one
};

}  // namespace jackdaw::apps::uts
