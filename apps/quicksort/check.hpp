// Is it sorted, and is it what was to be sorted? Knows nothing of how the result came about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/app.hpp"
#include "apps/quicksort/numbers/element.hpp"

namespace jackdaw::apps::quicksort {

/// Fingerprint of a multiset: the same for every order of the same elements. Two sums over mixed bits and the
/// count; an element lost, doubled or changed is missed with probability about 2^-128.
struct fingerprint {
  std::size_t count = 0;
  std::uint64_t sum = 0;
  std::uint64_t parity = 0;

  friend bool operator==(const fingerprint&, const fingerprint&) = default;
};

/// One pass, about 1 ns an element. The bits are mixed first: sums of plain values would miss such exchanges
/// as {1, 2} for {0, 3}. Works on bit patterns: -0.0 and 0.0 are different elements here.
template <class T>
[[nodiscard]] fingerprint fingerprint_of(const std::vector<T>& values) {
  fingerprint print;
  print.count = values.size();
  for (const T value : values) {
    const std::uint64_t word = base::mix(element<T>::bits(value));
    print.sum += word;
    print.parity ^= base::mix(~word);
  }
  return print;
}

/// Index of the first element that is not followed by one that is equal or greater; the size when there is
/// none. A NaN counts as out of order.
template <class T>
[[nodiscard]] std::size_t first_disorder(const std::vector<T>& values) {
  for (std::size_t at = 0; at + 1 < values.size(); ++at) {
    if (!(values[at] <= values[at + 1])) return at;
  }
  return values.size();
}

/// The verdict on `result`. `reference` is the serial sort's result or null when that did not run; compared
/// by value, for -0.0 and 0.0 may stand in either order.
template <class T>
[[nodiscard]] verdict check_sorted(const std::vector<T>& result, const fingerprint& input,
                                   const std::vector<T>* reference) {
  std::ostringstream line;
  line.precision(17);
  const fingerprint output = fingerprint_of(result);
  if (output.count != input.count) {
    line << output.count << " elements came out, " << input.count << " went in";
    return {false, line.str()};
  }
  if (const std::size_t at = first_disorder(result); at != result.size()) {
    line << "not sorted: element " << at << " is " << result[at] << ", element " << at + 1 << " is "
         << result[at + 1];
    return {false, line.str()};
  }
  if (output != input) {
    line << "sorted, but not a permutation of the input: fingerprint " << std::hex << output.sum << ':'
         << output.parity << " instead of " << input.sum << ':' << input.parity;
    return {false, line.str()};
  }
  line << output.count << " elements sorted, a permutation of the input (fingerprint " << std::hex
       << output.sum << ':' << output.parity << std::dec << ')';
  if (reference == nullptr) return {true, line.str()};
  for (std::size_t at = 0; at < result.size(); ++at) {
    if (result[at] == (*reference)[at]) continue;
    line.str("");
    line << "differs from std::sort: element " << at << " is " << result[at] << " instead of "
         << (*reference)[at];
    return {false, line.str()};
  }
  line << ", equal to std::sort in every element";
  return {true, line.str()};
}

}  // namespace jackdaw::apps::quicksort
