#include "apps/quicksort/numbers/distributions.hpp"

#include <bit>
#include <type_traits>

#include <jackdaw/base/random.hpp>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::quicksort {

namespace {

/// The value of the given rank: strictly ascending up to 2^31 elements, then in steps, so that an int never
/// wraps around.
template <class T>
class ranked {
 public:
  explicit ranked(std::size_t count) : step_(count / (std::size_t{1} << 31) + 1) {}
  [[nodiscard]] T operator()(std::size_t rank) const { return static_cast<T>(rank / step_); }

 private:
  std::size_t step_;
};

template <class T>
T uniform_value(std::uint64_t word) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(word >> 11) * 0x1p-53;
  } else {
    return std::bit_cast<T>(static_cast<std::uint32_t>(word >> 32));
  }
}

/// Musser's sequence for 2k elements, k even: 1, k+1, 3, k+3, …, k-1, 2k-1, 2, 4, …, 2k. The median of first,
/// middle and last is the second smallest every time, and after the split the rest is such a sequence again.
/// What is left over when the count is not a multiple of four stands in order at the end.
template <class T>
void fill_killer(std::vector<T>& values) {
  const ranked<T> value(values.size());
  const std::size_t half = values.size() / 4 * 2;
  for (std::size_t at = 0; at < half; at += 2) {
    values[at] = value(at);
    values[at + 1] = value(half + at);
  }
  for (std::size_t at = 0; at < half; ++at) values[half + at] = value(2 * at + 1);
  for (std::size_t at = 2 * half; at < values.size(); ++at) values[at] = value(at);
}

template <class T, class ValueAt>
void fill(std::vector<T>& values, const ValueAt& value_at) {
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = value_at(at);
}

}  // namespace

std::string distribution_names() {
  std::string names;
  for (const distribution_entry& entry : distributions) {
    if (!names.empty()) names += ", ";
    names += entry.name;
  }
  return names;
}

const distribution_entry& find_distribution(std::string_view name) {
  for (const distribution_entry& entry : distributions) {
    if (entry.name == name) return entry;
  }
  throw input_error("--distribution " + std::string(name) + ": no such distribution; expected one of " +
                    distribution_names());
}

template <class T>
std::vector<T> generate(distribution kind, std::size_t count, std::uint64_t seed) {
  std::vector<T> values(count);
  const ranked<T> value(count);
  const std::uint64_t start = base::mix(seed);
  switch (kind) {
    case distribution::uniform:
      fill(values, [&](std::size_t at) { return uniform_value<T>(base::mix(start + at)); });
      break;
    case distribution::sorted:
      fill(values, value);
      break;
    case distribution::reversed:
      fill(values, [&](std::size_t at) { return value(count - 1 - at); });
      break;
    case distribution::equal:
      fill(values, [](std::size_t) { return T{42}; });
      break;
    case distribution::few:
      fill(values, [&](std::size_t at) { return static_cast<T>(base::mix(start + at) >> 60); });
      break;
    case distribution::organ_pipe:
      fill(values, [&](std::size_t at) { return value(at < count / 2 ? at : count - 1 - at); });
      break;
    case distribution::killer:
      fill_killer(values);
      break;
  }
  return values;
}

template std::vector<std::int32_t> generate(distribution, std::size_t, std::uint64_t);
template std::vector<double> generate(distribution, std::size_t, std::uint64_t);

}  // namespace jackdaw::apps::quicksort
