// Hierarchical radiosity: form factors against closed forms, power balance, the same answer on every pool,
// bad input.
#include "apps/radiosity/radiosity.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>
#include <unistd.h>

#include "apps/radiosity/checks.hpp"
#include "apps/radiosity/form_factor.hpp"
#include "apps/radiosity/polygon.hpp"
#include "apps/radiosity/rooms.hpp"
#include "apps/radiosity/scene_obj.hpp"
#include "apps/radiosity/solver.hpp"
#include "apps/radiosity/visibility.hpp"
#include "tests/support/schedulers.hpp"

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::radiosity;

namespace {

/// A folder that goes away with everything in it.
struct temporary_folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("jackdaw_radiosity_" + std::to_string(getpid()));
  temporary_folder() { std::filesystem::create_directories(path); }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() { std::filesystem::remove_all(path); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return (path / name).string();
  }
  std::string name(const std::string& file) const { return (path / file).string(); }
};

std::unique_ptr<app> prepared(const std::string& options) {
  auto made = make_radiosity();
  CLI::App command;
  made->declare_options(command);
  command.parse(options);
  made->prepare();
  return made;
}

/// The message with which the options or the scene are refused; empty when they are not.
std::string refusal(const std::string& options) {
  try {
    prepared(options);
  } catch (const input_error& e) { return e.what(); }
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

facet square(const vec3& corner, const vec3& along, const vec3& up) {
  return make_facet({corner, corner + along, corner + along + up, corner + up}, 4);
}

const char* const cube_mtl =
    "newmtl wall\nKd 0.5 0.5 0.5\nnewmtl my_light\nKd 0.2 0.2 0.2\nKa 3 3 3\nnewmtl glow\nKd 0 0 0\nKe 1 2 "
    "3\n";
const char* const cube_obj =
    "# a cube seen from inside\nmtllib cube.mtl\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nusemtl wall\n"
    "f 1 2 3 4\nf 6 5 8 7\nf 5 1 4 8\nf 2 6 7 3\nf 1 5 6 2\nusemtl my_light\nf -5 -2 -1\nf 4 3 7\n";

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
  for (const scene& s : {cornell_box(), large_room(), small_room()}) CHECK(is_closed(s, bvh(s)));
}

TEST_CASE("in the Cornell box absorbed and emitted power agree, and rays find the same light") {
  const auto box = prepared("--scene cornell --eps 1e-4");
  box->run_serial();
  const verdict v = box->check();
  CHECK_MESSAGE(v.passed, v.line);
  const json c = box->counts();
  CHECK(std::abs(c["absorbed_watts"].get<double>() / c["emitted_watts"].get<double>() - 1) < 0.005);
  CHECK(c["interactions"] ==
        c["fully_visible"].get<int>() + c["partially_visible"].get<int>() + c["not_visible"].get<int>());
  CHECK(c["elements"].get<int>() > c["patches"].get<int>());
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
  options.accuracy = 1e-3;
  const auto serial = solve_serially(s, rays, options);
  const auto expected = count(*serial);
  CHECK(std::abs(power_error(expected)) < 0.005);
  for (const auto& pool : pool_names()) {
    for (const unsigned workers : {1U, 2U, 4U, 8U}) {
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

TEST_CASE("an OBJ scene is read, lit and written") {
  const temporary_folder folder;
  folder.file("cube.mtl", cube_mtl);
  const std::string path = folder.file("cube.obj", cube_obj);
  const scene s = read_obj(path);
  CHECK(s.patches.size() == 7);
  CHECK(s.emitted_power() == doctest::Approx(9));
  CHECK(is_closed(s, bvh(s)));

  const std::string picture = folder.name("cube.png"), mesh = folder.name("cube.ply");
  const auto cube =
      prepared("--scene " + path + " --eps 1e-3 --height 40 --picture " + picture + " --mesh " + mesh);
  auto scheduler = tests::make_scheduler({.workers = 2});
  cube->run(scheduler);
  const verdict v = cube->check();
  CHECK_MESSAGE(v.passed, v.line);
  CHECK(cube->write_outputs().size() == 2);
  CHECK(contents(picture).substr(1, 3) == "PNG");
  CHECK(contents(mesh).substr(0, 4) == "ply\n");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 4);
}

TEST_CASE("the attic in data/: polygons of five corners, a closed scene") {
  const auto path = std::filesystem::path(__FILE__).parent_path() / "../../data/attic.obj";
  if (!std::filesystem::exists(path)) return;  // tests built elsewhere
  const auto attic = prepared("--eps 2e-4 --scene " + path.string());
  attic->run_serial();
  const verdict v = attic->check();
  CHECK_MESSAGE(v.passed, v.line);
  CHECK(attic->counts()["closed"] == true);
}

TEST_CASE("broken scenes are refused with the file, the line and what was expected") {
  const temporary_folder folder;
  folder.file("cube.mtl", cube_mtl);
  const auto scene_with = [&](const std::string& lines) {
    return refusal("--scene " +
                   folder.file("x.obj", "mtllib cube.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n" + lines + "\n"));
  };
  CHECK(scene_with("usemtl glow\nf 1 2 3").empty());
  const std::array<std::pair<const char*, const char*>, 14> broken{{
      {"v 1 2", "x.obj:5: a vertex with fewer than three"},
      {"v 1 2 x", "x.obj:5: \"x\" is not a finite number"},
      {"v 1 nan 3", "x.obj:5: \"nan\" is not a finite number"},
      {"\nv 1 2 -inf", "x.obj:6: \"-inf\" is not a finite number"},
      {"v 1 2 1e99", "x.obj:5: \"1e99\" is not a finite number"},
      {"f 1 2", "x.obj:5: a face with fewer than three vertices"},
      {"f 1 2 4", "x.obj:5: a face with index 4, which does not exist"},
      {"f 1 2 0", "x.obj:5: a vertex that does not exist"},
      {"f 1 -4 2", "x.obj:5: a vertex that does not exist"},
      {"f 1 2 1", "x.obj:5: a face with vertex 1 twice"},
      {"f 1 2 b", "x.obj:5: \"b\" is not an index"},
      {"face 1 2 3", "x.obj:5: unknown keyword \"face\""},
      {"usemtl gold\nf 1 2 3", "x.obj:5: material \"gold\" is not defined"},
      {"mtllib none.mtl", "x.obj:5: material file"},
  }};
  for (const auto& [lines, message] : broken) {
    const std::string got = scene_with(lines);
    CAPTURE(lines);
    CHECK_MESSAGE(contains(got, message), got);
    CHECK(contains(got, "; expected "));
    CHECK_FALSE(contains(got, "\n"));
  }
  CHECK(contains(scene_with("usemtl wall\nf 1 2 3"), "the scene has no light"));
  CHECK(contains(scene_with(""), "no faces"));
  CHECK(contains(refusal("--scene " + folder.file("empty.obj", "")), "is empty"));
  CHECK(contains(refusal("--scene " + folder.name("missing.obj")), "cannot be read"));
  CHECK(contains(refusal("--scene " + folder.path.string()), "is a folder"));
  CHECK(contains(refusal("--scene castle"), "expected cornell, largeroom, small"));
  folder.file("cube.mtl", "newmtl wall\nKd 0.5 0.5\n");
  CHECK(contains(scene_with("f 1 2 3"), "cube.mtl:2: a colour needs three numbers"));
}

TEST_CASE("options out of range are refused, and nothing is left behind") {
  for (const char* const wrong :
       {"--eps 0", "--eps -1", "--eps nan", "--eps inf", "--area -1", "--area nan", "--tolerance 0",
        "--max-iterations 0", "--width -5", "--height 100000", "--samples 0", "--fov 200", "--eye 1,2,nan",
        "--eye 1,2,3 --look-at 1,5,3", "--picture /proc/none/x.png"}) {
    CAPTURE(wrong);
    CHECK(contains(refusal(std::string("--scene small ") + wrong), "expected"));
  }
  const temporary_folder folder;
  CHECK(contains(refusal("--scene small --mesh " + folder.path.string()), "cannot be written"));
  CHECK_FALSE(refusal("--scene small --eps 0 --picture " + folder.name("a.png")).empty());
  CHECK(refusal("--scene small --picture " + folder.name("a.png")).empty());
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("the published Cornell box file, where it is present") {
  const char* const shared = std::getenv("JACKDAW_SHARED");
  if (shared == nullptr) return;
  const auto box = prepared(std::string("--eps 1e-4 --scene ") + shared + "/data/scenes/cornell_box.obj");
  box->run_serial();
  const verdict v = box->check();
  CHECK_MESSAGE(v.passed, v.line);
  CHECK(box->counts()["closed"] == false);  // its front wall is commented out
}
