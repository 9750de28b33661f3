// A count of nodes that a table claims of a tree which need not end, or not in a week.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::uts {

/// Ends the search once there are clearly more nodes: such a claim is all that says that it ends. Threads: any.
class node_claim {
 public:
  /// `place`: where the claim stands, for the message.
  node_claim(std::uint64_t nodes, std::string place) : nodes_(nodes), place_(std::move(place)) {}

  /// A node is visited. Throws input_error when there are too many.
  void count() {
    thread_local std::uint64_t visited = 0;  // by this thread, in all searches: told in large pieces
    if (++visited % piece != 0) return;
    if (found_.fetch_add(piece, std::memory_order_relaxed) <= nodes_ + margin) return;
    throw input_error(place_ + ": the tree has more than the " + std::to_string(nodes_) +
                      " nodes that are stated; expected the correct number");
  }

  /// Another search begins.
  void begin() { found_.store(0, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t piece = 1024;
  static constexpr std::uint64_t margin = 4096 * piece;  // what as many threads may hold from other searches

  std::uint64_t nodes_;
  std::string place_;
  std::atomic<std::uint64_t> found_{0};
};

}  // namespace jackdaw::apps::uts
