// Both sorts of strings, which are sorted by keys of eight characters (parallel/sort/string_sort.hpp): lengths, common
// beginnings, zeros, and equal ones. Also numbers without memory, for which an operator new is replaced here.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <new>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/support/sizes.hpp"

using namespace jackdaw;

#ifndef JACKDAW_TEST_SANITIZED  // sanitizers have operators of their own
namespace {
thread_local std::size_t largest = ~std::size_t{0};  // what this thread can allocate at a time
thread_local unsigned refused = 0;
}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  refused += size > largest ? 1 : 0;
  void* const made = size > largest ? nullptr : std::malloc(size);
  if (made == nullptr) throw std::bad_alloc();
  return made;
}
[[gnu::noinline]] void operator delete(void* made) noexcept { std::free(made); }
[[gnu::noinline]] void operator delete(void* made, std::size_t /*size*/) noexcept { std::free(made); }
#endif

namespace {

template <class Strings, class Compare>
void check_order(const Strings& strings, Compare less) {
  Strings right = strings;
  std::ranges::sort(right, less);  // equal ones are alike
  Strings sorted = strings;
  parallel_sort(sorted.begin(), sorted.end(), less);
  CHECK(sorted == right);
  Strings stable = strings;
  parallel_stable_sort(stable.begin(), stable.end(), less);
  CHECK(stable == right);
}

template <class Strings>
void check_orders(const Strings& strings) {
  check_order(strings, std::less<>());
  check_order(strings, std::greater<>());
}

std::string random_string(base::random& random, unsigned most, unsigned letters, char first) {
  std::string made;
  for (unsigned left = random.below(most + 1); left != 0; --left)
    made.push_back(static_cast<char>(static_cast<unsigned char>(first) + random.below(letters)));
  return made;
}

std::vector<std::string> random_strings(std::size_t count, unsigned most, unsigned letters, char first,
                                        const std::string& begin = {}) {
  base::random random(count + most);
  std::vector<std::string> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(begin + random_string(random, most, letters, first));
  return made;
}

const auto many = static_cast<std::size_t>(tests::scaled(20'000));

}  // namespace

TEST_CASE("strings of any length and number") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{2}, std::size_t{64}, std::size_t{65}, many})
    for (const unsigned most : {1U, 7U, 8U, 9U, 40U}) check_orders(random_strings(count, most, 26, 'a'));
}

TEST_CASE("strings with few characters: long runs of equal keys, zeros, the highest bit") {
  check_orders(random_strings(many, 30, 1, 'a'));
  check_orders(random_strings(many, 30, 2, 'a'));
  check_orders(random_strings(many, 20, 2, '\0'));
  check_orders(random_strings(many, 20, 256, '\0'));
  check_orders(random_strings(many, 12, 3, 'a', "https://www.example.org/a/long/beginning/"));
}

TEST_CASE("one character more each") {
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < 3000; ++i) strings.push_back(std::string(2 * (i * 7 % 3000), 'x') + 'y');
  check_orders(strings);
}

TEST_CASE("long ones that differ at their ends: calls are not nested as deep as strings are long") {
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < 70; ++i)
    strings.push_back(std::string(800'000, 'x') + std::to_string(i * 7 % 70));
  check_order(strings, std::less<>());
}

TEST_CASE("many equal ones among others, and ones that are in order already") {
  std::vector<std::string> strings = random_strings(many, 1, 2, 'a');
  check_orders(strings);
  std::ranges::sort(strings);
  check_orders(strings);
  strings.emplace_back();  // nearly in order
  check_orders(strings);
}

#ifndef JACKDAW_TEST_SANITIZED
TEST_CASE("without memory strings are sorted as other elements are") {
  std::vector<std::string> strings = random_strings(many, 20, 4, 'a');
  std::vector<std::string> right = strings;
  std::ranges::sort(right);
  largest = 16 * many - 1;
  refused = 0;
  parallel_sort(strings.begin(), strings.end());
  largest = ~std::size_t{0};
  CHECK(refused == 1);
  CHECK(strings == right);
}

TEST_CASE("without memory numbers are sorted by comparisons") {
  base::random random(8);
  std::vector<std::uint64_t> numbers(many);
  for (std::uint64_t& each : numbers) each = random.below(1U << 30U);
  std::vector<std::uint64_t> right = numbers;
  std::ranges::sort(right);
  scheduler alone(1);
  alone.run([&](worker& w) {
    largest = 64 * sizeof(std::uint64_t);
    refused = 0;
    parallel_sort(w, numbers.begin(), numbers.end());
    largest = ~std::size_t{0};
    CHECK(refused != 0);
  });
  CHECK(numbers == right);
}
#endif

TEST_CASE("views, strings in a deque, other characters") {
  const std::vector<std::string> strings = random_strings(many, 15, 4, 'a');
  check_orders(std::vector<std::string_view>(strings.begin(), strings.end()));
  check_orders(std::deque<std::string>(strings.begin(), strings.end()));
  std::vector<std::u8string> others;
  for (const std::string& each : strings) others.emplace_back(each.begin(), each.end());
  check_orders(others);
}

TEST_CASE("parallel_stable_sort: equal strings stay in their order") {
  const std::vector<std::string> strings = random_strings(many, 9, 2, 'a');
  std::vector<std::string_view> views(strings.begin(), strings.end());
  const auto in_order = [&](auto less) {
    parallel_stable_sort(views.begin(), views.end(), less);
    return std::ranges::is_sorted(views, [&](std::string_view a, std::string_view b) {
      return less(a, b) || (!less(b, a) && a.data() < b.data());
    });
  };
  std::ranges::sort(views, {}, [](std::string_view each) { return each.data(); });
  CHECK(in_order(std::less<>()));
  std::ranges::sort(views, {}, [](std::string_view each) { return each.data(); });
  CHECK(in_order(std::greater<>()));
}

TEST_CASE("a sort that is to stop leaves all strings there") {
  std::vector<std::string> strings = random_strings(many, 15, 4, 'a');
  std::vector<std::string> right = strings;
  std::stop_source stop;
  stop.request_stop();
  parallel_sort(strings.begin(), strings.end(), std::less<>(), stop.get_token());
  std::ranges::sort(strings);
  std::ranges::sort(right);
  CHECK(strings == right);
}
