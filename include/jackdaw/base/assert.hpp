// JACKDAW_ASSERT: wrong use that a type cannot forbid. On in debug builds and in the tests, nothing
// otherwise.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace jackdaw::base {

[[noreturn]] inline void assertion_failed(const char* condition, const char* message, const char* file,
                                          int line) {
  std::fprintf(stderr, "jackdaw: %s (%s is false, %s:%d)\n", message, condition, file, line);
  std::abort();
}

}  // namespace jackdaw::base

#if defined(JACKDAW_ASSERTIONS) || !defined(NDEBUG)
#define JACKDAW_ASSERT(condition, message) \
  ((condition) ? static_cast<void>(0)      \
               : ::jackdaw::base::assertion_failed(#condition, message, __FILE__, __LINE__))
#else
#define JACKDAW_ASSERT(condition, message) static_cast<void>(0)
#endif
