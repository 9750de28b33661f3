// Shallow water: the same bits on every pool and face; derivatives and the steady flow come closer to the exact ones
// with the fourth power of the spacing; mass is kept; the checks find a single wrong number.
#include "apps/shallow_water/shallow_water.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "apps/shallow_water/check.hpp"
#include "apps/shallow_water/faces/blocks.hpp"
#include "apps/shallow_water/faces/flow.hpp"
#include "apps/shallow_water/sphere/stencils.hpp"
#include "apps/shallow_water/water/model.hpp"
#include "apps/support/files/picture.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/sizes.hpp"

namespace shallow_water_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

namespace {

shallow_water::sphere sphere_of(std::size_t parts) {
  shallow_water::sphere made = shallow_water::make_nodes(parts);
  shallow_water::weigh(made);
  return made;
}

/// A run of so many days with steps in which a wave goes from a node to the next one.
struct run_of_days {
  template <class Execute = decltype(&shallow_water::run_serially)>
  run_of_days(std::size_t parts, shallow_water::flow_case flow, double days,
              Execute execute = &shallow_water::run_serially)
      : steps(static_cast<std::size_t>(std::ceil(
            days * shallow_water::day * flow.fastest_wave() /
            (shallow_water::spacing(shallow_water::node_count(parts)) * shallow_water::earth_radius)))),
        with(sphere_of(parts), flow, days * shallow_water::day / static_cast<double>(steps)) {
    shallow_water::run_state all(with);
    execute(all, steps);
    end = all.take();
  }

  [[nodiscard]] shallow_water::errors errors() const { return errors_of(with, end, steps); }

  std::size_t steps;
  shallow_water::model with;
  std::vector<shallow_water::fields> end;
};

const shallow_water::flow_case steady(shallow_water::flow_case::steady, 0.5);
const shallow_water::flow_case mountain(shallow_water::flow_case::mountain);

}  // namespace

TEST_CASE("shallow_water: every pool moves the water, by flow and by tasks") {
  tests::check_on_every_pool(make_shallow_water, "--nodes 162 --steps 3 --case 5");
  tests::check_on_every_pool(make_shallow_water, "--nodes 162 --steps 2 --face pool");
}

TEST_CASE("shallow_water: every face gives the serial state, bit for bit") {
  for (const char* const face : {"flow", "pool", "fork_join", "threads"}) {
    for (const char* const what :
         {"--nodes 642 --case 5 --steps 12", "--nodes 642 --block 200 --steps 7 --tilt 30",
          "--nodes 642 --block 642 --steps 2", "--nodes 162 --days 0.5"}) {
      CAPTURE(face);
      CAPTURE(what);
      const auto made = prepared(make_shallow_water, std::string(what) + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      made->run_serial();
      CHECK(made->check().passed);
      for (const unsigned workers : {1U, 2U, 5U}) tests::check_run(*made, workers);
      CHECK(made->check().line.find("the serial state, bit for bit") != std::string::npos);
    }
  }
}

TEST_CASE("shallow_water: nodes are apart by the spacing, their areas add up, and stencils are the nearest") {
  for (const std::size_t parts : {4U, 7U, 12U}) {
    CAPTURE(parts);
    const shallow_water::sphere s = shallow_water::make_nodes(parts);
    REQUIRE(s.count() == 10 * parts * parts + 2);
    CHECK(integral(s, [](std::size_t) { return 1.0; }) == doctest::Approx(4 * std::numbers::pi));
    CHECK(integral(s, [&](std::size_t i) { return s.nodes.at[i].z * s.nodes.at[i].z; }) ==
          doctest::Approx(4 * std::numbers::pi / 3).epsilon(0.001));
    const double h = shallow_water::spacing(s.count());
    for (std::size_t i = 0; i < s.count(); ++i) {
      const auto* const stencil = &s.stencils[i * shallow_water::stencil_size];
      CHECK(stencil[0] == i);
      CHECK(length(s.nodes.at[i]) == doctest::Approx(1));
      const double nearest = length(s.nodes.at[stencil[1]] - s.nodes.at[i]);
      CHECK((nearest > 0.75 * h && nearest < 1.25 * h));
    }
    // Against a search of all.
    for (const std::size_t i : {std::size_t{0}, s.count() / 2, s.count() - 1}) {
      std::vector<std::pair<double, std::size_t>> all;
      for (std::size_t j = 0; j < s.count(); ++j) {
        const vec3 apart = s.nodes.at[j] - s.nodes.at[i];
        all.emplace_back(dot(apart, apart), j);
      }
      std::sort(all.begin(), all.end());
      for (std::size_t k = 0; k < shallow_water::stencil_size; ++k)
        CHECK(s.stencils[i * shallow_water::stencil_size + k] == all[k].second);
    }
  }
}

TEST_CASE("shallow_water: stencils touch the blocks beside their own at most") {
  const shallow_water::sphere s = shallow_water::make_nodes(16);
  CHECK(s.reach < s.count() / 8);
  const shallow_water::blocks cut(s.count(), s.reach);
  REQUIRE(cut.count() > 5);
  CHECK(cut.first(0) == 0);
  CHECK(cut.last(cut.count() - 1) == s.count());
  for (std::size_t b = 0; b + 1 < cut.count(); ++b) CHECK(cut.last(b) == cut.first(b + 1));
  CHECK(cut.tiles(s) == 3 * cut.count() - 2);
  CHECK(shallow_water::blocks(s.count(), s.count()).tiles(s) == 1);
}

TEST_CASE(
    "shallow_water: the gradient of a smooth function comes closer with the fourth power of the spacing") {
  const auto error = [](std::size_t parts) {
    const shallow_water::sphere s = sphere_of(parts);
    double squares = 0;
    for (std::size_t i = 0; i < s.count(); ++i) {
      const vec3& p = s.nodes.at[i];
      vec3 found;
      for (std::size_t k = i * shallow_water::stencil_size; k < (i + 1) * shallow_water::stencil_size; ++k) {
        const vec3& q = s.nodes.at[s.stencils[k]];
        found += vec3{s.weights[k].x, s.weights[k].y, s.weights[k].z} * (std::exp(q.x) * std::sin(2 * q.y));
      }
      const vec3 inside{std::exp(p.x) * std::sin(2 * p.y), 2 * std::exp(p.x) * std::cos(2 * p.y), 0};
      const vec3 off = found - (inside - dot(inside, p) * p);
      CHECK(std::abs(dot(found, p)) < 1e-12);
      squares += s.nodes.areas[i] * dot(off, off);
    }
    return std::sqrt(squares);
  };
  const double coarse = error(8);
  CHECK(coarse < 2e-3);
  CHECK(coarse / error(16) > 12);
}

TEST_CASE("shallow_water: weights of a constant add up to nothing, and nodes that coincide are refused") {
  const shallow_water::sphere s = sphere_of(6);
  const double h = shallow_water::spacing(s.count());
  for (std::size_t i = 0; i < s.count(); ++i) {
    shallow_water::weight sum;
    for (std::size_t k = i * shallow_water::stencil_size; k < (i + 1) * shallow_water::stencil_size; ++k) {
      sum.x += s.weights[k].x;
      sum.y += s.weights[k].y;
      sum.damping += s.weights[k].damping;
    }
    CHECK(std::abs(sum.x) + std::abs(sum.y) < 1e-10 / h);
    CHECK(std::abs(sum.damping) < 1e-8 / std::pow(h, 6));
  }
  shallow_water::sphere wrong = shallow_water::make_nodes(6);
  wrong.nodes.at[17] = wrong.nodes.at[wrong.stencils[17 * shallow_water::stencil_size + 1]];
  CHECK_THROWS_AS(shallow_water::weigh(wrong), std::invalid_argument);
}

TEST_CASE(
    "shallow_water: the steady flow's error falls with the fourth power of the spacing, and mass is kept") {
  const shallow_water::errors coarse = run_of_days(8, steady, 1).errors();
  const shallow_water::errors fine = run_of_days(16, steady, 1).errors();
  CHECK_MESSAGE(coarse.passed(), coarse.line());
  CHECK_MESSAGE(fine.passed(), fine.line());
  CHECK(coarse.surface / fine.surface > 12);
  CHECK(coarse.velocity / fine.velocity > 12);
  CHECK(fine.mass < 1e-7);
  CHECK(fine.energy < 1e-6);
}

TEST_CASE(
    "shallow_water: five days of the steady flow, by tasks of a flow: errors fall as the scheme's order "
    "says") {
  scheduler sched(2);
  const auto by_flow = [&sched](shallow_water::run_state& all, std::size_t steps) {
    const shallow_water::sphere& on = all.of().on();
    shallow_water::run_flow(sched, all, {on.count(), std::max(on.reach, on.count() / 16)}, steps);
  };
  for (const double tilt : {0.0, 0.5}) {
    CAPTURE(tilt);
    const shallow_water::flow_case flow(shallow_water::flow_case::steady, tilt);
    shallow_water::errors coarse = run_of_days(8, flow, 5, by_flow).errors();
    CHECK_MESSAGE(coarse.passed(), coarse.line());
    const double coarsest = coarse.mass;
    for (const std::size_t parts : {16U, 32U}) {  // 2562 and 10242 nodes
      if (tests::sanitized && parts > 16) break;  // for minutes
      CAPTURE(parts);
      const shallow_water::errors fine = run_of_days(parts, flow, 5, by_flow).errors();
      CHECK_MESSAGE(fine.passed(), fine.line());
      CHECK(coarse.surface / fine.surface > 12);  // 16 by the fourth order
      CHECK(coarse.velocity / fine.velocity > 12);
      CHECK(fine.mass < coarse.mass);
      if (parts == 32) CHECK(coarsest / fine.mass > 12 * 12);
      coarse = fine;
    }
  }
}

TEST_CASE("shallow_water: the mountain disturbs the flow, and mass is kept") {
  const run_of_days run(12, mountain, 2);
  const shallow_water::errors found = run.errors();
  CHECK_MESSAGE(found.passed(), found.line());
  CHECK(found.mass < 5e-5);
  CHECK(mountain.ground_at({0, -std::cos(std::numbers::pi / 6), 0.5}) == doctest::Approx(2000));
  CHECK(mountain.ground_at({0, 1, 0}) == 0);
  const auto start = run.with.start();
  double most = 0;
  for (std::size_t i = 0; i < start.size(); ++i)
    most = std::max(most, std::abs(run.end[i].surface - start[i].surface));
  CHECK(most > 50);
  CHECK(most < 400);
}

TEST_CASE("shallow_water: the checks find one wrong number, and one that is none") {
  const run_of_days run(8, steady, 0.5);
  for (const double wrong : {20.0, -20.0, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(wrong);
    auto found = run.end;
    found[100].surface += wrong;
    CHECK_FALSE(errors_of(run.with, found, run.steps).passed());
    found = run.end;
    found[200].u += wrong;
    CHECK_FALSE(errors_of(run.with, found, run.steps).passed());
  }
  auto found = run.end;
  for (auto& each : found) each.surface += 1;
  CHECK_FALSE(errors_of(run.with, found, run.steps).mass < 1e-4);
}

TEST_CASE("shallow_water: the picture") {
  const tests::scratch_folder folder;
  const auto made =
      prepared(make_shallow_water, "--nodes 642 --case 5 --days 1 --picture " + folder.path("map.png"));
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 1);
  const grey_picture seen = read_grey_png(folder.path("map.png"), 1'000'000);
  CHECK(seen.width == 900);
  CHECK(seen.height == 450);
  CHECK(std::set<std::uint8_t>(seen.bytes.begin(), seen.bytes.end()).size() > 20);
  CHECK(seen.bytes[225 * 900 + 450] > seen.bytes[449 * 900 + 450]);  // the equator is high, the pole is low
}

TEST_CASE("shallow_water: options out of range are refused") {
  CHECK(is_refusal(refusal(make_shallow_water, "--nodes 10000"),
                   "--nodes 10000: expected 10 m^2 + 2 for m from 4"));
  CHECK(refusal(make_shallow_water, "--nodes 10000").find("10242 is the nearest") != std::string::npos);
  CHECK(refusal(make_shallow_water, "--nodes 12").find("162 is the nearest") != std::string::npos);
  CHECK(refusal(make_shallow_water, "--nodes 1e9").find("655362 is the nearest") != std::string::npos);
  CHECK(is_refusal(refusal(make_shallow_water, "--nodes 0"), "--nodes 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_shallow_water, "--case 3"), "--case 3: no such case; expected 2 or 5"));
  CHECK(is_refusal(refusal(make_shallow_water, "--days 0"), "--days 0: expected a number from 0.001 to"));
  CHECK(is_refusal(refusal(make_shallow_water, "--days nan"), "--days nan"));
  CHECK(is_refusal(refusal(make_shallow_water, "--steps 0"), "--steps 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_shallow_water, "--dt soon"), "--dt soon: expected a number"));
  CHECK(is_refusal(refusal(make_shallow_water, "--dt 5000"), "--dt 5000: expected a number from 1 to 1"));
  CHECK(is_refusal(refusal(make_shallow_water, "--tilt 200"),
                   "--tilt 200: expected a number from -180 to 180"));
  CHECK(is_refusal(refusal(make_shallow_water, "--tilt 10 --case 5"), "expected --case 2"));
  CHECK(is_refusal(refusal(make_shallow_water, "--nodes 642 --block 10"),
                   "--block 10: stencils of 642 nodes reach beyond the blocks beside; expected at least"));
  CHECK(is_refusal(refusal(make_shallow_water, "--nodes 642 --block 643"),
                   "--block 643: expected a whole number from 1 to 642"));
  CHECK(is_refusal(refusal(make_shallow_water, "--face loop"), "expected pool, fork_join, flow or threads"));
  CHECK(is_refusal(refusal(make_shallow_water, "--picture /proc/none/x.png"), "cannot be written"));
}

}  // namespace shallow_water_test
