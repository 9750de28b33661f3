// The model of BP98: constants that were put in come out, no run lies above the envelope, and none tighter exists.
#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/measure/model.hpp>
#include <jackdaw/measure/processors_used.hpp>

namespace model_test {

using namespace jackdaw;
using measure::execution;
using measure::model;

namespace {

execution run_of(const model& by, double work, double span, double workers, double processors,
                 double late = 1) {
  execution run{work, span, workers, processors, 0};
  run.seconds = late * by.seconds(run);
  return run;
}

/// What the envelope keeps small.
double excess(const model& m, const std::vector<execution>& runs) {
  double sum = 0;
  for (const execution& run : runs) sum += m.seconds(run) / run.seconds;
  return sum;
}

}  // namespace

TEST_CASE("a run's two coordinates are the paper's") {
  const execution run{8, 0.5, 16, 2, 5};
  CHECK(run.normalized_workers() == doctest::Approx(1));  // 16 workers, parallelism 16
  CHECK(run.utilization() == doctest::Approx(0.8));
  const model bound{1, 2};
  CHECK(bound.seconds(run) == doctest::Approx(12));
  CHECK(bound.utilization(run.normalized_workers()) == doctest::Approx(1. / 3));
  CHECK(bound.holds(run));
  CHECK_FALSE(model{1, 0}.holds(run));
  CHECK(model{1, 0}.holds(run, 0.25));
}

TEST_CASE("both fits find the constants of runs that obey a model exactly") {
  const model truth{1.04, 1.7};
  std::vector<execution> runs;
  for (const double span : {0.001, 0.01, 0.1, 1.}) {
    for (const double workers : {1., 2., 5., 16.})
      runs.push_back(run_of(truth, 3, span, workers, std::min(workers, 2.)));
  }
  for (const model& found : {measure::envelope(runs), measure::average(runs)}) {
    CHECK(found.c1 == doctest::Approx(truth.c1));
    CHECK(found.c_infinity == doctest::Approx(truth.c_infinity));
  }
}

TEST_CASE("no run breaks the envelope, and no other model is tighter") {
  base::random random(7);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random.below(1'000'000)) / 1e6;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<execution> runs;
    const auto count = 1 + random.below(30);
    for (unsigned i = 0; i < count; ++i)
      runs.push_back(run_of({1, 1}, between(1, 9), between(0.001, 2), between(1, 16), between(0.5, 4),
                            between(0.4, 1.3)));
    const model found = measure::envelope(runs);
    CHECK(found.c1 >= 0);
    CHECK(found.c_infinity >= 0);
    for (const execution& run : runs) CHECK(found.holds(run, 1e-9));
    // Any other line with this slope or another one that lies above all points.
    for (int other = 0; other < 40; ++other) {
      model m{0, between(0, 3)};
      for (const execution& run : runs)
        m.c1 = std::max(m.c1, 1 / run.utilization() - m.c_infinity * run.normalized_workers());
      CHECK(excess(found, runs) <= excess(m, runs) * (1 + 1e-9));
    }
    const model near = measure::average(runs);
    CHECK(near.c1 >= 0);
    CHECK(near.c_infinity >= 0);
  }
}

TEST_CASE("one run, and runs with the same x, give a constant") {
  const std::vector<execution> one{{4, 1, 2, 2, 3}};
  CHECK(measure::envelope(one).c1 == doctest::Approx(1.5));
  CHECK(measure::envelope(one).c_infinity == 0);
  CHECK(measure::average(one).c1 == doctest::Approx(1.5));
  const std::vector<execution> two{{4, 1, 2, 2, 3}, {4, 1, 2, 2, 4}};
  CHECK(measure::envelope(two).c1 == doctest::Approx(2));
  CHECK(measure::average(two).c_infinity == 0);
}

TEST_CASE("a thread that computes has a processor, or a part of one; one that sleeps has none") {
  measure::processor_average granted;
  const base::stopwatch watch;
  while (watch.seconds() < 0.02) {}
  CHECK(granted.processors() > 0);
  CHECK(granted.processors() < 1.5);  // no other thread runs in this process
  granted.restart();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(granted.processors() < 0.5);
}

}  // namespace model_test
