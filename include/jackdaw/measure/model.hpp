// The performance model of work stealing on processors that are shared: T_P <= c1 T1 / P_A + c∞ T∞ P / P_A.
//
// Source: BP98 section 5, inequalities 4 and 5. The paper shows that c1 = 1.1 and c∞ = 2 will do, and does not say how
// constants are found; here by a line. In the plane of x = P / (T1 / T∞) and y = P_A T_P / T1 the model is the line
// y = c1 + c∞ x, and the bound holds where no run lies above it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace jackdaw::measure {

/// A run as the model sees it. Times in seconds, all of them above 0.
struct execution {
  double work;        ///< T1: the time of one worker alone
  double span;        ///< T∞: the length of the critical path
  double workers;     ///< P
  double processors;  ///< P_A: on how many processors it ran, on average (measure/processors_used.hpp)
  double seconds;     ///< T_P

  /// P / (T1 / T∞), the normalized number of processes: how many workers there are for each unit of parallelism.
  [[nodiscard]] double normalized_workers() const noexcept { return workers * span / work; }

  /// T1 / (P_A T_P): which share of the processors' time was work.
  [[nodiscard]] double utilization() const noexcept { return work / (processors * seconds); }
};

/// The two constants.
struct model {
  double c1 = 1;
  double c_infinity = 1;

  /// The least utilization that it allows.
  [[nodiscard]] double utilization(double normalized_workers) const noexcept {
    return 1 / (c1 + c_infinity * normalized_workers);
  }

  /// The longest time that it allows; of the run's own time nothing is used.
  [[nodiscard]] double seconds(const execution& run) const noexcept {
    return (c1 * run.work + c_infinity * run.span * run.workers) / run.processors;
  }

  /// Whether the bound holds for a run, or is broken by no more than that share of its time.
  [[nodiscard]] bool holds(const execution& run, double tolerance = 0) const noexcept {
    return run.seconds <= seconds(run) * (1 + tolerance);
  }
};

namespace detail {

struct model_point {
  double x;
  double y;
};

[[nodiscard]] inline std::vector<model_point> points_of(std::span<const execution> runs) {
  std::vector<model_point> points;
  points.reserve(runs.size());
  for (const execution& run : runs) points.push_back({run.normalized_workers(), 1 / run.utilization()});
  return points;
}

/// The upper convex hull, from left to right.
[[nodiscard]] inline std::vector<model_point> upper_hull(std::vector<model_point> points) {
  std::ranges::sort(points, [](const model_point& a, const model_point& b) {
    return std::pair(a.x, a.y) < std::pair(b.x, b.y);
  });
  std::vector<model_point> hull;
  for (const model_point& next : points) {
    if (!hull.empty() && hull.back().x == next.x) hull.pop_back();  // below it
    while (hull.size() >= 2) {
      const model_point& a = hull[hull.size() - 2];
      const model_point& b = hull.back();
      if ((b.x - a.x) * (next.y - a.y) < (b.y - a.y) * (next.x - a.x)) break;  // a turn to the right
      hull.pop_back();
    }
    hull.push_back(next);
  }
  return hull;
}

}  // namespace detail

/// The tightest model that no run breaks, of all lines above all points with no constant below 0. It is the one that
/// exceeds the measured times least, relative to them and summed over all runs. Cost: a sort.
/// `runs`: at least one.
[[nodiscard]] inline model envelope(std::span<const execution> runs) {
  const auto points = detail::points_of(runs);
  // What is to be small is the sum of (c1 + c∞ x) / y. Among the lines that touch the hull that is the one along the
  // edge above the mean of x, where x weighs 1 / y.
  double weights = 0;
  double mean = 0;
  double highest = 0;
  for (const auto& [x, y] : points) {
    weights += 1 / y;
    mean += x / y;
    highest = std::max(highest, y);
  }
  mean /= weights;
  const auto hull = detail::upper_hull(points);
  std::size_t right = 1;
  while (right + 1 < hull.size() && hull[right].x < mean) ++right;
  const double slope =
      hull.size() < 2 ? 0 : (hull[right].y - hull[right - 1].y) / (hull[right].x - hull[right - 1].x);
  if (slope <= 0) return {highest, 0};
  const double intercept = hull[right].y - slope * hull[right].x;
  if (intercept >= 0) return {intercept, slope};
  double steepest = 0;
  for (const auto& [x, y] : points) steepest = std::max(steepest, y / x);
  return {0, steepest};
}

/// The model that is nearest to all runs: the least sum of squared relative errors. `runs`: at least one; where all
/// have the same x, c∞ is 0.
[[nodiscard]] inline model average(std::span<const execution> runs) {
  double one = 0;  // sums over 1 / y², x / y², …
  double x1 = 0;
  double x2 = 0;
  double y1 = 0;
  double xy = 0;
  for (const auto& [x, y] : detail::points_of(runs)) {
    const double weight = 1 / (y * y);
    one += weight;
    x1 += weight * x;
    x2 += weight * x * x;
    y1 += weight * y;
    xy += weight * x * y;
  }
  const double spread = one * x2 - x1 * x1;
  const double slope = spread > 1e-12 * one * x2 ? (one * xy - x1 * y1) / spread : 0;
  if (slope <= 0) return {y1 / one, 0};
  const double intercept = (y1 - slope * x1) / one;
  return intercept >= 0 ? model{intercept, slope} : model{0, xy / x2};
}

}  // namespace jackdaw::measure
