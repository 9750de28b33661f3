// Sorts whose comparison or move throws, contradicts itself, or finds no stack: no element is lost or left over.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/parallel/counted_elements.hpp"
#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace parallel_sort_failures_test {

using namespace jackdaw;
using tests::counted;
using tests::counted_elements;
using tests::is_complete;
using tests::scaled;

namespace {

template <class T>
void sort_by(scheduler& sized, bool stable, std::vector<T>& held, const auto& less) {
  sized.run([&](worker& w) {
    if (stable) {
      parallel_stable_sort(w, held.begin(), held.end(), less);
    } else {
      parallel_sort(w, held.begin(), held.end(), less);
    }
  });
}

/// Goes down until `from`, by small steps, and sorts there.
void sort_near_the_end(worker& w, std::uintptr_t from) {
  std::byte step[48];
  asm volatile("" : : "r"(&step) : "memory");
  if (reinterpret_cast<std::uintptr_t>(&step) > from) {
    sort_near_the_end(w, from);
    asm volatile("" : : "r"(&step) : "memory");  // no tail call
    return;
  }
  std::vector<counted> held = counted_elements(5000);
  const auto less = [](const counted& a, const counted& b) { return a.value() < b.value(); };
  try {
    parallel_stable_sort(w, held.begin(), held.end(), less);
  } catch (const recursion_too_deep&) {
    CHECK(is_complete(held));
    return;
  }
  CHECK(std::is_sorted(held.begin(), held.end(), less));
}

}  // namespace

TEST_CASE("an exception of the comparison comes out; the scheduler goes on") {
  tests::for_each_size([](scheduler& sized) {
    std::vector<std::shared_ptr<int>> held;
    for (int i = 0; i < 10000; ++i) held.push_back(std::make_shared<int>(i * 7919 % 10007));
    std::atomic<int> calls{0};
    const auto less = [&](const auto& a, const auto& b) {
      if (++calls == 20000) throw std::runtime_error("enough");
      return a < b;
    };
    CHECK_THROWS_AS(sized.run([&](worker& w) { parallel_sort(w, held.begin(), held.end(), less); }),
                    std::runtime_error);
    calls = 0;
    CHECK_THROWS_AS(sized.run([&](worker& w) { parallel_stable_sort(w, held.begin(), held.end(), less); }),
                    std::runtime_error);
    CHECK(held.size() == 10000);
    tests::check_usable(sized);
  });
}

TEST_CASE("when a comparison throws, whichever, each element is there once, and none is left elsewhere") {
  struct stop_here {};
  for (const unsigned workers : {1U, 4U}) {
    scheduler sized(workers);
    for (const bool stable : {false, true}) {
      for (const int size : {2, 30, 200, 5000}) {
        int thrown = 0;
        for (int at = 1;; at += size > 200 ? 1 + at / 7 : (size > 30 ? 7 : 1)) {
          std::vector<counted> held = counted_elements(size);
          std::atomic<int> calls{0};
          const auto less = [&](const counted& a, const counted& b) {
            if (++calls == at) throw stop_here();
            return a.value() < b.value();
          };
          bool threw = false;
          try {
            sort_by(sized, stable, held, less);
          } catch (const stop_here&) { threw = true; }
          CHECK(is_complete(held));
          CHECK(counted::live == size);
          CHECK(threw == (calls >= at));
          if (!threw) break;
          ++thrown;
        }
        CHECK(thrown > 0);
      }
    }
  }
  CHECK(counted::live == 0);
}

TEST_CASE("bad pivots: what sorts then sorts, and loses nothing either") {
  for (int at = 1;; at += 13) {
    std::vector<counted> held = counted_elements(700);
    int calls = 0;
    auto less = [&](const counted& a, const counted& b) {
      if (++calls == at) throw at;
      return a.value() < b.value();
    };
    try {
      fork_join::sort_alone(held.begin(), held.end(), less, 1);
      CHECK(std::ranges::is_sorted(held, {}, &counted::value));
      break;
    } catch (int) { CHECK(is_complete(held)); }
  }
}

TEST_CASE_TEMPLATE(
    "a comparison that is no order: nothing outside is looked at, no element is lost or doubled", T, int,
    std::string) {
  const auto made = [](int number) {
    if constexpr (std::is_same_v<T, int>) {
      return number;
    } else {
      return "a string that has memory of its own: " + std::to_string(number);
    }
  };
  const T outside = made(-1);
  scheduler sized(2);
  for (const int size : {0, 1, 2, 3, 24, 25, 26, 40, 129, 130, 500, 2049, 5000, 200'000}) {
    if (size > 5000 && std::is_same_v<T, std::string>) continue;
    for (const int values : {1, 2, 1000}) {
      if (size > 5000 && values != 2) continue;
      for (int answers = 0; answers < 6; ++answers) {
        for (const bool stable : {false, true}) {
          CAPTURE(size);
          CAPTURE(values);
          CAPTURE(answers);
          CAPTURE(stable);
          constexpr int edge = 8;
          std::vector<T> held(static_cast<std::size_t>(size + 2 * edge), outside);
          std::vector<int> before(static_cast<std::size_t>(values));
          for (int i = 0; i < size; ++i) {
            const int number = static_cast<int>(i * 7919LL % size % values);
            held[static_cast<std::size_t>(edge + i)] = made(number);
            ++before[static_cast<std::size_t>(number)];
          }
          std::atomic<long> foreign{0};
          std::atomic<unsigned> asked{0};
          const auto less = [&](const T& a, const T& b) {
            if (a == outside || b == outside) {
              ++foreign;
              return false;
            }
            switch (answers) {
              case 0:
                return a <= b;
              case 1:
                return a >= b;
              case 2:
                return a != b;
              case 3:
                return true;
              default: {
                const unsigned random = asked.fetch_add(1, std::memory_order_relaxed) * 2654435769U >> 20U;
                return answers == 4 ? random % 2 == 0 : random % 64 != 0;
              }
            }
          };
          sized.run([&](worker& w) {
            const auto first = held.begin() + edge;
            if (stable) {
              parallel_stable_sort(w, first, first + size, less);
            } else {
              parallel_sort(w, first, first + size, less);
            }
          });
          CHECK(foreign == 0);
          std::map<T, int> found;
          for (const T& each : held) ++found[each];
          bool is_whole = found[outside] == 2 * edge;
          for (int value = 0; value < values; ++value)
            is_whole = is_whole && found[made(value)] == before[static_cast<std::size_t>(value)];
          CHECK(is_whole);
        }
      }
    }
  }
}

TEST_CASE("a stable sort that comes to the end of the stack loses nothing") {
  scheduler one(1);
  one.run([](worker& w) {
    if (tests::sanitized) return;  // their frames are larger than what is left
    const std::uintptr_t low = w.own().deque.floor();
    for (std::uintptr_t above = 0; above < 6000; above += 96) sort_near_the_end(w, low + above);
  });
}

TEST_CASE("a move that throws: objects stay valid, and none is left over") {
  struct rare : counted {
    rare(int value, std::atomic<int>* moves) : counted(value), moves_(moves) {}
    rare(rare&& other) : counted(std::move(other)), moves_(other.moves_) { count(); }
    rare& operator=(rare&& other) {
      count();
      counted::operator=(std::move(other));
      return *this;
    }
    void count() const {
      if (++*moves_ == 0) throw std::runtime_error("a move");
    }
    std::atomic<int>* moves_;
  };
  scheduler sized(2);
  for (int at = 1; at < 60000; at += 1 + at / 3) {
    for (const bool stable : {false, true}) {
      std::atomic<int> moves{1};
      std::vector<rare> held;
      held.reserve(3000);
      for (int i = 0; i < 3000; ++i) held.emplace_back(i * 7919 % 3000, &moves);
      moves = -at;
      const auto less = [](const rare& a, const rare& b) { return a.value() < b.value(); };
      try {
        sort_by(sized, stable, held, less);
      } catch (const std::runtime_error&) { CHECK(moves >= 0); }
      CHECK(counted::live == 3000);
    }
  }
  CHECK(counted::live == 0);
}

}  // namespace parallel_sort_failures_test
