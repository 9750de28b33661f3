// In which order thieves visit the others.
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/pool/families/victim_order.hpp>

namespace victims_test {

using namespace jackdaw;

namespace {

/// The victims that `thief` visits when it finds nothing.
std::vector<unsigned> visited(const auto& order, unsigned thief) {
  std::vector<unsigned> seen;
  CHECK(order.first_of(thief, [&](unsigned victim) -> const int* {
    seen.push_back(victim);
    return nullptr;
  }) == nullptr);
  return seen;
}

}  // namespace

TEST_CASE_TEMPLATE("every order visits all others, and no worker visits itself", Order, pool::next_neighbours,
                   pool::nearest, pool::random_start, pool::uniform_random) {
  for (const unsigned workers : {1U, 2U, 3U, 8U, 13U}) {
    const Order order(workers);
    for (unsigned thief = 0; thief < workers; ++thief) {
      for (int round = 0; round < 20; ++round) {
        std::vector<bool> seen(workers);
        for (const unsigned victim : visited(order, thief)) {
          REQUIRE(victim < workers);
          seen[victim] = true;
        }
        for (unsigned other = 0; other < workers; ++other) CHECK(seen[other] == (other != thief));
      }
    }
  }
}

TEST_CASE_TEMPLATE("the first find ends the search", Order, pool::next_neighbours, pool::nearest,
                   pool::random_start, pool::uniform_random) {
  const Order order(5);
  int visits = 0;
  int found = 0;
  CHECK(order.first_of(3, [&](unsigned) {
    ++visits;
    return visits == 2 ? &found : nullptr;
  }) == &found);
  CHECK(visits == 2);
}

TEST_CASE("neighbours upwards, and the nearest numbers first") {
  CHECK(visited(pool::next_neighbours(5), 2) == std::vector<unsigned>{3, 4, 0, 1});
  CHECK(visited(pool::nearest(5), 2) == std::vector<unsigned>{3, 1, 4, 0});
  CHECK(visited(pool::nearest(5), 0) == std::vector<unsigned>{1, 2, 3, 4});
  CHECK(visited(pool::nearest(5), 4) == std::vector<unsigned>{3, 2, 1, 0});
  CHECK(visited(pool::nearest(5), 3) == std::vector<unsigned>{4, 2, 1, 0});
}

TEST_CASE("a random start is any of the workers; the rest follows in turn") {
  const pool::random_start order(6);
  std::vector<int> first(6);
  for (int round = 0; round < 2000; ++round) {
    const auto seen = visited(order, 1);
    ++first[seen.front()];
    for (std::size_t i = 1; i < seen.size(); ++i) {
      const unsigned next = (seen[i - 1] + 1) % 6;
      REQUIRE(seen[i] == (next == 1 ? 2 : next));
    }
  }
  CHECK(first[1] == 0);
  for (const unsigned victim : {0U, 2U, 3U, 4U, 5U}) CHECK(first[victim] > 200);
}

TEST_CASE("uniformly random victims: draws with repetition before the round") {
  const pool::uniform_random order(6);
  std::vector<int> first(6);
  bool repeated = false;
  for (int round = 0; round < 2000; ++round) {
    const auto seen = visited(order, 1);
    ++first[seen.front()];
    REQUIRE(seen.size() == 10);  // five draws, then the round
    repeated = repeated || seen[0] == seen[1];
  }
  CHECK(repeated);
  CHECK(first[1] == 0);
  for (const unsigned victim : {0U, 2U, 3U, 4U, 5U}) CHECK(first[victim] > 300);
}

}  // namespace victims_test
