// fp-environment: workers compute as the thread that started the run, submitted the task or called the algorithm;
// rounding and denormal numbers, set before and after the workers were made. Afterwards all are as before.
#include <atomic>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/support/machine/all_workers.hpp"
#include "tests/support/machine/variable.hpp"
#include "tests/support/schedulers.hpp"

namespace float_environment_test {

using namespace jackdaw;
using base::float_environment;

namespace {

struct mode {
  int rounding;
  bool flush;  // denormal numbers are zero, as arguments and as results
};
constexpr mode modes[] = {
    {FE_TONEAREST, false}, {FE_UPWARD, false}, {FE_DOWNWARD, true}, {FE_TONEAREST, true}};

/// As long as it lives, the calling thread computes in that mode.
class computing {
 public:
  explicit computing(const mode& how) : before_(float_environment::here()) {
    std::fesetround(how.rounding);
#if defined(__x86_64__)
    if (how.flush) __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U);
#elif defined(__aarch64__)
    if (how.flush) float_environment(float_environment::here().word() | 1U << 24U).use();
#endif
  }
  computing(const computing&) = delete;
  computing& operator=(const computing&) = delete;
  ~computing() { before_.use(); }

 private:
  float_environment before_;
};

scheduler_options all_work(unsigned workers) { return {.workers = workers, .surplus = surplus_use::work}; }

/// Numbers whose sum depends on rounding and, where it is small, on what becomes of denormal ones.
std::vector<double> numbers() {
  std::vector<double> all(5000);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i % 2 == 0 ? 1.0 / static_cast<double>(i + 1) : std::numeric_limits<double>::denorm_min() * 3;
  return all;
}
const std::vector<double> values = numbers();

double part_of(double value) { return value < 1e-300 ? value * 1e308 : value / 3; }

/// Waits at first until two workers have come, so the work is shared.
class until_shared {
 public:
  void operator()(unsigned id) {
    came_ |= 1U << id;
    while (std::popcount(came_.load()) < 2) std::this_thread::yield();
  }

 private:
  std::atomic<unsigned> came_{0};
};

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

std::uint64_t sum_on(worker& w, bool shared) {
  until_shared wait;
  return bits_of(parallel_reduce(
      w, values, 0.0,
      [&](worker& v, double value) {
        if (shared) wait(v.id());
        return part_of(value);
      },
      std::plus<>()));
}

/// Numbers of which each is rounded, as the caller rounds.
std::uint64_t rounded_sum_on(worker& w, bool shared) {
  until_shared wait;
  return static_cast<std::uint64_t>(parallel_reduce(
      w, 0L, 5000L, 0L,
      [&](worker& v, long i) {
        if (shared) wait(v.id());
        volatile const double half = 0.5;
        return std::lrint(static_cast<double>(i) + half);
      },
      std::plus<>()));
}

/// All prefix sums, combined.
std::uint64_t scan_on(worker& w, bool shared) {
  until_shared wait;
  std::vector<double> out(values.size());
  parallel_scan(w, values.begin(), values.end(), out.begin(), [&](double a, double b) {
    if (shared) wait(working::current_worker<worker>->id());
    return a + part_of(b);
  });
  std::uint64_t all = 0;
  for (const double each : out) all = all * 31 + bits_of(each);
  return all;
}

/// By one worker: the calling thread.
std::uint64_t alone(std::uint64_t (*compute)(worker&, bool)) {
  scheduler one(1U);
  return one.run([&](worker& w) { return compute(w, false); });
}

}  // namespace

TEST_CASE("fp-environment: the modes of this test make a difference") {
  std::vector<std::uint64_t> sums;
  for (const mode& how : modes) {
    const computing here(how);
    sums.push_back(alone(&sum_on));
  }
  CHECK(sums[0] != sums[1]);
  CHECK(sums[1] != sums[2]);
#if defined(__x86_64__) || defined(__aarch64__)
  CHECK(sums[0] != sums[3]);
#endif
}

TEST_CASE("fp-environment: each worker computes as the caller of the run, and afterwards as before") {
  scheduler made_before(all_work(3));
  auto chosen = tests::make_scheduler({.pool = "dq1", .options = all_work(3)});
  const auto usual = float_environment::here();
  std::atomic<int> wrong{0};
  const auto all_are = [&](auto& scheduler, float_environment wanted) {
    tests::on_all_workers(scheduler, [&, wanted](auto&) {
      if (float_environment::here() != wanted) ++wrong;
      if (static_cast<int>(std::nearbyint(0.5)) != (std::fegetround() == FE_UPWARD ? 1 : 0)) ++wrong;
    });
  };
  for (int round = 0; round < 3; ++round) {
    for (const mode& how : modes) {
      {
        const computing here(how);
        const auto now = float_environment::here();
        scheduler made_after(all_work(3));
        all_are(made_before, now);
        all_are(chosen, now);
        all_are(made_after, now);
        CHECK(float_environment::here() == now);
      }
      all_are(made_before, usual);
      all_are(chosen, usual);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE(
    "fp-environment: a task that leaves another rounding behind changes neither the caller nor the next "
    "run") {
  scheduler own(all_work(3));
  const auto usual = float_environment::here();
  std::atomic<int> wrong{0};
  tests::on_all_workers(own, [](worker&) { std::fesetround(FE_UPWARD); });
  CHECK(float_environment::here() == usual);
  tests::on_all_workers(own, [&](worker&) { wrong += float_environment::here() != usual; });
  CHECK(wrong == 0);
}

TEST_CASE("fp-environment: parallel_reduce and parallel_scan give the bits that the caller computes alone") {
  scheduler before(all_work(3));
  for (const auto compute : {&sum_on, &rounded_sum_on, &scan_on}) {
    for (const mode& how : modes) {
      std::uint64_t expected = 0;
      {
        const computing here(how);
        expected = alone(compute);
        scheduler after(all_work(3));
        CHECK(before.run([&](worker& w) { return compute(w, true); }) == expected);
        CHECK(after.run([&](worker& w) { return compute(w, true); }) == expected);
      }
      // A task that sets it for itself.
      CHECK(before.run([&](worker& w) {
        const computing here(how);
        return compute(w, true);
      }) == expected);
    }
  }
}

TEST_CASE("fp-environment: algorithms without a worker at hand, and groups, outside of tasks") {
  const tests::variable workers("3");
  for (const mode& how : modes) {
    const computing here(how);
    const auto now = float_environment::here();
    const auto sum = parallel_reduce(values, 0.0, &part_of, std::plus<>());
    CHECK(bits_of(sum) == alone(&sum_on));
    std::atomic<int> wrong{0};
    task_group group;
    for (int i = 0; i < 100; ++i) group.spawn([&, now] { wrong += float_environment::here() != now; });
    group.wait();
    CHECK(wrong == 0);
    CHECK(float_environment::here() == now);
  }
}

TEST_CASE("fp-environment: tasks of a flow compute as the thread that submitted them, whatever others do") {
  scheduler own(all_work(3));
  std::atomic<int> wrong{0};
  const auto submit_all = [&](int rounds) {
    flow tasks(own);
    handle<double> sum(0.0);
    for (int round = 0; round < rounds; ++round) {
      for (const mode& how : modes) {  // no wait in between
        const computing here(how);
        const auto now = float_environment::here();
        for (int i = 0; i < 20; ++i) {
          tasks.submit([&, now] { wrong += float_environment::here() != now; });
          tasks.submit(write(sum), [&, now](double& all) {
            all += 0.1;
            wrong += float_environment::here() != now;
          });
          tasks.submit(with_subtasks, [&, now](subtasks& all) {
            all.submit([&, now] { wrong += float_environment::here() != now; });
          });
        }
      }
    }
    tasks.wait();
  };
  std::thread other([&] { submit_all(20); });
  submit_all(20);
  other.join();
  CHECK(wrong == 0);
}

TEST_CASE("fp-environment: reduce_in_order gives the bits of the submitter's loop") {
  scheduler own(all_work(3));
  for (int round = 0; round < 5; ++round) {
    for (const mode& how : modes) {
      const computing here(how);
      handle<double> sum(0.0);
      double expected = 0;
      flow tasks(own);
      for (int i = 1; i <= 200; ++i) {
        const double each = 1.0 / i;
        expected += each / 3;
        tasks.submit(reduce_in_order(sum), [each](double& part) { part += each / 3; });
      }
      tasks.wait();
      CHECK(bits_of(sum.value()) == bits_of(expected));
    }
  }
}

}  // namespace float_environment_test
