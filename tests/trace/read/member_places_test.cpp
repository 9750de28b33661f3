// Members of a group by their numbers, as readers of recordings find them.
#include <cstdint>

#include <doctest/doctest.h>

#include <jackdaw/trace/read/member_places.hpp>

namespace member_places_test {

using namespace jackdaw;

TEST_CASE("members of one group that end in any order are found in a few comparisons each") {
  struct counted {
    std::uint64_t value;
    static std::uint64_t& compared() {
      static std::uint64_t times = 0;
      return times;
    }
    bool operator<(const counted& other) const { return ++compared(), value < other.value; }
    bool operator==(const counted& other) const { return ++compared(), value == other.value; }
  };
  const auto comparisons = [](std::uint32_t n) {
    counted::compared() = 0;
    trace::member_places<counted> places;
    for (std::uint32_t i = 0; i < n; ++i) places.add(3, n - i);
    for (std::uint32_t i = 0; i < n; ++i) CHECK(places.of(3, n - i) == i);
    CHECK(places.of(3, n + 1) == n - 1);  // a task that has not come
    CHECK(places.of(2, 1) == 0);
    CHECK(places.of(4, 1) == 0);
    return counted::compared();
  };
  for (const std::uint32_t n : {500U, 1000U}) {
    CAPTURE(n);
    CHECK(comparisons(2 * n) <= 26 * comparisons(n) / 10);
  }
}

}  // namespace member_places_test
