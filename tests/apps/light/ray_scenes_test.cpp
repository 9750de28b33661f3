// Ray tracing as the command runs it: scenes and options, and every bad one named with its place.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/ray/ray.hpp"
#include "apps/ray/scene/scene_obj.hpp"
#include "apps/support/files/picture.hpp"
#include "tests/support/apps.hpp"

using namespace jackdaw;
using namespace jackdaw::apps::ray;
using apps::make_ray;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("ray: an OBJ scene, its materials, its lamp, and a picture of it") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("room.mtl",
                                 "newmtl matt\nKd 0.5 0.25 1\nnewmtl glass\nKs 0.8 0.8 0.8\nNs 50\nillum 3\n"
                                 "newmtl lamp\nKd 0 0 0\nKe 2 1 1\n"));
  const std::string path =
      folder.write("room.obj",
                   "mtllib room.mtl\nv 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 2 0\nv 1 2 0\n"
                   "v 1 2 1\nvn 0 1 0\nvn 0.6 0.8 0\nvn 0 -1 0\nusemtl matt\nf 1//1 2//2 3//1\n"
                   "f 1//1 3//3 4//1\nusemtl glass\nf 1 2 6 5\nusemtl lamp\nf 5 6 7\n"
                   "usemtl matt\nf 1 2 2\n");
  CHECK(is_refusal(refusal(make_ray, "--scene " + path), "room.obj:20: a face with vertex 2 twice"));
  std::string text = folder.content("room.obj");
  text.resize(text.rfind("usemtl"));
  static_cast<void>(folder.write("room.obj", text + "v 0.5 0 0\nf 1 2 8\n"));  // without area: left out
  const scene s = read_obj(path);
  CHECK(s.triangles.size() == 5);
  CHECK(s.triangles[0].normals[1].x == doctest::Approx(0.6));
  CHECK(s.triangles[1].normals[1].y == s.triangles[1].normals[0].y);  // one looks the other way: flat
  CHECK(s.materials[1].mirror.x == doctest::Approx(0.8));
  CHECK(s.materials[0].mirror.x == 0);
  REQUIRE(s.lights.size() == 1);
  CHECK(s.lights[0].position.x == doctest::Approx(2.0 / 3));
  CHECK(s.lights[0].position.z == doctest::Approx(1.0 / 3));
  CHECK(s.lights[0].colour.y == doctest::Approx(0.5));
  const auto made =
      prepared(make_ray, "--scene " + path + " --width 30 --height 20 --lights 0,5,5,3,3,3 --picture " +
                             folder.path("room.png"));
  made->run_serial();
  tests::check_run(*made);
  CHECK(made->counts()["lights"] == 2);
  CHECK(made->write_outputs().size() == 1);
  CHECK(apps::read_grey_png(folder.path("room.png"), 1000).width == 30);
}

TEST_CASE(
    "ray: a scene moved far from 0 makes the same picture, with its lamp, the camera and lights of the "
    "options") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("m.mtl", "newmtl lamp\nKd 0 0 0\nKe 2 1 1\n"));
  const auto at = [](const std::string& x) {
    const auto vertex = [&x](const std::string& rest) { return "v " + x + rest + "\n"; };
    return "mtllib m.mtl\n" + vertex("0.0 0 0") + vertex("1.0 0 0") + vertex("1.0 0 1") + vertex("0.0 0 1") +
           vertex("0.25 1 0.25") + vertex("0.75 1 0.25") + vertex("0.5 1 0.75") +
           "f 4 3 2 1\nusemtl lamp\nf 5 6 7\nf 1 2 5\n";
  };
  const std::string near = folder.write("near.obj", at("")), far = folder.write("far.obj", at("10000000"));
  const scene here = read_obj(near), there = read_obj(far);
  REQUIRE(there.lights.size() == 1);
  CHECK(there.origin.x > 99999999);
  CHECK(there.origin.x + there.lights[0].position.x - 1e8 == doctest::Approx(here.lights[0].position.x));
  const auto picture = [&](const std::string& options) {
    const auto made =
        prepared(make_ray, "--width 24 --picture " + folder.path("x.png") + " --scene " + options);
    tests::check_run(*made);
    static_cast<void>(made->write_outputs());
    return apps::read_grey_png(folder.path("x.png"), 1000).bytes;
  };
  const auto same = [](const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    // Edges may fall on the other side of a ray by rounding: not of many.
    int apart = 0;
    for (std::size_t i = 0; i < a.size(); ++i) apart += std::abs(a[i] - b[i]) > 1 ? 1 : 0;
    return a.size() == b.size() && apart <= 5;
  };
  CHECK(same(picture(near), picture(far)));
  CHECK(same(picture(near + " --eye 0.5,2,3 --look-at 0.25,0,0.5 --lights 0,3,1"),
             picture(far + " --eye 100000000.5,2,3 --look-at 100000000.25,0,0.5 --lights 1e8,3,1")));
  CHECK(is_refusal(refusal(make_ray, "--scene " + folder.write("lost.obj", at("10000000000000000"))),
                   "lost.obj:9: a face of size"));
}

TEST_CASE("ray: a scene for POV-Ray has all objects, lights and materials") {
  const tests::scratch_folder folder;
  const auto made = prepared(make_ray, "--size 1 --width 4 --height 2 --pov " + folder.path("balls.pov"));
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 1);
  const std::string text = folder.content("balls.pov");
  const auto count = [&text](const std::string& word) {
    int found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  CHECK(count("\nsphere {") == 10);
  CHECK(count("\nsmooth_triangle {") == 2);
  CHECK(count("\nlight_source {") == 3);
  CHECK(count("#declare m") == 2);
  CHECK(count("right -2 * x") == 1);
}

TEST_CASE("ray: the attic in data/ and the published meshes, where they are present") {
  const auto attic = std::filesystem::path(__FILE__).parent_path() / "../../../data/attic.obj";
  std::vector<std::string> files;
  if (std::filesystem::exists(attic))
    files.push_back(attic.string() + " --eye 2.5,1.5,0.5 --look-at 2.5,1,5");
  if (!tests::shared_data().empty())
    for (const char* const name : {"teapot", "spot", "cornell_box"})
      files.push_back(tests::shared_data() + "/scenes/" + name + ".obj");
  for (const std::string& file : files) {
    CAPTURE(file);
    tests::check_run(*prepared(make_ray, "--width 24 --scene " + file));
  }
}

TEST_CASE("ray: broken scenes are refused with the file, the line and what was expected") {
  const tests::scratch_folder folder;
  const auto scene_with = [&](const std::string& lines) {
    return refusal(make_ray,
                   "--scene " + folder.write("x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + lines + "\n"));
  };
  CHECK(scene_with("f 1 2 3").empty());
  const std::array<std::pair<const char*, const char*>, 9> broken{{
      {"", "x.obj: no triangles"},
      {"v 2 0 0\nf 1 2 4", "x.obj: no triangles"},
      {"f 1 2 4", "x.obj:4: a face with index 4, which does not exist"},
      {"f 1 2 -4", "x.obj:4: a vertex that does not exist"},
      {"f 1//1 2//1 3//1", "x.obj:4: a face with index 1, which does not exist"},
      {"f 1 2", "x.obj:4: a face with fewer than three vertices"},
      {"v 1 nan 3", "x.obj:4: \"nan\" is not a finite number"},
      {"usemtl gold\nf 1 2 3", "x.obj:4: material \"gold\" is not defined"},
      {"mtllib none.mtl", "x.obj:4: material file"},
  }};
  for (const auto& [lines, problem] : broken) {
    const std::string line = scene_with(lines);
    CHECK_MESSAGE(is_refusal(line, problem), line);
  }
  CHECK(is_refusal(refusal(make_ray, "--scene " + folder.path("missing.obj")), "cannot be read"));
  CHECK(is_refusal(refusal(make_ray, "--size 3 --scene " + folder.path("x.obj")),
                   "--size 3: says how many balls"));
  CHECK(is_refusal(refusal(make_ray, "--scene " + folder.path("")), "is a folder"));
  CHECK(is_refusal(refusal(make_ray, "--scene " + folder.write("empty.obj", "")), "is empty"));
  CHECK(is_refusal(refusal(make_ray, "--scene castle"), "--scene castle: no such scene"));
}

TEST_CASE("ray: options out of range are refused, and nothing is left behind") {
  const tests::scratch_folder folder;
  for (const char* const wrong :
       {"--size 0",      "--size 7",          "--width 0",        "--width -5",       "--width 16385",
        "--height 0",    "--height 1e6",      "--samples 0",      "--samples 17",     "--depth -1",
        "--depth 1001",  "--tile 0",          "--tile x",         "--fov 0.5",        "--fov nan",
        "--eye 1,nan,2", "--look-at 1,inf,2", "--lights 1,2,3,4", "--lights 1,2,nan", "--up 0,0,0",
        "--eye 0,0,0",   "--eye 0,0,7",       "--face flow",      "--eye 1e12,0,0"}) {
    CAPTURE(wrong);
    const std::string line = refusal(make_ray, std::string(wrong) + " --picture " + folder.path("a.png"));
    CHECK_MESSAGE(is_refusal(line, std::string(wrong, 4)), line);
  }
  CHECK(is_refusal(refusal(make_ray, "--eye 1e300,0,0"),
                   "--eye: 1e+300 in a point; expected numbers X,Y,Z of at most"));
  CHECK(is_refusal(refusal(make_ray, "--picture /proc/none/x.png"), "cannot be written"));
  CHECK(is_refusal(refusal(make_ray, "--pov " + folder.path("no/x.pov")), "cannot be written"));
  const std::string twice = folder.path("twice");
  CHECK(is_refusal(refusal(make_ray, "--picture " + twice + " --pov " + twice), "named by both"));
  CHECK(is_refusal(refusal(make_ray, "--picture " + twice + " --pov " + folder.path() + "/../" +
                                         std::filesystem::path(folder.path()).filename().string() + "/twice"),
                   "named by both"));
  CHECK(folder.files() == 0);
}

TEST_CASE("ray: mirrors that give back more than they get do not make numbers that are none") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("m.mtl", "newmtl m\nKd 1 1 1\nKs 1e30 1e30 1e30\nNs 1e30\nillum 3\n"));
  const std::string walls = folder.write("m.obj",
                                         "mtllib m.mtl\nusemtl m\nv -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\nv "
                                         "-9 1 -9\nv 9 1 -9\nv 9 1 9\nv -9 1 9\n"
                                         "f 1 2 3 4\nf 5 6 7 8\n");
  const scene s = read_obj(walls);
  CHECK(largest(s.materials[0].mirror) == 1);
  tests::check_run(
      *prepared(make_ray, "--width 16 --depth 1000 --eye 0,0.5,8 --look-at 0,0,0 --scene " + walls));
}
