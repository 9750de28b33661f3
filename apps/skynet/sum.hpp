// Skynet: a tree of ten children a node; each leaf says its number, each node the sum.
#pragma once

namespace jackdaw::apps::skynet {

inline constexpr int children = 10;

/// What the root says.
[[nodiscard]] constexpr long expected(long leaves) { return leaves * (leaves - 1) / 2; }

/// The serial reference: the sum of `size` leaves, a power of ten, from number `first` on.
[[nodiscard, gnu::noinline]] inline long sum(long first, long size) {
  if (size == 1) return first;
  const long part = size / children;
  long total = 0;
  for (int i = 0; i < children; ++i) total += sum(first + i * part, part);
  return total;
}

}  // namespace jackdaw::apps::skynet
