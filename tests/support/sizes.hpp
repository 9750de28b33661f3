// How large tests are: sanitizers, and an emulated processor, make everything five to twenty times slower.
#pragma once

namespace jackdaw::tests {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
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

}  // namespace jackdaw::tests
