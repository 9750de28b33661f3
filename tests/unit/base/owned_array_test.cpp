// base::owned_array: what it makes it destroys, once.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/base/owned_array.hpp>

namespace owned_array_test {

using jackdaw::base::owned_array;

namespace {

/// Counts those that live; cannot be moved. The fifth one is refused while `refuses`.
struct alignas(128) counted {
  static inline int alive = 0;
  static inline bool refuses = false;
  int value;
  counted() : value(7) {
    if (refuses && alive == 4) throw std::runtime_error("the fifth");
    ++alive;
  }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { --alive; }
};

}  // namespace

TEST_CASE("elements are made at once, where their type wants to lie, and destroyed at the end") {
  {
    const owned_array<counted> some(5);
    CHECK(counted::alive == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(some[i].value == 7);
      CHECK(reinterpret_cast<std::uintptr_t>(&some[i]) % 128 == 0);
      CHECK(&some[i] == some.get() + i);
    }
  }
  CHECK(counted::alive == 0);
  const owned_array<long> zeros(100);
  long sum = 0;
  for (std::size_t i = 0; i < 100; ++i) sum += zeros[i];
  CHECK(sum == 0);
}

TEST_CASE("an array that is moved from has none, and one that is assigned to ends its own at once") {
  owned_array<counted> one(3);
  counted* const first = one.get();
  owned_array<counted> two(std::move(one));
  CHECK(one.get() == nullptr);  // NOLINT(bugprone-use-after-move): that is what is promised
  CHECK(two.get() == first);
  owned_array<counted> three(2);
  CHECK(counted::alive == 5);
  three = std::move(two);
  CHECK(counted::alive == 3);
  CHECK(three.get() == first);
  CHECK(two.get() == nullptr);  // NOLINT(bugprone-use-after-move)
  auto& same = three;
  three = std::move(same);
  CHECK(three.get() == first);
  three = owned_array<counted>();
  CHECK(counted::alive == 0);
  CHECK(three.get() == nullptr);
}

TEST_CASE("when an element throws, those before it are destroyed") {
  counted::refuses = true;
  CHECK_THROWS_AS(owned_array<counted>(9), std::runtime_error);
  counted::refuses = false;
  CHECK(counted::alive == 0);
}

}  // namespace owned_array_test
