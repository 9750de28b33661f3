// SHA-1 (FIPS 180-4) of messages that fit into one block: the random numbers of the UTS trees.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace jackdaw::apps::uts {

using digest = std::array<std::uint8_t, 20>;

namespace sha1_detail {

using words = std::array<std::uint32_t, 16>;

using variables = std::array<std::uint32_t, 5>;

/// Between the number that four bytes are here, and the one that they are in a message.
[[nodiscard]] constexpr std::uint32_t swapped(std::uint32_t word) noexcept {
  return std::endian::native == std::endian::little ? __builtin_bswap32(word) : word;
}

// One round: the five variables change their places by the numbers of the rounds instead of by copying.
template <std::size_t Round>
[[gnu::always_inline]] constexpr void turn(variables& v, words& w) {
  const auto at = [&](std::size_t place) -> std::uint32_t& { return v[(place + 80 - Round) % 5]; };
  std::uint32_t& word = w[Round % 16];
  if constexpr (Round >= 16)
    word = std::rotl(w[(Round + 13) % 16] ^ w[(Round + 8) % 16] ^ w[(Round + 2) % 16] ^ word, 1);
  const std::uint32_t b = at(1);
  const std::uint32_t c = at(2);
  const std::uint32_t d = at(3);
  std::uint32_t mixed = 0;
  if constexpr (Round < 20) {
    mixed = (d ^ (b & (c ^ d))) + 0x5A827999U;
  } else if constexpr (Round < 40) {
    mixed = (b ^ c ^ d) + 0x6ED9EBA1U;
  } else if constexpr (Round < 60) {
    mixed = ((b & c) | (d & (b | c))) + 0x8F1BBCDCU;
  } else {
    mixed = (b ^ c ^ d) + 0xCA62C1D6U;
  }
  at(4) += std::rotl(at(0), 5) + mixed + word;
  at(1) = std::rotl(b, 30);
}

/// Always inlined: the compiler keeps `v` in registers then. Called, the rounds wait for memory, and take twice as
/// long.
template <std::size_t... Round>
[[gnu::always_inline]] constexpr void all_turns(variables& v, words& w, std::index_sequence<Round...>) {
  (turn<Round>(v, w), ...);
}

}  // namespace sha1_detail

/// SHA-1 of `Bytes` bytes, at most 55. About 100 ns.
template <std::size_t Bytes>
  requires(Bytes <= 55)
[[nodiscard]] constexpr digest sha1(const std::array<std::uint8_t, Bytes>& message) {
  sha1_detail::words w{};
  std::array<std::uint8_t, 4> four{};
  for (std::size_t i = 0; i < Bytes / 4; ++i) {
    std::copy_n(message.begin() + 4 * i, 4, four.begin());
    w[i] = sha1_detail::swapped(std::bit_cast<std::uint32_t>(four));
  }
  for (std::size_t i = Bytes / 4 * 4; i < Bytes; ++i)
    w[i / 4] |= static_cast<std::uint32_t>(message[i]) << (24 - 8 * (i % 4));
  w[Bytes / 4] |= 0x80U << (24 - 8 * (Bytes % 4));
  w[15] = static_cast<std::uint32_t>(8 * Bytes);

  constexpr sha1_detail::variables start{0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U, 0xC3D2E1F0U};
  sha1_detail::variables v = start;
  sha1_detail::all_turns(v, w, std::make_index_sequence<80>{});
  for (std::size_t i = 0; i < start.size(); ++i) v[i] = sha1_detail::swapped(start[i] + v[i]);
  return std::bit_cast<digest>(v);
}

// The test vector of the standard.
static_assert(sha1(std::array<std::uint8_t, 3>{'a', 'b', 'c'}) ==
              digest{0xa9, 0x99, 0x3e, 0x36, 0x47, 0x06, 0x81, 0x6a, 0xba, 0x3e,
                     0x25, 0x71, 0x78, 0x50, 0xc2, 0x6c, 0x9c, 0xd0, 0xd8, 0x9d});

}  // namespace jackdaw::apps::uts
