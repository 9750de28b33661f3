// The parts of a scan, taken by several workers: each is scanned once, from sums that are final.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <jackdaw/base/random.hpp>
#include <jackdaw/parallel/scan_order.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

/// A scan as fork_join::block_scan does it. The elements of block b add up to 2^b; two blocks are a part.
struct scan {
  static constexpr std::uint64_t parts = 4;
  static constexpr std::uint64_t blocks = 2 * parts;
  fork_join::scan_order order{parts};
  std::array<simulated::plain<int>, blocks> sums;
  std::array<simulated::plain<int>, blocks> before;  // what a scan of the block has begun with, plus 1
  std::array<simulated::plain<int>, parts> scanned;

  void extend_over(std::uint64_t part) {
    for (std::size_t b = 2 * part; b < 2 * part + 2; ++b)
      if (b != 0) sums[b].set(sums[b - 1].get() + sums[b].get());
  }
  void extend() {
    order.extend([this](std::uint64_t part) { extend_over(part); });
  }
  void read(std::size_t b) { before[b].set(1 + (b == 0 ? 0 : sums[b - 1].get())); }
  void read_part(std::uint64_t part) {
    for (std::size_t b = 2 * part; b < 2 * part + 2; ++b) read(b);
    scanned[part].set(scanned[part].get() + 1);
  }
  void work() {
    for (std::uint64_t taken = order.take(); taken < parts; taken = order.take()) {
      if (order.known() == taken) {
        for (std::size_t b = 2 * taken; b < 2 * taken + 2; ++b) {
          read(b);
          sums[b].set((b == 0 ? 0 : sums[b - 1].get()) + (1 << b));
        }
        scanned[taken].set(1);
        order.extended(taken);
      } else {
        for (std::size_t b = 2 * taken; b < 2 * taken + 2; ++b) sums[b].set(1 << b);
        order.summed(taken);
      }
      extend();
      if (scanned[taken].get() == 0 && taken < order.known()) read_part(taken);
    }
  }
  [[nodiscard]] bool is_right() {
    extend();  // what is left, as at the end of the loop
    if (order.known() != parts) return false;
    for (std::uint64_t part = 0; part < parts; ++part) {
      if (scanned[part].peek() == 0) read_part(part);
      if (scanned[part].peek() != 1) return false;
    }
    for (std::size_t b = 0; b < blocks; ++b)
      if (before[b].peek() != 1 << b || sums[b].peek() != (2 << b) - 1) return false;
    return true;
  }
};

tests::program workers(std::uint64_t seed) {
  auto s = std::make_shared<scan>();
  std::vector<std::function<void()>> all(2 + seed % 2, [s] { s->work(); });
  return {all, [s] { return s->is_right(); }};
}

}  // namespace

TEST_CASE("each part of a scan is scanned once, from sums that are final") {
  tests::explore_programs(8000, workers);
}
