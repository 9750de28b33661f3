// Which ranges loops and reductions take: types of indices, their ends, numbers of 64 bits.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <ranges>
#include <stdexcept>
#include <type_traits>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace index_ranges_test {

using namespace jackdaw;
using tests::scaled;

TEST_CASE("ranges at the ends of their types, and backward ones") {
  scheduler two(2);
  std::atomic<int> calls{0};
  std::atomic<long> sum{0};
  two.run([&](worker& w) {
    parallel_for(w, std::numeric_limits<int>::max() - 3, std::numeric_limits<int>::max(),
                 [&](int i) { ++calls, sum += i; });
    parallel_for(w, std::int8_t{-128}, std::int8_t{127}, [&](std::int8_t) { ++calls; });
    parallel_for(w, std::uint64_t{0} - 2, std::numeric_limits<std::uint64_t>::max(),
                 [&](std::uint64_t) { ++calls; });
    parallel_for(w, 5, 3, [&](int) { calls += 1000; });
    parallel_for(w, 5U, -3, [&](unsigned) { calls += 1000; });
    parallel_for_blocked(w, 5U, -3, [&](unsigned, unsigned) { calls += 1000; });
  });
  CHECK(calls == 3 + 255 + 1);
  CHECK(sum == 3L * std::numeric_limits<int>::max() - 6);
}

TEST_CASE("characters and truth values are whole numbers, too") {
  std::atomic<int> calls{0};
  parallel_for('a', 'z', [&](char c) { calls += c >= 'a' && c < 'z' ? 1 : 100; });
  CHECK(calls == 25);
  parallel_for(U'\0', U'\x100', [&](char32_t) { ++calls; });
  parallel_for(L'z', L'a', [&](wchar_t) { ++calls; });
  parallel_for(false, true, [&](bool b) { calls += b ? 100 : 1; });
  CHECK(calls == 25 + 256 + 1);
  CHECK(parallel_reduce('a', 'e', 0, [](char c) { return c - 'a'; }, std::plus<>()) == 6);
}

TEST_CASE("ends of two types: the indices have the common one, which holds all of them") {
  scheduler two(2);
  std::atomic<std::int64_t> sum{0};
  const auto as = [&sum]<class Wanted>(Wanted) {
    return [&sum](auto i) {
      static_assert(std::is_same_v<decltype(i), Wanted>);
      sum += static_cast<std::int64_t>(i);
    };
  };
  const auto blocks = [&sum](auto from, auto to) {
    for (auto i = from; i != to; ++i) sum += static_cast<std::int64_t>(i);
  };
  const auto same = [](auto i) { return static_cast<std::int64_t>(i); };
  const int n = 5;
  std::int64_t reduced = 0;
  two.run([&](worker& w) {
    parallel_for(w, -5L, 5U, as(0L));
    parallel_for(w, std::int8_t{-5}, std::uint8_t{5}, as(0));
    parallel_for(w, std::uint64_t{1}, n, as(std::uint64_t{0}));
    parallel_for(w, 1, 5U, as(0U));  // a constant
    parallel_for(w, std::int8_t{1}, std::uint64_t{5}, as(std::uint64_t{0}));
    parallel_for_blocked(w, -5L, 5U, blocks);
    parallel_for_blocked(w, 1, std::size_t{5}, blocks);
    reduced += parallel_reduce(w, -5L, 5U, std::int64_t{0}, same, std::plus<>());
    reduced += parallel_reduce(w, 1, 5U, std::int64_t{0}, same, std::plus<>());
  });
  parallel_for(1, 5U, as(0U));
  parallel_for_blocked(1, 5U, blocks);
  reduced += parallel_reduce(1, std::size_t{5}, std::int64_t{0}, same, std::plus<>());
  CHECK(sum == 3 * -5 + 6 * 10);
  CHECK(reduced == -5 + 2 * 10);
}

TEST_CASE("a range of more elements than 64 bits count is refused, in every build") {
  __extension__ using wide = __int128;
  const auto most = std::views::iota(wide{0}, wide{1} << 64U);
  scheduler two(2);
  std::atomic<int> calls{0};
  two.run([&](worker& w) {
    CHECK_THROWS_AS(parallel_for(w, most, [&](wide) { ++calls; }), std::length_error);
    CHECK_THROWS_AS(static_cast<void>(parallel_reduce(
                        w, most, 0, [](wide) { return 1; }, std::plus<>())),
                    std::length_error);
    parallel_for(w, std::views::iota(wide{-3}, wide{2}), [&](wide) { ++calls; });
  });
  CHECK(calls == 5);
}

TEST_CASE("numbers of 64 bits as elements: of a range, of what is made of it, between iterators") {
  static_assert(sizeof(std::ranges::range_difference_t<std::ranges::iota_view<std::size_t, std::size_t>>) >=
                8);
  constexpr std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  tests::for_each_size([=](scheduler& sized) {
    const auto size = static_cast<std::size_t>(scaled(20000));
    tests::tally ran(size);
    const auto indices = std::views::iota(std::size_t{0}, size);
    const auto doubled = indices | std::views::transform([](std::size_t i) { return 2 * i; });
    std::atomic<std::uint64_t> calls{0};
    sized.run([&](worker& w) {
      parallel_for(w, indices, [&](std::size_t i) { ran(i); });
      parallel_for(w, indices.begin(), indices.end(), [&](worker&, std::size_t i) { ran(i); });
      parallel_for(w, doubled, [&](worker&, std::size_t i) { ran(i / 2); });
      parallel_for(w, doubled.begin(), doubled.end(), [&](std::size_t i) { ran(i / 2); });
      parallel_for(w, indices.end(), indices.begin(), [&](std::size_t) { ++calls; });
      parallel_for(w, std::views::iota(end - 3, end), [&](std::uint64_t) { ++calls; });
      parallel_for(w, std::views::iota(std::int64_t{-2}, std::int64_t{2}), [&](std::int64_t) { ++calls; });
    });
    CHECK(ran.wrong(4) == 0);
    CHECK(calls == 7);
  });
}

}  // namespace index_ranges_test
