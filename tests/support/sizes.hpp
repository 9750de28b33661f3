// How large tests are: sanitizers, and an emulated processor, make everything five to twenty times slower.
#pragma once

#include <cstdlib>

/// Thread or address sanitizer, which have operators of their own for memory, too.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define JACKDAW_TEST_SANITIZED
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define JACKDAW_TEST_SANITIZED
#endif
#endif

namespace jackdaw::tests {

#ifdef JACKDAW_TEST_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// Compiled for another processor, which an emulator plays.
#ifdef JACKDAW_EMULATED
inline constexpr bool emulated = true;
#else
inline constexpr bool emulated = false;
#endif

inline constexpr bool slow = sanitized || emulated;

/// `full` in an ordinary build, a tenth of it where all is slow, rounded up: not one round would assert nothing.
constexpr int scaled(int full) { return slow ? (full + 9) / 10 : full; }

/// Whether it is the long form of a test, by ./dev soak (jackdaw_test_at_length).
inline bool at_length() {
  return std::getenv("JACKDAW_AT_LENGTH") != nullptr;
}  // NOLINT(concurrency-mt-unsafe)

}  // namespace jackdaw::tests
