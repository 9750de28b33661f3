// Types without an operator&: as results, elements and functions of all that forks.
#include <algorithm>
#include <compare>
#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/sizes.hpp"

namespace hidden_address_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// A number whose address only std::addressof tells, as that of handles of other libraries.
struct hidden {
  int value = 0;
  hidden* operator&() = delete;              // NOLINT(google-runtime-operator)
  const hidden* operator&() const = delete;  // NOLINT(google-runtime-operator)
  auto operator<=>(const hidden&) const = default;
  friend hidden operator+(const hidden& a, const hidden& b) { return {a.value + b.value}; }
};
template <class Function>
struct hidden_call : Function {
  using Function::operator();
  hidden_call* operator&() = delete;              // NOLINT(google-runtime-operator)
  const hidden_call* operator&() const = delete;  // NOLINT(google-runtime-operator)
};
template <class Function>
hidden_call(Function) -> hidden_call<Function>;

hidden_call<std::function<hidden()>> gives(int number) {
  return {[number] { return hidden{number}; }};
}

}  // namespace

TEST_CASE("types without an operator& may be results, elements and functions") {
  scheduler sched(4);
  const int count = scaled(20000);
  std::vector<hidden> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all[static_cast<std::size_t>(i)].value = i;
  sched.run([&](worker& w) {
    auto [a, b] = join(w, gives(1), [big = std::string(100, 'x')] { return hidden{2}; });
    CHECK(a.value + b.value == 3);
    auto [c, d] = join(
        w, [](worker&) { return hidden{1}; },
        [](worker& v) { return std::get<0>(join(v, gives(3), gives(4))); });
    CHECK(c.value + d.value == 4);
    parallel_invoke(w, gives(1), gives(2), gives(3));

    hidden first;
    hidden second;
    task_group group(w);
    group.spawn(w, gives(5), first);
    group.spawn(gives(6), second);
    group.spawn(w, gives(7));
    group.wait();
    CHECK(first.value + second.value == 11);

    const hidden_call sum_of{std::plus<>()};
    const hidden_call less{[](const hidden& x, const hidden& y) { return x.value < y.value; }};
    const hidden_call change{[](hidden& one) { one.value ^= 0x55; }};
    const hidden sum =
        parallel_reduce(w, 0, 100, hidden{}, hidden_call{[](int i) { return hidden{i}; }}, sum_of);
    CHECK(sum.value == 4950);
    std::vector<hidden> sums(all.size());
    parallel_scan(w, all.begin(), all.begin() + 100, sums.begin(), sum_of);
    CHECK(sums[99].value == 4950);
    parallel_exclusive_scan(w, all.begin(), all.begin() + 100, sums.begin(), hidden{1});
    CHECK(sums[99].value == 4852);
    parallel_for(w, all, change);
    parallel_sort(w, all.begin(), all.end(), less);
    CHECK(std::is_sorted(all.begin(), all.end()));
    parallel_for(w, all, change);
    parallel_stable_sort(w, all.begin(), all.end(), less);
    CHECK(std::is_sorted(all.begin(), all.end()));
    std::vector<hidden> results(10);
    join_n(w, 10, hidden_call{[](std::size_t i) { return hidden{static_cast<int>(i)}; }}, results);
    CHECK(results[9].value == 9);
  });
}

}  // namespace hidden_address_test
