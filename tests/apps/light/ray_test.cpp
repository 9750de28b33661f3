// Ray tracing: rays, shadows and mirrors against what can be said beforehand, the hierarchy against no
// hierarchy, and the same picture on every pool and face.
#include "apps/ray/ray.hpp"

#include <cmath>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/base/random.hpp>

#include "apps/ray/check.hpp"
#include "apps/ray/scene/balls.hpp"
#include "apps/ray/tracing/tracer.hpp"
#include "tests/support/apps.hpp"

namespace ray_test {

using namespace jackdaw;
using namespace jackdaw::apps::ray;
using apps::make_ray;
using apps::vec3;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

namespace {

/// From -1 to 1.
double uniform(base::random& random) { return static_cast<double>(random.below(2'000'001)) / 1e6 - 1; }
vec3 somewhere(base::random& random) { return {uniform(random), uniform(random), uniform(random)}; }

scene random_scene(base::random& random, int spheres, int triangles) {
  scene s;
  s.materials.push_back({{}, {0.5, 0.5, 0.5}, {}, 1, {0.5, 0.5, 0.5}});
  for (int i = 0; i < spheres; ++i)
    s.spheres.push_back({somewhere(random), 0.02 + 0.1 * std::abs(uniform(random)), 0});
  for (int i = 0; i < triangles; ++i) {
    const vec3 a = somewhere(random);
    s.triangles.push_back(flat_triangle(a, a + somewhere(random) * 0.3, a + somewhere(random) * 0.3, 0));
  }
  return s;
}

/// A matt sphere above a floor, one light above, the eye in front.
scene sphere_over_floor() {
  scene s;
  s.materials = {{{}, {0.8, 0.6, 0.4}, {}, 1, {}}};
  s.spheres = {{{0, 2, 0}, 1, 0}};
  s.triangles = {flat_triangle({-50, 0, -50}, {-50, 0, 50}, {50, 0, 50}, 0),
                 flat_triangle({-50, 0, -50}, {50, 0, 50}, {50, 0, -50}, 0)};
  s.lights = {{{0, 10, 0}, {1, 1, 1}}};
  s.background = {0.1, 0.2, 0.3};
  s.view = {{0, 2, 10}, {0, 2, 0}, {0, 1, 0}, 60};
  return s;
}

vec3 seen(const scene& s, const vec3& origin, const vec3& target, std::size_t reflections = 5) {
  const bvh objects(s);
  ray_counts counts;
  trace_settings settings;
  settings.reflections = reflections;
  return tracer(s, objects, settings).colour(origin, normalized(target - origin), counts);
}

void check_same(const vec3& found, const vec3& expected) {
  CHECK(found.x == doctest::Approx(expected.x));
  CHECK(found.y == doctest::Approx(expected.y));
  CHECK(found.z == doctest::Approx(expected.z));
}

}  // namespace

TEST_CASE("ray: every pool and face gives the serial picture bit for bit") {
  tests::check_on_every_pool(make_ray, "--size 1 --width 20 --height 13 --tile 5");
  tests::check_on_every_pool(make_ray, "--size 1 --width 9 --tile 1");
  for (const char* const face : {"pool", "fork_join", "threads"}) {
    for (const char* const size :
         {"--width 1", "--width 33 --height 2 --tile 1 --samples 2", "--width 16 --tile 16",
          "--width 3 --height 40 --tile 7 --depth 0", "--width 10 --tile 1000"}) {
      CAPTURE(face);
      CAPTURE(size);
      const auto made = prepared(make_ray, std::string("--size 2 ") + size + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      made->run_serial();
      CHECK(made->check().passed);
      const auto serial = made->counts();
      for (const unsigned workers : {1U, 2U, 5U}) tests::check_run(*made, workers);
      for (const char* const kind : {"eye rays", "mirror rays", "shadow rays"})
        CHECK(made->counts()[kind] == serial[kind]);
    }
  }
}

TEST_CASE("ray: all tiles are there at the start, and no other tasks") {
  tests::check_on_every_pool(make_ray, "--size 1 --width 20 --height 13 --tile 5 --put start");
  const auto made = prepared(make_ray, "--size 1 --width 20 --height 13 --tile 5 --put start");
  auto scheduler = tests::make_scheduler({.workers = 2});
  made->run(scheduler);
  CHECK(scheduler.tasks() == 4 * 3);
  CHECK(is_refusal(refusal(make_ray, "--put end"), "--put end"));
  CHECK(is_refusal(refusal(make_ray, "--put start --face threads"), "--put start"));
}

TEST_CASE("ray: a sphere is met where the equation says") {
  const vec3 ahead{0, 0, -1};
  CHECK(meet_sphere({0, 0, 0}, 4, {0, 0, 10}, ahead, 0) == doctest::Approx(8));
  CHECK(meet_sphere({0, 0, 0}, 4, {1.2, 0, 10}, ahead, 0) == doctest::Approx(10 - 1.6));
  CHECK(meet_sphere({0, 0, 0}, 4, {0, 0, 0}, ahead, 0) == doctest::Approx(2));    // from inside
  CHECK(meet_sphere({0, 0, 0}, 4, {0, 0, 10}, ahead, 9) == doctest::Approx(12));  // the far side
  CHECK(meet_sphere({0, 0, 0}, 4, {0, 0, -3}, ahead, 0) == never);                // behind
  CHECK(meet_sphere({0, 0, 0}, 4, {2.001, 0, 10}, ahead, 0) == never);            // beside
  // Tiny and far: the root of the plain quadratic equation would be noise.
  CHECK(meet_sphere({0, 0, 0}, 1e-8, {6e-5, 0, 1e5}, ahead, 0) == doctest::Approx(1e5 - 8e-5).epsilon(1e-14));
  base::random random(3);
  for (int i = 0; i < 1000; ++i) {
    const vec3 centre = somewhere(random), origin = somewhere(random) * 5;
    const vec3 direction = normalized(somewhere(random));
    const double distance = meet_sphere(centre, 0.49, origin, direction, 0);
    const double passed = length(cross(centre - origin, direction));
    if (distance < never)
      CHECK(length(origin + direction * distance - centre) == doctest::Approx(0.7));
    else
      CHECK((passed > 0.7 - 1e-9 || dot(centre - origin, direction) < 0));
  }
}

TEST_CASE("ray: a triangle is met where its corners say") {
  base::random random(4);
  for (int i = 0; i < 1000; ++i) {
    const vec3 a = somewhere(random), b = somewhere(random), c = somewhere(random);
    const double u = 1.5 * uniform(random), v = 1.5 * uniform(random);
    const bool inside = u > 0 && v > 0 && u + v < 1;
    const vec3 target = a + (b - a) * u + (c - a) * v;
    const vec3 origin = target + somewhere(random) * 4;
    const vec3 direction = normalized(target - origin);
    const vec3 normal = cross(b - a, c - a);
    if (length(normal) < 0.01 || std::abs(dot(direction, normal)) < 0.01) continue;
    const double distance = meet_triangle(a, b - a, c - a, origin, direction, 0);
    if (inside)
      CHECK(distance == doctest::Approx(length(target - origin)));
    else
      CHECK(distance == never);
    CHECK(meet_triangle(a, b - a, c - a, origin, -direction, 0) == never);
  }
  CHECK(meet_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, 0) == never);  // along its plane
}

TEST_CASE("ray: the hierarchy finds what testing all objects finds, to the last bit") {
  base::random random(5);
  for (const auto& [spheres, triangles] :
       {std::pair{1, 0}, {0, 1}, {2, 0}, {40, 0}, {0, 60}, {300, 300}, {9, 900}}) {
    CAPTURE(spheres);
    CAPTURE(triangles);
    scene s = random_scene(random, spheres, triangles);
    for (const std::uint32_t largest_leaf : {8U, 1U}) {
      const bvh tree(s, largest_leaf);
      const bvh all = bvh::without_tree(s);
      int hits = 0;
      for (int i = 0; i < 400; ++i) {
        const vec3 origin = somewhere(random) * 2;
        vec3 direction = somewhere(random) * 0.7 - origin;
        if (i % 5 == 0) direction = {i % 2 == 0 ? 1.0 : -1.0, 0, 0};  // planes of boxes at right angles
        if (i % 5 == 1) direction = {0, -0.0, i % 2 == 0 ? 1.0 : -1.0};
        direction = normalized(direction);
        const hit found = tree.first_hit(origin, direction, 0);
        const hit expected = all.first_hit(origin, direction, 0);
        CHECK(found.object == expected.object);
        CHECK(found.distance == expected.distance);
        hits += found.object == no_object ? 0 : 1;
        const double until = 3 * std::abs(uniform(random));
        CHECK(tree.is_blocked(origin, direction, 0, until) == (expected.distance < until));
        CHECK(all.is_blocked(origin, direction, 0, until) == (expected.distance < until));
      }
      CHECK((hits > 20 || spheres + triangles < 3));
    }
  }
}

TEST_CASE("ray: objects that lie on each other, in rows, or far away do not upset the hierarchy") {
  scene s;
  s.materials.emplace_back();
  for (int i = 0; i < 100; ++i) s.spheres.push_back({{0, 0, 0}, 1, 0});
  CHECK(bvh(s).first_hit({0, 0, 5}, {0, 0, -1}, 0).object == 0);  // the first of all that are as near
  CHECK(bvh(s, 1).first_hit({0, 0, 5}, {0, 0, -1}, 0).object == 0);
  double place = 1;
  for (int i = 0; i < 200; ++i) {  // each much farther than the one before: the deepest of trees
    place *= 1.1;
    s.spheres.push_back({{place, 0, 0}, 0.01, 0});
  }
  const bvh tree(s, 1);
  for (std::uint32_t i = 100; i < 300; ++i) {
    const vec3 above = s.spheres[i].centre + vec3{0, 3, 0};
    CHECK(tree.first_hit(above, {0, -1, 0}, 0).object == (s.spheres[i].centre.x < 1 ? 0 : i));
  }
  for (auto& each : s.spheres) each.centre += vec3{1e6, 1e6, 1e6};
  CHECK(bvh(s).first_hit({1e6, 1e6, 0}, {0, 0, 1}, 0).object == 0);
  const bvh none(scene{});
  CHECK(none.first_hit({0, 0, 0}, {0, 0, 1}, 0).object == no_object);
}

TEST_CASE("ray: light by the cosine, and shadow where the sphere stands before the lamp") {
  const scene s = sphere_over_floor();
  const vec3 eye = s.view.eye, matt{0.8, 0.6, 0.4};
  check_same(seen(s, eye, {0, 100, 0}), s.background);
  // On the floor, x from the middle: the way to the lamp is (-x, 10, 0).
  for (const double x : {2.0, 4.0, 7.5})
    check_same(seen(s, eye, {x, 0, 0}), matt * (10 / std::sqrt(x * x + 100)));
  // The cone of shadow has half the angle asin(1/8).
  const double edge = 10 * std::tan(std::asin(1.0 / 8));
  check_same(seen(s, {3, 2, 0}, {edge * 0.999, 0, 0}), {0, 0, 0});
  check_same(seen(s, {3, 2, 0}, {edge * 1.001, 0, 0}), matt * (10 / std::hypot(10.0, edge * 1.001)));
  // On top of the sphere, and on its dark half.
  check_same(seen(s, {0, 5, 0}, {0, 3, 0}), matt);
  check_same(seen(s, {0, 0.5, 0}, {0, 1, 0}), {0, 0, 0});
  // A lamp beneath the floor lights nothing above it.
  scene below = s;
  below.lights[0].position = {5, -3, 0};
  check_same(seen(below, eye, {5, 0, 0}), {0, 0, 0});
}

TEST_CASE("ray: a mirror shows what is behind the eye, as often as the depth allows") {
  scene s;
  s.background = {0.2, 0.4, 0.6};
  s.materials = {{{0.1, 0, 0}, {}, {}, 1, {0.5, 0.5, 0.5}}};
  const auto wall = [&s](double z) {
    s.triangles.push_back(flat_triangle({-9, -9, z}, {9, -9, z}, {0, 9, z}, 0));
  };
  wall(0);
  check_same(seen(s, {0, 0, 5}, {0, 0, 0}), {0.1 + 0.1, 0.2, 0.3});
  wall(10);  // two mirrors that face each other: 0.1, halved by each reflection
  for (const std::size_t depth : {0U, 1U, 2U, 7U})
    check_same(seen(s, {0, 0, 5}, {0, 0, 0}, depth), {0.2 * (1 - std::pow(0.5, double(depth) + 1)), 0, 0});
  // At 45 degrees a mirroring sphere sends the ray away at a right angle, to a glowing wall there.
  scene ball;
  ball.materials = {{{}, {}, {}, 1, {1, 1, 1}}, {{0.3, 0.2, 0.1}, {}, {}, 1, {}}};
  ball.spheres = {{{0, 0, 0}, 1, 0}};
  ball.triangles = {flat_triangle({5, -1, -2}, {5, 1, -2}, {5, 0, 3}, 1)};
  const double h = std::sqrt(0.5);
  check_same(seen(ball, {h, 0, 9}, {h, 0, 0}), {0.3, 0.2, 0.1});
  // A highlight: full where the mirror direction leads to the lamp, by the power of the cosine beside it.
  scene shiny = ball;
  shiny.materials[0] = {{}, {}, {0.7, 0.7, 0.7}, 20, {}};
  shiny.lights = {{{4, 0, h}, {1, 1, 1}}};
  check_same(seen(shiny, {h, 0, 9}, {h, 0, 0}), {0.7, 0.7, 0.7});
  shiny.lights[0].position = {h + 1, 0, h + 0.1};
  check_same(seen(shiny, {h, 0, 9}, {h, 0, 0}), vec3{0.7, 0.7, 0.7} * std::pow(1 / std::hypot(1.0, 0.1), 20));
}

TEST_CASE("ray: balls of the standard procedural databases") {
  const scene s = balls(3);
  CHECK(s.spheres.size() == 1 + 9 + 81 + 729);
  CHECK(s.triangles.size() == 2);
  CHECK(s.lights.size() == 3);
  // Each touches the one it sits on, and none of its own nine siblings is where another one is.
  for (std::size_t i = 1; i < 10; ++i) {
    const sphere& child = s.spheres[1 + (i - 1) * 91];
    CHECK(child.radius == doctest::Approx(0.5 / 3));
    CHECK(length(child.centre - s.spheres[0].centre) == doctest::Approx(0.5 + 0.5 / 3));
    for (std::size_t j = 1; j < i; ++j)
      CHECK(length(child.centre - s.spheres[1 + (j - 1) * 91].centre) > 2 * child.radius - 1e-9);
  }
  for (const sphere& each : s.spheres) CHECK(length(each.centre) + each.radius < 1 + 1e-9);  // of all sizes
}

TEST_CASE("ray: the check finds a single wrong bit") {
  const scene s = balls(1);
  const bvh objects(s);
  trace_settings settings;
  settings.width = 12, settings.height = 9;
  const tracer by(s, objects, settings);
  frame right(12, 9, {}), wrong;
  by.trace(right, right.whole());
  wrong = right;
  CHECK(difference(wrong, right).empty());
  std::string problem;
  CHECK(sample_without_tree(right, s, settings, problem) == 108);
  CHECK(problem.empty());
  wrong.at(11, 8).y = std::nextafter(wrong.at(11, 8).y, 2.0);
  CHECK(difference(wrong, right).find("pixel 11,8 is ") == 0);
  static_cast<void>(sample_without_tree(wrong, s, settings, problem));
  CHECK(problem.find("pixel 11,8 is ") == 0);
  CHECK_FALSE(difference(right, frame(9, 12, {})).empty());
}

}  // namespace ray_test
