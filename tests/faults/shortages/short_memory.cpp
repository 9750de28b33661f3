#include "tests/faults/shortages/short_memory.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

// NOLINTBEGIN(bugprone-reserved-identifier): names of glibc
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace jackdaw::tests {

namespace {

std::atomic<bool> counting{false};
std::atomic<bool> goes_on{false};
std::atomic<std::uint64_t> fails_at{0};
std::atomic<std::uint64_t> seen{0};

bool is_refused() noexcept {
  if (!counting) return false;
  const std::uint64_t turn = ++seen;
  const std::uint64_t first = fails_at;
  if (first == 0 || (goes_on ? turn < first : turn != first)) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

void fail_allocations(std::uint64_t first, bool persistently) noexcept {
  fails_at = first;
  goes_on = persistently;
  seen = 0;
  counting = true;
}

std::uint64_t allow_allocations() noexcept {
  counting = false;
  return seen;
}

}  // namespace jackdaw::tests

using jackdaw::tests::is_refused;

extern "C" {
void* malloc(std::size_t bytes) { return is_refused() ? nullptr : __libc_malloc(bytes); }
void* calloc(std::size_t count, std::size_t bytes) {
  return is_refused() ? nullptr : __libc_calloc(count, bytes);
}
void* realloc(void* block, std::size_t bytes) {
  return is_refused() ? nullptr : __libc_realloc(block, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  return is_refused() ? nullptr : __libc_memalign(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) {
  void* const got = memalign(alignment, bytes);
  if (got == nullptr) return ENOMEM;
  *block = got;
  return 0;
}
}
