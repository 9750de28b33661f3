// A tree as deep as T3L of UTS (apps/uts), through each construct, on a stack of 16 MiB: 17 844 levels of ten children
// each, one of which has ten of its own. So a level may have 925 bytes. For code
// that is compiled as users compile theirs, with -O2 (CMakeLists.txt).
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/machine/on_stack.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

// As g++ lays out frames. clang++ 19 makes those of parallel_invoke larger: with the last child the heavy one they need
// more than 16 MiB.
#if defined(__OPTIMIZE__) && !defined(__clang__)
constexpr bool optimized = true;
#else
constexpr bool optimized = false;
#endif

constexpr int levels = 17844;
constexpr int width = 10;

/// Which child has children, at a depth.
using chooser = int (*)(int depth);

chooser heavy_child;

/// As large as one of UTS.
struct node {
  std::array<std::uint32_t, 5> state;
  int depth;
};

int first(int) { return 0; }
int last(int) { return width - 1; }
int changing(int depth) { return static_cast<int>((static_cast<unsigned>(depth) * 7U + 3U) % 10U); }

using search = int (*)(worker&, const node&);

/// What child `number` of a node counts.
template <search Below>
int child(worker& w, const node& parent, int number) {
  const node self{parent.state, parent.depth + 1};
  return self.depth < levels && heavy_child(self.depth) == number ? Below(w, self) : 1;
}

int sum(const std::array<int, width>& counts) {
  int all = 1;
  for (const int each : counts) all += each;
  return all;
}

int joined(worker& w, const node& parent);

int joined_children(worker& w, const node& parent, int from, int to) {
  if (to - from == 1) return child<&joined>(w, parent, from);
  const int middle = from + (to - from) / 2;
  const auto [a, b] = join(
      w, [&parent, from, middle](worker& v) { return joined_children(v, parent, from, middle); },
      [&parent, middle, to](worker& v) { return joined_children(v, parent, middle, to); });
  return a + b;
}

int joined(worker& w, const node& parent) { return 1 + joined_children(w, parent, 0, width); }

int numbered(worker& w, const node& parent) {
  std::array<int, width> counts;
  join_n(
      w, width, [&](worker& v, std::size_t i) { return child<&numbered>(v, parent, static_cast<int>(i)); },
      counts);
  return sum(counts);
}

int looped(worker& w, const node& parent) {
  std::array<int, width> counts;
  parallel_for(w, 0, width,
               [&](worker& v, int i) { counts[static_cast<std::size_t>(i)] = child<&looped>(v, parent, i); });
  return sum(counts);
}

int looped_in_blocks(worker& w, const node& parent) {
  std::array<int, width> counts;
  parallel_for_blocked(w, 0, width, [&](worker& v, int from, int to) {
    for (int i = from; i < to; ++i)
      counts[static_cast<std::size_t>(i)] = child<&looped_in_blocks>(v, parent, i);
  });
  return sum(counts);
}

int invoked(worker& w, const node& parent) {
  std::array<int, width> counts;
  const auto one = [&]<int I>(std::integral_constant<int, I>) {
    return [&](worker& v) { counts[I] = child<&invoked>(v, parent, I); };
  };
  [&]<int... I>(std::integer_sequence<int, I...>) {
    parallel_invoke(w, one(std::integral_constant<int, I>{})...);
  }(std::make_integer_sequence<int, width>{});
  return sum(counts);
}

int grouped(worker& w, const node& parent) {
  std::array<int, width> counts;
  task_group group(w);
  for (int i = 0; i < width; ++i) {
    group.spawn(
        w, [&parent, i](worker& v) { return child<&grouped>(v, parent, i); },
        counts[static_cast<std::size_t>(i)]);
  }
  group.wait();
  return sum(counts);
}

/// How many nodes there are; -1 where the stack ends. Only the thread itself works, so that no other one's stack is
/// needed. With two workers loops leave chunks open.
int found_on_16_mib(search below, unsigned workers) {
  int found = 0;
  tests::on_stack(std::size_t{16} << 20U, [&] {
    scheduler sized(workers);
    sized.allow_workers(1);
    try {
      found = sized.run([&](worker& w) { return below(w, node{}); });
    } catch (const recursion_too_deep&) { found = -1; }
  });
  return found;
}

}  // namespace

TEST_CASE(
    "a tree of 17 844 levels of ten children fits into a stack of 16 MiB, whichever child is the heavy one") {
  if (tests::sanitized || !optimized) return;
  struct construct {
    const char* name;
    search below;
  };
  struct position {
    const char* name;
    chooser heavy;
  };
  for (const auto& [name, below] :
       {construct{"join", &joined}, construct{"join_n", &numbered}, construct{"parallel_for", &looped},
        construct{"parallel_for_blocked", &looped_in_blocks}, construct{"parallel_invoke", &invoked},
        construct{"task_group", &grouped}}) {
    for (const auto& [place, heavy] :
         {position{"first", &first}, position{"last", &last}, position{"changing", &changing}}) {
      for (const unsigned workers : {1U, 2U}) {
        CAPTURE(std::string(name));
        CAPTURE(std::string(place));
        CAPTURE(workers);
        heavy_child = heavy;
        CHECK(found_on_16_mib(below, workers) == width * levels + 1);
      }
    }
  }
}
