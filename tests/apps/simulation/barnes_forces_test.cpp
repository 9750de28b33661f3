// What bodies under gravity are made of: sorting and the tree against what they are to be, forces against the
// direct sum, orbits against what is known of them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>

#include "apps/barnes/bodies/plummer.hpp"
#include "apps/barnes/check.hpp"
#include "apps/barnes/simulation/simulation.hpp"

using namespace jackdaw;
using namespace jackdaw::apps::barnes;
using apps::vec3;

namespace {

outcome simulated(std::vector<body> bodies, const settings& s) {
  const std::size_t all = bodies.size();
  simulation made(std::move(bodies), s, all, 1);
  run_serially(made);
  return made.take_outcome();
}

/// Two bodies of mass 1/2 on a cycle around each other, at distance 1 with period 2π.
std::vector<body> pair_on_a_circle() {
  return {{{0.5, 0, 0}, {0, 0.5, 0}, 0.5, 0}, {{-0.5, 0, 0}, {0, -0.5, 0}, 0.5, 1}};
}

}  // namespace

TEST_CASE("barnes: Morton keys are in the order of cells") {
  base::random random(1);
  for (int i = 0; i < 1000; ++i) {
    const auto any = [&random] { return static_cast<std::uint32_t>(random.below(1U << deepest_level)); };
    const cell_coordinates c{any(), any(), any()};
    const std::uint64_t key = key_of(c);
    CHECK(coordinates_of(key) == c);
    for (const unsigned level : {0U, 1U, 7U, 20U}) {
      const unsigned bit = deepest_level - 1 - level;
      CHECK(octant(key, level) == ((c[0] >> bit & 1U) << 2U | (c[1] >> bit & 1U) << 1U | (c[2] >> bit & 1U)));
      CHECK(common_level(key, key ^ (std::uint64_t{1} << 3 * bit)) == level);
    }
  }
  CHECK(common_level(5, 5) == deepest_level);
  const cube all{{-1, -1, -1}, 4};
  CHECK(all.key({-1, -1, -1}) == 0);
  CHECK(all.key({3, 3, 3}) == key_of({0x1fffff, 0x1fffff, 0x1fffff}));
  CHECK(octant(all.key({2, 0, 1.5}), 0) == 5);
  CHECK(all.centre(all.key({2, 0, 1.5}), 1).x == 2);
  CHECK(all.centre(all.key({2, 0, 1.5}), 1).y == 0);
}

TEST_CASE("barnes: runs are merged in parts of any size") {
  base::random random(2);
  for (const std::size_t count : {1U, 2U, 9U, 40U, 41U}) {
    for (const std::size_t run : {1U, 2U, 8U, 16U, 64U}) {
      for (const std::size_t part : {1U, 2U, 8U}) {
        if (run % part != 0) continue;
        std::vector<place> from(count), to(count);
        for (std::uint32_t i = 0; i < count; ++i) from[i] = {random.below(6), i};
        std::vector<place> expected = from;
        const auto sort_runs = [](std::vector<place>& all, std::size_t length) {
          for (std::size_t at = 0; at < all.size(); at += length)
            std::sort(all.begin() + static_cast<std::ptrdiff_t>(at),
                      all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), at + length)));
        };
        sort_runs(from, run);
        sort_runs(expected, 2 * run);
        for (std::size_t first = 0; first < count; first += part)
          merge_part(from, run, first, std::min(count, first + part), to);
        CHECK(to == expected);
      }
    }
  }
}

TEST_CASE("barnes: the tree has every body once, in cells, with the moments of its bodies") {
  std::vector<body> bodies = plummer(2000, 3);
  bounds reached;
  for (const body& each : bodies) reached.add(each.position);
  const cube all = reached.enclosing();
  std::sort(bodies.begin(), bodies.end(),
            [&all](const body& a, const body& b) { return all.key(a.position) < all.key(b.position); });
  std::vector<place> places;
  for (const body& each : bodies)
    places.push_back({all.key(each.position), static_cast<std::uint32_t>(places.size())});
  tree made(0.5, bodies.size(), 1);
  for (int again = 0; again < 2; ++again) {
    made.plant(bodies, places, all);
    made.grow(made.root(), 0);
    std::vector<const node*> open{&made.root()};
    std::uint32_t next = 0;
    while (!open.empty()) {
      const node& n = *open.back();
      open.pop_back();
      node expected;
      for (std::uint32_t i = n.first; i < n.last; ++i) expected.mass += bodies[i].mass;
      for (std::uint32_t i = n.first; i < n.last; ++i)
        expected.centre += bodies[i].position * (bodies[i].mass / expected.mass);
      for (std::uint32_t i = n.first; i < n.last; ++i)
        expected.add_moments(bodies[i].mass, bodies[i].position, {});
      CHECK(n.mass == doctest::Approx(expected.mass));
      CHECK(length(n.centre - expected.centre) < 1e-12);
      for (std::size_t i = 0; i < 6; ++i) CHECK(std::abs(n.moments[i] - expected.moments[i]) < 1e-12);
      if (n.children == nullptr) {
        CHECK(n.first == next);
        CHECK(n.bodies() <= tree::leaf_bodies);
        next = n.last;
        continue;
      }
      CHECK(n.child_count >= 2);
      CHECK(n.below().front().first == n.first);
      CHECK(n.below().back().last == n.last);
      for (std::uint32_t i = n.child_count; i > 0; --i) open.push_back(&n.children[i - 1]);
    }
    CHECK(next == bodies.size());
    std::uint32_t grouped = 0;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      const std::uint32_t end = made.group_from(i);
      CHECK((end != 0) == (i == grouped));
      if (end == 0) continue;
      CHECK(end - i <= tree::group_bodies);
      grouped = end;
    }
    CHECK(grouped == bodies.size());
  }
}

TEST_CASE("barnes: forces tend to the direct sum with the third power of theta, and are it for 0") {
  settings s;
  s.steps = 1;
  for (const double softening : {0.0, 0.05, 1.0}) {
    CAPTURE(softening);
    s.softening = softening;
    for (const double theta : {0.0, 0.25, 0.5, 1.0}) {
      CAPTURE(theta);
      s.theta = theta;
      const force_error error = compare_with_direct_sum(simulated(plummer(3000, 7), s), softening, 3000);
      CHECK(error.sampled == 3000);
      CHECK(error.worst_part <= allowed_error(theta));
      CHECK(error.potential <= allowed_error(theta));
      CHECK(error.mean <= error.worst);
    }
  }
  // Without second moments the mean would be many times as large.
  s = {};
  s.theta = 0.5, s.steps = 1;
  CHECK(compare_with_direct_sum(simulated(plummer(3000, 7), s), s.softening, 3000).mean < 1e-3);
}

TEST_CASE(
    "barnes: bodies at the very same place cost as many pairs as there are bodies, and pull as their sum") {
  settings s;
  s.steps = 1;
  const auto at_places = [](std::uint32_t count, std::uint32_t places) {
    std::vector<body> all;
    for (std::uint32_t i = 0; i < count; ++i) {
      const double x = i % places;
      all.push_back({{x, 0.5 * x, 1}, {}, 1.0 / count, i});
    }
    return all;
  };
  for (const std::uint32_t places : {1U, 2U, 7U}) {
    for (const double theta : {0.0, 0.6}) {
      CAPTURE(places);
      CAPTURE(theta);
      s.theta = theta;
      const auto pairs = [&](std::uint32_t count) {
        return simulated(at_places(count, places), s).pairs.all();
      };
      const std::uint64_t of_n = pairs(7'000);
      CHECK(of_n > 0);
      CHECK(of_n <= 2 * 7'000ULL * places);  // by the accelerations at the beginning and after the step
      CHECK(pairs(14'000) <= 2 * of_n);
    }
  }
  s.theta = 0;
  s.softening = 0;
  std::vector<body> mixed = plummer(300, 7);
  const body twin = mixed[5];
  for (std::uint32_t i = 0; i < 100; ++i) mixed.push_back({twin.position, twin.velocity, twin.mass, 300 + i});
  const force_error error = compare_with_direct_sum(simulated(mixed, s), s.softening, 400);
  CHECK(error.worst_part <= allowed_error(0));
  CHECK(error.potential <= allowed_error(0));
}

TEST_CASE(
    "barnes: bodies at different places in one of the smallest cells cost no square of pairs, and pull "
    "rightly") {
  settings s;
  s.steps = 1;
  s.theta = 0.6;
  s.step = 1e-90;  // nothing moves
  base::random random(3);
  const auto within = [&random](double base, double extent, std::uint32_t steps) {
    const auto any = [&] { return base + extent * random.below(steps + 1) / steps; };
    return vec3{any(), any(), any()};
  };
  struct cluster {
    const char* what;
    double base, extent;
    std::uint32_t steps;
  };
  constexpr std::uint32_t many = 1U << 30;
  for (const cluster& c : {cluster{"small", 0, 1e-9, many}, cluster{"tiny", 0, 1e-29, many},
                           cluster{"vanishing", 0, 1e-300, many}, cluster{"a step of doubles", 1, 0x1p-52, 1},
                           cluster{"steps of doubles", 1, 3 * 0x1p-52, 3},
                           cluster{"many steps of doubles", 1, 200 * 0x1p-52, 200}}) {
    CAPTURE(c.what);
    for (const bool has_other : {false, true}) {
      CAPTURE(has_other);
      const auto simulate = [&](std::uint32_t count, double softening) {
        s.softening = softening;
        std::vector<body> all;
        for (std::uint32_t i = 0; i < count; ++i)
          all.push_back({within(c.base, c.extent, c.steps), {}, 1.0 / count, i});
        if (has_other) all[0].position = vec3{1, 1, 1} * (c.base == 0 ? 1 : 0);
        return simulated(std::move(all), s);
      };
      for (const double softening : {0.0, 0.05}) {
        CAPTURE(softening);
        const force_error error = compare_with_direct_sum(simulate(4'000, softening), softening, 300);
        CHECK(error.worst_part <= allowed_error(s.theta));
        CHECK(error.potential <= allowed_error(s.theta));
      }
      CHECK(simulate(16'000, 0.05).pairs.all() < 10 * simulate(4'000, 0.05).pairs.all());  // of n² it is 16
    }
  }
}

TEST_CASE("barnes: two bodies go round in a cycle, and the error falls with the square of the step") {
  settings s;
  s.softening = 0;
  const auto error_after_a_turn = [&s](std::size_t steps) {
    s.steps = steps;
    s.step = 2 * 3.14159265358979323846 / static_cast<double>(steps);
    const outcome found = simulated(pair_on_a_circle(), s);
    double off = 0;
    for (const body& each : found.bodies)
      off += length(each.position - pair_on_a_circle()[each.number].position);
    CHECK(found.energy == doctest::Approx(-0.125));
    return off;
  };
  const double coarse = error_after_a_turn(50), fine = error_after_a_turn(100);
  CHECK(coarse > 3.5 * fine);
  CHECK(coarse < 4.5 * fine);
  CHECK(fine < 0.01);
}

TEST_CASE("barnes: back in time is where they came from; energy is kept") {
  settings s;
  s.theta = 0;
  s.steps = 20;
  const std::vector<body> start = plummer(200, 5);
  const outcome there = simulated(start, s);
  CHECK(std::abs(there.energy / there.first_energy - 1) < 1e-3);
  s.step = -s.step;
  const outcome back = simulated(there.bodies, s);
  double farthest = 0;
  for (const body& each : back.bodies)
    farthest = std::max(farthest, length(each.position - start[each.number].position));
  CHECK(farthest < 1e-10);
}

TEST_CASE("barnes: Plummer's model has mass 1, energy -1/4, half of the mass within 0.77") {
  const std::vector<body> bodies = plummer(4000, 1);
  settings s;
  s.steps = 1, s.softening = 0, s.theta = 0.5;
  CHECK(simulated(bodies, s).first_energy == doctest::Approx(-0.25).epsilon(0.05));
  vec3 momentum;
  double mass = 0, kinetic = 0;
  std::vector<double> radii;
  for (const body& each : bodies) {
    mass += each.mass;
    momentum += each.velocity * each.mass;
    kinetic += each.mass * dot(each.velocity, each.velocity) / 2;
    radii.push_back(length(each.position));
  }
  std::sort(radii.begin(), radii.end());
  CHECK(mass == doctest::Approx(1));
  CHECK(length(momentum) < 1e-14);
  CHECK(kinetic == doctest::Approx(0.25).epsilon(0.05));  // virial equilibrium
  CHECK(radii[radii.size() / 2] == doctest::Approx(0.77).epsilon(0.05));
}

TEST_CASE("barnes: the check finds a single wrong bit, a wrong force, and what is no number") {
  settings s;
  s.steps = 1;
  const outcome right = simulated(plummer(500, 2), s);
  outcome wrong = right;
  CHECK(difference(wrong, right).empty());
  wrong.bodies[17].velocity.y = std::nextafter(wrong.bodies[17].velocity.y, 2.0);
  CHECK(difference(wrong, right).find("body " + std::to_string(right.bodies[17].number) + " has velocity ") ==
        0);
  wrong = right;
  std::swap(wrong.bodies[3], wrong.bodies[4]);
  CHECK_FALSE(difference(wrong, right).empty());
  for (const double factor : {1.5, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    wrong = right;
    const auto strength = [](const pull& p) { return length(p.acceleration); };
    std::ranges::max_element(wrong.pulls, {}, strength)->acceleration *= factor;
    CHECK_FALSE(compare_with_direct_sum(wrong, s.softening, 500).worst_part <= allowed_error(s.theta));
    CHECK_FALSE(difference(wrong, right).empty());
  }
}
