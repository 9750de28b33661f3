// Hierarchical radiosity: form factors against closed forms, power balance, the same answer on every pool.
#include "apps/radiosity/radiosity.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/radiosity/checks.hpp"
#include "apps/radiosity/exchange/form_factor.hpp"
#include "apps/radiosity/exchange/visibility.hpp"
#include "apps/radiosity/geometry/polygon.hpp"
#include "apps/radiosity/scene/rooms.hpp"
#include "apps/radiosity/solver/solver.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/sizes.hpp"

namespace radiosity_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::radiosity;

namespace {

std::unique_ptr<app> prepared(const std::string& options) { return tests::prepared(make_radiosity, options); }

facet square(const vec3& corner, const vec3& along, const vec3& up) {
  return make_facet({corner, corner + along, corner + along + up, corner + up}, 4);
}

}  // namespace

TEST_CASE("form factors of unit squares agree with the closed forms") {
  // Howell, A Catalog of Radiation Heat Transfer Configuration Factors, C-11 and C-14, for side 1.
  const facet floor = square({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const facet above = square({0, 0, 1}, {0, 1, 0}, {1, 0, 0});
  const facet beside = square({0, 0, 0}, {0, 0, 1}, {1, 0, 0});
  const facet wall = square({0, 0, 0}, {0, 1, 0}, {0, 0, 1});
  const double parallel = 0.199825, perpendicular = 0.200044;
  CHECK(form_factor(floor, above) == doctest::Approx(parallel).epsilon(0.001));
  CHECK(form_factor(above, floor) == doctest::Approx(parallel).epsilon(0.001));
  CHECK(form_factor(floor, wall) == doctest::Approx(perpendicular).epsilon(0.001));
  CHECK(form_factor(wall, floor) == doctest::Approx(perpendicular).epsilon(0.001));
  CHECK(transport(floor, above) == doctest::Approx(parallel).epsilon(0.01));
  CHECK(transport(floor, wall) == doctest::Approx(perpendicular).epsilon(0.01));
  CHECK(transport(floor, wall) == transport(wall, floor));
  CHECK(form_factor(floor, beside) == doctest::Approx(0).epsilon(1));  // some orientation of it looks away
}

TEST_CASE("the form factors from inside a closed box sum to 1, and parts sum to the whole") {
  const scene s = small_room();
  for (std::size_t i = 0; i < 6; ++i) {
    double total = 0;
    for (std::size_t j = 0; j < 6; ++j)
      if (i != j) total += form_factor(s.patches[i].shape, s.patches[j].shape, 1e-5);
    CHECK(total == doctest::Approx(1).epsilon(0.002));
  }
  const facet triangle = make_facet({vec3{0, 0, 2}, vec3{0, 1, 2}, vec3{1, 0, 2}, {}}, 3);
  const facet floor = square({0, 0, 0}, {2, 0, 0}, {0, 2, 0});
  double parts = 0, area = 0;
  for (unsigned k = 0; k < 4; ++k) {
    parts += triangle.part(k).area * form_factor(triangle.part(k), floor, 1e-6);
    area += triangle.part(k).area;
  }
  CHECK(area == doctest::Approx(triangle.area));
  CHECK(parts == doctest::Approx(triangle.area * form_factor(triangle, floor, 1e-6)).epsilon(0.001));
}

TEST_CASE("rays see what is free, half hidden, and buried") {
  scene s;
  s.materials.push_back({"light", {0.5, 0.5, 0.5}, {1, 1, 1}});
  s.patches.push_back({square({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), 0, 0});
  s.patches.push_back({square({0, 0, 2}, {0, 1, 0}, {1, 0, 0}), 0, 0});
  complete(s, "test");
  const auto seen = [&] {
    const bvh rays(s);
    return visible_part(rays, {s.patches[0].shape, 0}, {s.patches[1].shape, 1}, 4000, 1);
  };
  CHECK(seen().full);
  for (const double thickness : {0.0, 0.02}) {  // a sheet with two fronts, a board
    const double high = 1 + thickness / 2, low = 1 - thickness / 2;
    s.patches.push_back({square({-9, -9, high}, {9.5, 0, 0}, {0, 20, 0}), 0, 0});
    s.patches.push_back({square({-9, -9, low}, {0, 20, 0}, {9.5, 0, 0}), 0, 0});
    CHECK_FALSE(seen().full);
    CHECK(seen().part == doctest::Approx(0.5).epsilon(0.05));
    s.patches.resize(2);
  }
  // A sheet of paper on the floor covers half of it: the rest sees all.
  s.patches.push_back({square({0, 0, 1e-3}, {0.5, 0, 0}, {0, 1, 0}), 0, 0});
  CHECK(seen().part == doctest::Approx(1).epsilon(0.01));
  CHECK_FALSE(seen().full);  // its parts are not taken for seen: some lie under the paper
}

TEST_CASE("polygons become facets of the same area") {
  const std::vector<vec3> arrow{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 0.5, 0}, {0, 2, 0}};
  double area = 0;
  for (const facet& f : facets_of(arrow)) {
    CHECK(f.normal.z == doctest::Approx(1));
    area += f.area;
  }
  CHECK(area == doctest::Approx(2.5));
  CHECK(facets_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}).size() == 1);
  CHECK(facets_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {0, 1, 0}}).size() == 2);
  CHECK(facets_of({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}).empty());
}

TEST_CASE("the built-in rooms are closed and have the patches they say") {
  CHECK(cornell_box().patches.size() == 24);
  CHECK(large_room().patches.size() == 532);
  CHECK(library().patches.size() == 532);
  CHECK(hall().patches.size() == 1157);
  CHECK(office().patches.size() == 2979);
  for (const scene& s : {cornell_box(), large_room(), library(), small_room()}) CHECK(is_closed(s, bvh(s)));
}

TEST_CASE("in the Cornell box absorbed and emitted power agree, and rays find the same light") {
  const auto box = prepared(std::string("--scene cornell --eps ") + (tests::sanitized ? "1e-3" : "1e-4"));
  box->run_serial();
  const verdict v = box->check();
  CHECK_MESSAGE(v.passed, v.line);
  const json c = box->counts();
  CHECK(std::abs(c["absorbed_watts"].get<double>() / c["emitted_watts"].get<double>() - 1) < 0.005);
  CHECK(c["interactions"] ==
        c["fully_visible"].get<int>() + c["partially_visible"].get<int>() + c["not_visible"].get<int>());
  CHECK(c["elements"].get<int>() > c["patches"].get<int>());
}

TEST_CASE("hidden pairs are divided the sooner the more they count, and the light stays the same") {
  CHECK(prepared("--scene small --hidden-measure 0.05")->input() == "small eps=2e-05");
  CHECK(prepared("--scene small --hidden-measure -0")->input() == "small eps=2e-05 hidden-measure=0");
  if (tests::sanitized) return;  // the rest is serial, and takes long there
  const scene room = library();
  const bvh rays(room);
  parameters options;
  options.accuracy = 2e-3;
  std::size_t hidden = 0;
  double light = 0;
  for (const double measure : {0.0, 0.5, 1.0}) {
    CAPTURE(measure);
    options.hidden_measure = measure;
    const auto solved = solve_serially(room, rays, options);
    CHECK(std::abs(power_error(count(*solved))) < 0.005);
    CHECK(count(*solved).hidden > hidden);
    if (measure > 0) CHECK(solved->total_radiosity() == doctest::Approx(light).epsilon(0.01));
    hidden = count(*solved).hidden;
    light = solved->total_radiosity();
  }
}

TEST_CASE("it is darker under the table") {
  const scene s = small_room();
  const bvh rays(s);
  parameters options;
  options.accuracy = 1e-4;
  constexpr std::uint32_t ground = 2;  // after the walls at low x and high x
  const auto lit = solve_serially(s, rays, options);
  CHECK(luminance(shown_radiosity(*lit, ground, {2, 0, 2.5})) <
        0.5 * luminance(shown_radiosity(*lit, ground, {2, 0, 4})));
}

TEST_CASE("every pool gives the serial radiosities, bit for bit") {
  const scene s = small_room();
  const bvh rays(s);
  parameters options;
  options.accuracy = tests::sanitized ? 4e-3 : 1e-3;
  const auto serial = solve_serially(s, rays, options);
  const auto expected = count(*serial);
  CHECK(std::abs(power_error(expected)) < 0.005);
  for (const auto& pool : pool_names()) {
    for (const unsigned workers : {1U, 2U, 4U, 8U}) {
      if (tests::sanitized && workers != 4) continue;
      CAPTURE(pool);
      CAPTURE(workers);
      auto scheduler = tests::make_scheduler({.pool = pool, .workers = workers});
      const auto parallel = solve_with_tasks(s, rays, options, scheduler);
      const auto d = compare(*serial, *parallel);
      CHECK(d.same_elements);
      CHECK(d.largest == 0);
      const auto c = count(*parallel);
      CHECK(c.elements == expected.elements);
      CHECK(c.interactions() == expected.interactions());
      CHECK(c.rays == expected.rays);
      CHECK(parallel->iterations == serial->iterations);
      CHECK(c.refinement_tasks + c.visibility_tasks + c.radiosity_tasks + c.averaging_tasks ==
            scheduler.tasks());
    }
  }
}

}  // namespace radiosity_test
