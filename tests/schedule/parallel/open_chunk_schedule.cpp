// A chunk of a loop whose owner makes calls while another worker takes those that have not begun.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/parallel/open_chunk.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

struct no_fence {
  static bool available() { return false; }
  static void heavy() {}
};

template <class Fence>
struct loop {
  static constexpr std::uint64_t calls = 5;
  fork_join::basic_open_chunk<Fence> chunk{0, calls};
  std::array<simulated::plain<int>, calls> made{};  // so that two that make the same call are seen

  // A thief waits for the owner's answer before it takes what has not begun: some calls are longer than that.
  std::array<std::uint32_t, calls> lengths{};

  void make(std::uint64_t first, std::uint64_t last) {
    for (; first < last; ++first) {
      auto& one = made[static_cast<std::size_t>(first)];
      one.set(one.get() + 1);
      for (std::uint32_t left = lengths[static_cast<std::size_t>(first)]; left > 0; --left) base::pause();
    }
  }
  /// In rows of `row` calls, which are announced together.
  void own(std::uint64_t row) {
    std::uint64_t i = 0;
    const auto row_end = [row](std::uint64_t from) {
      return from >= calls ? from + 1 : std::min(from + row, calls);
    };
    for (; chunk.begins(i, row_end(i)); i = row_end(i)) make(i, row_end(i));
    if (i != calls) make(i, chunk.kept_from(i));
  }
  void take() { make(chunk.take_rest(false), calls); }
  [[nodiscard]] bool each_once() const {
    for (const auto& count : made) {
      if (count.peek() != 1) return false;
    }
    return true;
  }
};

template <class Fence>
tests::program owner_and_thief(std::uint64_t seed) {
  auto l = std::make_shared<loop<Fence>>();
  base::random random(seed);
  for (auto& each : l->lengths) each = random.below(4) == 0 ? random.below(160) : 0;
  const std::uint64_t row = 1 + random.below(3);
  return {{[l, row] { l->own(row); }, [l] { l->take(); }}, [l] { return l->each_once(); }};
}

}  // namespace

TEST_CASE("each call of a chunk is made once, by its owner or by the thief that takes the rest") {
  tests::explore_programs(8000, owner_and_thief<base::asymmetric_fence>);
}

TEST_CASE("the same without a cheap fence, where the owner begins each row behind a lock") {
  tests::explore_programs(3000, owner_and_thief<no_fence>);
}
