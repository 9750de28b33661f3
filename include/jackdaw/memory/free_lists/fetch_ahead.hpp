// Fetching a batch of free blocks that lies in another worker's cache, or in none.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

namespace jackdaw::memory {

/// A node that also leads to two others of its batch.
template <class Node>
concept branching_node = requires(Node n) {
  { n.ahead } -> std::same_as<std::array<Node*, 2>&>;
};

/// A chain of blocks is read at the price of one cache miss after the other. So the worker that gives a batch away, and
/// has it in its cache, makes a binary tree of the same nodes. The tree keeps the order of the chain. The worker that
/// takes it walks down that tree: the misses of a level overlap.
///
/// `Count`: length of the chain. Cost: a look at each node; for the taker some six misses. Where nodes do not
/// branch, nothing.
template <std::size_t Count, class Node>
void show_ahead([[maybe_unused]] Node* chain) noexcept {
  if constexpr (branching_node<Node>) {
    std::array<Node*, Count> nodes;
    std::size_t known = 0;
    for (Node* at = chain; at != nullptr; at = at->next) {
      nodes[known++] = at;
      at->ahead = {};
    }
    for (std::size_t i = 1; i < known; ++i) nodes[(i - 1) / 2]->ahead[(i - 1) % 2] = nodes[i];
  }
}

/// Instead of show_ahead: this chain is not fetched ahead.
template <class Node>
void show_nothing([[maybe_unused]] Node* chain) noexcept {
  if constexpr (branching_node<Node>) chain->ahead = {};
}

/// Brings all nodes of the chain into the cache, to be written. After show_ahead or show_nothing.
template <std::size_t Count, class Node>
void fetch_ahead([[maybe_unused]] Node* chain) noexcept {
  if constexpr (branching_node<Node>) {
    std::array<Node*, Count> nodes;
    nodes[0] = chain;
    std::size_t known = 1;
    for (std::size_t i = 0; i < known; ++i) {
      for (Node* const next : nodes[i]->ahead) {
        if (next == nullptr) continue;
        __builtin_prefetch(next, 1);
        asm volatile("" : : "r"(next));  // g++ removes a loop that does nothing but prefetch
        nodes[known++] = next;
      }
    }
  }
}

}  // namespace jackdaw::memory
