// Reductions: no task waits for the object, the sum is complete, and in order it is the same to the last bit.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/part/partitioned.hpp>
#include <jackdaw/flow/result/task_result.hpp>
#include <jackdaw/flow/scratch.hpp>

#include "tests/support/sizes.hpp"

namespace reduction_test {

using namespace jackdaw;

namespace {

/// Adds vectors of a given length; partial results are sparse.
struct sparse_sum {
  std::size_t length = 0;
  using partial = std::vector<std::pair<std::size_t, long>>;
  [[nodiscard]] partial make() const { return {}; }
  void apply(std::vector<long>& object, partial&& p) const {
    object.resize(length);
    for (const auto& [where, what] : p) object[where] += what;
  }
};

/// A number that has to lie at a multiple of its alignment.
template <std::size_t Alignment>
struct alignas(Alignment) wide {
  long number = 0;

  wide() = default;
  explicit wide(long n) : number(n) {}
  [[nodiscard]] bool lies_right() const {
    asm volatile("" : : "r"(this));  // it is not assumed
    return reinterpret_cast<std::uintptr_t>(this) % Alignment == 0;
  }
  wide& operator+=(const wide& other) {
    number += lies_right() && other.lies_right() ? other.number : 1000000;
    return *this;
  }
};

/// Objects, partial results, closures, instances and scratch memory of one alignment.
template <std::size_t Alignment>
void add_wide_numbers(unsigned workers) {
  using number = wide<Alignment>;
  scheduler sched(workers);
  flow tasks(sched);
  handle<number> total;
  handle<number> ordered;
  buffered<number, 2> twice;
  scratch space(sched, 64);
  for (int i = 0; i < 300; ++i) {
    const number one(1);
    tasks.submit(reduce(total), [one](number& t) { t += one; });
    tasks.submit(priority(i % 3), reduce_in_order(ordered), [one](number& t) { t += one; });
    tasks.submit(reduce(total), reduce_in_order(ordered), [&space](number& t, number& o) {
      auto three = space.template take<std::uint64_t>(3, Alignment);
      if (reinterpret_cast<std::uintptr_t>(three.data()) % Alignment != 0) return;
      t += number(1), o += number(1);
    });
    handle<number>& old = twice.current();
    tasks.submit(read(old), write(twice.next()), [one](const number& before, number& now) {
      now = before;
      now += one;
    });
  }
  tasks.wait();
  CHECK(total.value().number == 600);
  CHECK(ordered.value().number == 600);
  CHECK(twice.value().number == 300);
}

double sum_in_order(unsigned workers) {
  scheduler sched(workers);
  flow tasks(sched);
  handle<double> total(0.0);
  base::random random(7);
  for (int i = 0; i < 500; ++i) {
    const double value = 1.0 / (1.0 + random.below(1'000'000));
    tasks.submit(reduce_in_order(total), [value](double& t) {
      t += value;
      t += value * value;
    });
  }
  tasks.wait();
  return total.value();
}

}  // namespace

TEST_CASE("objects, partial results, closures and scratch memory of any alignment") {
  for (const unsigned workers : {1U, 2U}) {
    add_wide_numbers<32>(workers);
    add_wide_numbers<128>(workers);
    add_wide_numbers<256>(workers);
    add_wide_numbers<4096>(workers);
  }
}

TEST_CASE("reductions keep their place among other accesses") {
  scheduler sched(3);
  for (int round = 0; round < tests::scaled(300); ++round) {
    flow tasks(sched);
    handle<long> total(0);
    std::atomic<int> wrong{0};
    long expected = 0;
    for (int k = 0; k < 5; ++k) {
      for (int i = 0; i < 20; ++i) tasks.submit(reduce(total), [](long& t) { ++t; });
      expected += 20;
      tasks.submit(read(total), [expected, &wrong](long t) { wrong += t != expected ? 1 : 0; });
      for (int i = 0; i < 5; ++i) tasks.submit(reduce_in_order(total), [](long& t) { ++t; });
      tasks.submit(add(total), [](long& t) { ++t; });
      tasks.submit(write(total), [](long& t) { t *= 2; });
      expected = 2 * (expected + 6);
    }
    tasks.wait();
    CHECK(wrong == 0);
    CHECK(total.value() == expected);
  }
}

TEST_CASE("a reduction runs while the object is busy") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> total(0);
  std::atomic<int> met{0};
  // Each waits for the other inside its function: with add this would never end.
  for (int i = 0; i < 2; ++i) {
    tasks.submit(reduce(total), [&](int& t) {
      ++met;
      while (met < 2) std::this_thread::yield();
      ++t;
    });
  }
  tasks.wait();
  CHECK(total.value() == 2);
}

TEST_CASE("a reduction does not even wait for those before it") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> total(1);
  auto later = tasks.reserve(write(total));
  std::atomic<bool> ran{false};
  tasks.submit(reduce(total), [&](int& t) {
    t += 10;
    ran = true;
  });
  while (!ran) std::this_thread::yield();
  CHECK(total.value() == 1);
  later.submit([](int& t) { t *= 5; });
  tasks.wait();
  CHECK(total.value() == 15);
}

TEST_CASE("in order, the sum is the same to the last bit for any number of workers") {
  const double one = sum_in_order(1);
  for (const unsigned workers : {2U, 3U, 8U}) {
    for (int i = 0; i < tests::scaled(20); ++i) CHECK(sum_in_order(workers) == one);
  }
}

TEST_CASE("partial results may have another type than the object") {
  scheduler sched(3);
  flow tasks(sched);
  handle<std::vector<long>> total;
  handle<long> other(0);
  for (std::size_t i = 0; i < 300; ++i) {
    tasks.submit(reduce(total, sparse_sum{10}), read(other),
                 [i](sparse_sum::partial& p, long) { p.emplace_back(i % 10, 1); });
  }
  tasks.wait();
  CHECK(total.value() == std::vector<long>(10, 30));
  // named twice, as by a write: applied at once
  tasks.submit(reduce(total, sparse_sum{10}), write(total), [](sparse_sum::partial& p, std::vector<long>& t) {
    t[0] = 0;
    p.emplace_back(0, 5);
  });
  tasks.wait();
  CHECK(total.value()[0] == 5);
}

TEST_CASE("a reduction that throws spoils the object, and frees what it has") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(200); ++round) {
    flow tasks(sched);
    handle<int> total(0);
    for (int i = 0; i < 10; ++i) {
      tasks.submit(reduce(total), [i](int& t) {
        if (i == 5) throw std::runtime_error("five");
        ++t;
      });
    }
    tasks.submit(read(total), [](int) { FAIL("ran"); });
    try {
      tasks.wait();
      FAIL("wait() did not throw");
    } catch (const flow_error& e) {
      CHECK(e.failures().size() == 1);
      CHECK(e.skipped() == 1);
    }
    CHECK(total.value() == 9);
  }
}

/// A number whose address only std::addressof tells.
struct hidden {
  long value = 0;
  hidden* operator&() = delete;              // NOLINT(google-runtime-operator)
  const hidden* operator&() const = delete;  // NOLINT(google-runtime-operator)
  hidden& operator+=(const hidden& other) {
    value += other.value;
    return *this;
  }
};
struct hidden_sum {
  using partial = hidden;
  [[nodiscard]] partial make() const { return {}; }
  void apply(hidden& object, partial&& p) const { object += p; }
  void merge(partial& into, partial&& from) const { into += from; }
  hidden_sum* operator&() = delete;              // NOLINT(google-runtime-operator)
  const hidden_sum* operator&() const = delete;  // NOLINT(google-runtime-operator)
};

TEST_CASE("types without an operator& may be objects, partial results and functions") {
  scheduler sched(4);
  flow tasks(sched);
  handle<hidden> total;
  handle<hidden> ordered;
  std::vector<handle<hidden>> more(3);
  partitioned<hidden> parts(10, hidden{});
  for (int i = 0; i < 200; ++i) {
    tasks.submit(reduce(total), [](hidden& t) { ++t.value; });
    tasks.submit(reduce(total, hidden_sum{}), [](hidden& t) { ++t.value; });
    tasks.submit(reduce_in_order(ordered), [](hidden& t) { ++t.value; });
    tasks.submit(reduce(more), [](references<hidden> all) { ++all[2].value; });
  }
  tasks.submit(write(parts.part({0, 5}, [](hidden& whole) -> hidden& { return whole; })),
               [](hidden& t) { ++t.value; });
  auto result = tasks.submit(with_result, read(total), [](const hidden& t) { return t; });
  auto written = tasks.submit(with_result, write(more), [](references<hidden> all) { return all[2]; });
  CHECK(result.get().value == 400);
  CHECK(written.get().value == 200);
  tasks.wait();
  CHECK(ordered.value().value == 200);
}

}  // namespace reduction_test
