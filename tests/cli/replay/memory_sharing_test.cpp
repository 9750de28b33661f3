// How much memory a piece of work uses, and what processors cost each other by so much.
#include "cli/replay/costs/memory_sharing.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <jackdaw/base/processors/cpu_list.hpp>

#include "cli/run/footprint.hpp"

namespace memory_sharing_test {

using namespace jackdaw;

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t megabyte = 1 << 20U;

/// Pages of its own, not from a heap that might keep them.
class pages {
 public:
  explicit pages(std::size_t bytes)
      : bytes_(bytes),
        first_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    REQUIRE(first_ != MAP_FAILED);
    madvise(first_, bytes, MADV_NOHUGEPAGE);
  }
  pages(const pages&) = delete;
  pages& operator=(const pages&) = delete;
  ~pages() { munmap(first_, bytes_); }

  void write(std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += page) static_cast<volatile char*>(first_)[at] = 1;
  }

 private:
  std::size_t bytes_;
  void* first_;
};

}  // namespace

TEST_CASE(
    "what is touched counts, wherever and whenever it was allocated, and also what is given back meanwhile") {
  pages before(64 * megabyte);
  before.write(64 * megabyte);
  const std::uint64_t nothing = cli::touched_bytes([] {});
  if (nothing == 0) {
    MESSAGE("the kernel does not say which pages are touched");
    return;
  }
  CHECK(nothing < 16 * megabyte);
  const std::uint64_t old = cli::touched_bytes([&] { before.write(24 * megabyte); });
  CHECK(old >= 20 * megabyte);  // the kernel ages pages, too, and a few may be missed
  CHECK(old < 40 * megabyte);
  const std::uint64_t gone = cli::touched_bytes([&] { pages(32 * megabyte).write(32 * megabyte); });
  CHECK(gone >= 28 * megabyte);  // the peak is counted in batches of pages for each processor
  CHECK(gone < 48 * megabyte);
}

TEST_CASE("an error of the work is passed on") {
  CHECK_THROWS_AS((void)cli::touched_bytes([] { throw std::runtime_error("no"); }), std::runtime_error);
}

TEST_CASE("passes over memory take some time, beside others with as much and with parts of it") {
  const base::cpu_list mask = base::affinity_of();
  const trace::memory_use found = cli::measure_memory_sharing(megabyte);
  CHECK(found.bytes == megabyte);
  CHECK(base::affinity_of() == mask);
  if (mask.size() == 1) {
    CHECK(found.apart == 1);
    CHECK(found.together == 1);
  } else {
    CHECK(found.apart > 0.01);  // other processes may slow anything at any time: no more can be said here
    CHECK(found.together > 0.01);
  }
  CHECK(cli::measure_memory_sharing(0).bytes == 0);
}

}  // namespace memory_sharing_test
