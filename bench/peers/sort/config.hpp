// Sorting as programs ask for it: one call of what each library has for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/random.hpp>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::sorts {

enum class keys { numbers, strings };

struct instance {
  std::string_view name;
  keys of;
  std::size_t count;
};

inline const std::array instances{
    instance{"random 64-bit numbers", keys::numbers, sized<std::size_t>(10'000'000, 20'000, 5'000'000)},
    instance{"random strings", keys::strings, sized<std::size_t>(2'000'000, 5'000, 500'000)},
};

/// Random keys, the same in each run.
template <class Key>
[[nodiscard]] const std::vector<Key>& unsorted(std::size_t count) {
  static const std::vector<Key> all = [count] {
    std::vector<Key> made(count);
    base::random random(1);
    for (Key& each : made) {
      if constexpr (std::is_same_v<Key, std::string>) {
        for (unsigned left = 4 + random.below(20); left != 0; --left)
          each.push_back(static_cast<char>('a' + random.below(26)));
      } else {
        each = std::uint64_t{random.below(1U << 31U)} << 31U | random.below(1U << 31U);
      }
    }
    return made;
  }();
  return all;
}

/// The same in order.
template <class Key>
[[nodiscard]] const std::vector<Key>& sorted(std::size_t count) {
  static const std::vector<Key> all = [count] {
    std::vector<Key> made = unsorted<Key>(count);
    std::sort(made.begin(), made.end());
    return made;
  }();
  return all;
}

template <class Key, class Sort>
[[nodiscard]] measurement sort_keys(std::size_t count, const Sort& sort) {
  std::vector<Key> values = unsorted<Key>(count);
  const double seconds = sort(values);
  if (values != sorted<Key>(count)) throw wrong_result("the keys are not in order");
  return {seconds, static_cast<double>(count)};
}

/// The measurement of sort(keys), which returns the seconds that it has taken.
template <class Sort>
[[nodiscard]] measurement measured(unsigned number, const Sort& sort) {
  const instance& of = instances.at(number);
  return of.of == keys::numbers ? sort_keys<std::uint64_t>(of.count, sort)
                                : sort_keys<std::string>(of.count, sort);
}

}  // namespace jackdaw::bench::sorts
