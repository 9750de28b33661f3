// In which order thieves of the default pool visit the others.
#include <array>

#include <doctest/doctest.h>

#include <jackdaw/pool/split_pool/split_pool.hpp>

namespace visiting_test {

using namespace jackdaw;

TEST_CASE(
    "jackdaw: whatever the order of victims is, a thief finds the only task, also one beyond all numbers") {
  using enum pool::split_pool::visiting;
  for (const auto order : {round, random, nearest}) {
    for (unsigned owner = 0; owner < 4; ++owner) {
      for (unsigned thief = 0; thief < 6; ++thief) {
        if (thief == owner) continue;
        CAPTURE(owner);
        CAPTURE(thief);
        pool::split_pool of_four(4, 6, order);
        task only;
        of_four.init(owner, only);
        CHECK(of_four.steal(thief) == &only);
        CHECK(of_four.steal(thief) == nullptr);
      }
    }
  }
}

TEST_CASE("jackdaw: victims=nearest takes from the nearest number that has something") {
  using enum pool::split_pool::visiting;
  for (int tries = 0; tries < 20; ++tries) {
    pool::split_pool of_eight(8, 8, nearest);
    std::array<task, 8> tasks;
    for (const unsigned id : {0U, 2U, 6U, 7U}) of_eight.init(id, tasks[id]);
    for (const unsigned id : {2U, 6U, 0U, 7U}) CHECK(of_eight.steal(3) == &tasks[id]);
  }
}

}  // namespace visiting_test
