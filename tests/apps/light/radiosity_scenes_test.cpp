// Radiosity as the command runs it: scenes and options, and every bad one named with its place.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/radiosity/checks.hpp"
#include "apps/radiosity/exchange/visibility.hpp"
#include "apps/radiosity/radiosity.hpp"
#include "apps/radiosity/scene/rooms.hpp"
#include "apps/radiosity/scene/scene_obj.hpp"
#include "apps/radiosity/solver/solver.hpp"
#include "tests/support/apps.hpp"

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::radiosity;

namespace {

std::unique_ptr<app> prepared(const std::string& options) { return tests::prepared(make_radiosity, options); }
std::string refusal(const std::string& options) { return tests::refusal(make_radiosity, options); }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const char* const cube_mtl =
    "newmtl wall\nKd 0.5 0.5 0.5\nnewmtl my_light\nKd 0.2 0.2 0.2\nKa 3 3 3\nnewmtl glow\nKd 0 0 0\nKe 1 2 "
    "3\n";
const char* const cube_obj =
    "# a cube seen from inside\nmtllib cube.mtl\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nusemtl wall\n"
    "f 1 2 3 4\nf 6 5 8 7\nf 5 1 4 8\nf 2 6 7 3\nf 1 5 6 2\nusemtl my_light\nf -5 -2 -1\nf 4 3 7\n";

}  // namespace

TEST_CASE("an OBJ scene is read, lit and written") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("cube.mtl", cube_mtl));
  const std::string path = folder.write("cube.obj", cube_obj);
  const scene s = read_obj(path);
  CHECK(s.patches.size() == 7);
  CHECK(s.emitted_power() == doctest::Approx(9));
  CHECK(is_closed(s, bvh(s)));

  const std::string picture = folder.path("cube.png"), mesh = folder.path("cube.ply");
  const auto cube =
      prepared("--scene " + path + " --eps 1e-3 --height 40 --picture " + picture + " --mesh " + mesh);
  auto scheduler = tests::make_scheduler({.workers = 2});
  cube->run(scheduler);
  const verdict v = cube->check();
  CHECK_MESSAGE(v.passed, v.line);
  CHECK(cube->write_outputs().size() == 2);
  CHECK(folder.content("cube.png").substr(1, 3) == "PNG");
  CHECK(folder.content("cube.ply").substr(0, 4) == "ply\n");
  CHECK(folder.files() == 4);
}

namespace {

/// The cube with its corners moved, each coordinate written with `digits` digits behind the point.
std::string moved_cube(const std::array<double, 3>& by) {
  std::string text = "mtllib cube.mtl\n";
  for (int i = 0; i < 8; ++i) {
    const std::array<int, 3> corner{i == 1 || i == 2 || i == 5 || i == 6, i % 4 >= 2, i >= 4};
    text += "v";
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::array<char, 64> number{};
      std::snprintf(number.data(), number.size(), " %.4f", by[axis] + corner[axis]);
      text += number.data();
    }
    text += "\n";
  }
  return text + std::string(cube_obj).substr(std::string(cube_obj).find("usemtl wall"));
}

}  // namespace

TEST_CASE("a scene moved far from 0 emits the same power, looks the same and is written where it is") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("cube.mtl", cube_mtl));
  const auto solved = [&](const std::array<double, 3>& by, const std::string& name) {
    const std::string mesh = folder.path(name + ".ply");
    auto made = prepared("--eps 1e-3 --scene " + folder.write(name + ".obj", moved_cube(by)) +
                         " --height 8 --mesh " + mesh + " --picture " + folder.path(name + ".png"));
    made->run_serial();
    const verdict v = made->check();
    CHECK_MESSAGE(v.passed, v.line);
    static_cast<void>(made->write_outputs());
    return made->counts();
  };
  const json near = solved({0, 0, 0}, "near");
  // By definition: Ka 3 3 3 over a triangle of 1/2 and another one.
  CHECK(near["emitted_watts"].get<double>() == doctest::Approx(9));
  for (const auto& by : {std::array<double, 3>{1e5, 0, 0}, std::array<double, 3>{500000.25, 0, 4000000.5},
                         std::array<double, 3>{-1e8, 1e8, 1e8}}) {
    CAPTURE(by[0]);
    const json far = solved(by, "far");
    CHECK(far["patches"] == near["patches"]);
    CHECK(far["emitted_watts"].get<double>() ==
          doctest::Approx(near["emitted_watts"].get<double>()).epsilon(1e-6));
    CHECK(far["absorbed_watts"].get<double>() ==
          doctest::Approx(near["absorbed_watts"].get<double>()).epsilon(0.01));
    CHECK(far["closed"] == near["closed"]);
    const std::string mesh = folder.content("far.ply");
    double x = 0;
    CHECK(std::sscanf(mesh.c_str() + mesh.find("end_header\n") + 11, "%lf", &x) == 1);
    CHECK(x >= by[0] - 1e-6);
    CHECK(x <= by[0] + 1 + 1e-6);
  }
  // The camera that options name stands in the coordinates of the file.
  const std::string far = folder.write("cube_far.obj", moved_cube({1e8, 0, 0}));
  const std::string here = folder.write("cube_here.obj", moved_cube({0, 0, 0}));
  const auto drawn = [&](const std::string& options) {
    const auto made =
        prepared("--eps 1e-2 --height 8 --picture " + folder.path("eye.png") + " --scene " + options);
    made->run_serial();
    static_cast<void>(made->write_outputs());
    return folder.content("eye.png");
  };
  CHECK(drawn(far + " --eye 100000000.5,0.5,-1.5 --look-at 1e8,0.5,1") ==
        drawn(here + " --eye 0.5,0.5,-1.5 --look-at 0,0.5,1"));
  CHECK(contains(
      refusal("--scene " + folder.write("lost.obj", moved_cube({1e17, 0, 0}))),
      "lost.obj:11: a face of size 1 at 1e+17, where numbers are 22.2 apart; expected a scene nearer to 0"));
}

TEST_CASE("the attic in data/: polygons of five corners, a closed scene") {
  const auto path = std::filesystem::path(__FILE__).parent_path() / "../../../data/attic.obj";
  if (!std::filesystem::exists(path)) return;  // tests built elsewhere
  const auto attic = prepared("--eps 2e-4 --scene " + path.string());
  attic->run_serial();
  const verdict v = attic->check();
  CHECK_MESSAGE(v.passed, v.line);
  CHECK(attic->counts()["closed"] == true);
}

TEST_CASE("broken scenes are refused with the file, the line and what was expected") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("cube.mtl", cube_mtl));
  const auto scene_with = [&](const std::string& lines) {
    return refusal("--scene " +
                   folder.write("x.obj", "mtllib cube.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n" + lines + "\n"));
  };
  CHECK(scene_with("usemtl glow\nf 1 2 3").empty());
  const std::array<std::pair<const char*, const char*>, 14> broken{{
      {"v 1 2", "x.obj:5: a vertex with fewer than three"},
      {"v 1 2 x", "x.obj:5: \"x\" is not a finite number"},
      {"v 1 nan 3", "x.obj:5: \"nan\" is not a finite number"},
      {"\nv 1 2 -inf", "x.obj:6: \"-inf\" is not a finite number"},
      {"v 1 2 1e99", "x.obj:5: \"1e99\" is too large"},
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
  CHECK(contains(refusal("--scene " + folder.write("empty.obj", "")), "is empty"));
  CHECK(contains(refusal("--scene " + folder.path("missing.obj")), "cannot be read"));
  CHECK(contains(refusal("--scene " + folder.path()), "is a folder"));
  CHECK(contains(refusal("--scene castle"), "expected cornell, largeroom, library, hall, office, small"));
  static_cast<void>(folder.write("cube.mtl", "newmtl wall\nKd 0.5 0.5\n"));
  CHECK(contains(scene_with("f 1 2 3"), "cube.mtl:2: a colour needs three numbers"));
}

TEST_CASE(
    "whatever ends the iterations early, and however bright a lamp is, the result is right or refused") {
  for (const char* const options :
       {"--tolerance 1", "--max-iterations 1", "--eps 1 --tolerance 1", "--area 1e300"}) {
    CAPTURE(options);
    const auto room = prepared(std::string("--scene small ") + options);
    room->run_serial();
    const verdict v = room->check();
    CHECK_MESSAGE(v.passed, v.line);
  }
  const tests::scratch_folder folder;
  const std::string path = folder.write("cube.obj", cube_obj);
  for (const char* const lamp : {"1e30", "1e-30"}) {
    static_cast<void>(folder.write("cube.mtl", "newmtl wall\nKd 1e30 0.5 0.5\nnewmtl my_light\nKe " +
                                                   (std::string(lamp) + " 0 ") + lamp + "\n"));
    const auto cube = prepared("--eps 1e-2 --scene " + path);
    cube->run_serial();
    const verdict v = cube->check();
    CHECK_MESSAGE(v.passed, v.line);
  }
  for (const auto& [lamp, problem] :
       {std::pair{"Ke 1e-320 0 0", "cube.mtl:2: a light that is too weak; expected Ke red green blue"},
        std::pair{"Ka 1e-320 0 0", "the scene has no light"},
        std::pair{"Kd 0 9e-31 0", "the scene has no light"}}) {
    static_cast<void>(folder.write(
        "cube.mtl", "newmtl my_light\n" + std::string(lamp) + "\nnewmtl wall\nKd 0.5 0.5 0.5\n"));
    const std::string line = refusal("--scene " + path);
    CHECK_MESSAGE(contains(line, problem), line);
  }
}

TEST_CASE("the check of a settled solution fails when the floor gets half of its light") {
  const scene s = small_room();
  const bvh rays(s);
  const auto found = solve_serially(s, rays, {});
  CHECK(unsettled_part(*found) <= 0.005);
  CHECK(std::abs(power_error(count(*found))) <= 0.005);
  for_each_element<element>(found->roots[0], [](element& e) { e.irradiance *= 0.5; });
  CHECK(std::abs(power_error(count(*found))) > 0.005);
}

TEST_CASE("options out of range are refused, and nothing is left behind") {
  for (const char* const wrong :
       {"--eps 0", "--eps -1", "--eps nan", "--eps inf", "--area -1", "--hidden-measure -1",
        "--hidden-measure 1.5", "--hidden-measure nan", "--area nan", "--tolerance 0", "--max-iterations 0",
        "--width -5", "--height 100000", "--samples 0", "--fov 200", "--eye 1,2,nan",
        "--eye 1,2,3 --look-at 1,5,3", "--eye 1e9,0,0", "--picture /proc/none/x.png"}) {
    CAPTURE(wrong);
    CHECK(contains(refusal(std::string("--scene small ") + wrong), "expected"));
  }
  const tests::scratch_folder folder;
  CHECK(contains(refusal("--scene small --mesh " + folder.path()), "cannot be written"));
  CHECK_FALSE(refusal("--scene small --eps 0 --picture " + folder.path("a.png")).empty());
  CHECK(refusal("--scene small --picture " + folder.path("a.png")).empty());
  CHECK(folder.files() == 0);
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
