// Rooms that are hard to get right: black and coloured walls, floors without end, lights that other faces cut.
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/radiosity/radiosity.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/scratch_folder.hpp"

namespace radiosity_rooms_test {

using namespace jackdaw;
using namespace jackdaw::apps;

namespace {

std::unique_ptr<app> prepared(const std::string& options) { return tests::prepared(make_radiosity, options); }
std::string refusal(const std::string& options) { return tests::refusal(make_radiosity, options); }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A cube of size 1 with a lamp below its ceiling, and more faces.
std::string lit_room(const std::string& more = "") {
  return "mtllib room.mtl\nv 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 1 0\nv 1 1 0\nv 1 1 1\nv 0 1 1\n"
         "v 0.3 0.999 0.3\nv 0.7 0.999 0.3\nv 0.7 0.999 0.7\nv 0.3 0.999 0.7\nusemtl w\n"
         "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nusemtl light\nf 9 10 11 12\n" +
         (more.empty() ? "" : "usemtl w\n" + more);
}

std::string room_materials(const std::string& wall, const std::string& lamp) {
  return "newmtl w\nKd " + wall + "\nnewmtl light\nKd " + wall + "\nKe " + lamp + "\n";
}

}  // namespace

TEST_CASE("closed rooms of black walls, and of walls that reflect another colour than the light's") {
  const tests::scratch_folder folder;
  const std::string path = folder.write("room.obj", lit_room());
  for (const auto& [wall, lamp] :
       {std::pair{"0 0 0", "1 1 1"}, std::pair{"0.5 0 0", "0 1 0"}, std::pair{"0.001 0.001 0.001", "1 1 1"},
        std::pair{"0.1 0.1 0.1", "1 1 1"}}) {
    CAPTURE(wall);
    static_cast<void>(folder.write("room.mtl", room_materials(wall, lamp)));
    const auto room = prepared("--scene " + path);
    room->run_serial();
    const verdict v = room->check();
    CHECK_MESSAGE(v.passed, v.line);
    CHECK_FALSE(v.undecided);
    CHECK(room->counts()["leaf_elements"] > 500);
  }
}

TEST_CASE("a room on a floor as large as one likes is right, and one beyond all scales is refused") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("room.mtl", room_materials("0.5 0.5 0.5", "1 1 1")));
  for (const char* const far : {"30", "1000", "30000"}) {
    if (far == std::string("1000") && !tests::at_length()) continue;  // ten seconds
    CAPTURE(far);
    const std::string x(far);
    const std::string floor = "v -" + x + " -0.01 -" + x + "\nv -" + x + " -0.01 " + x + "\nv " + x +
                              " -0.01 " + x + "\nv " + x + " -0.01 -" + x + "\nf 13 14 15 16\n";
    const auto room = prepared("--eps 2e-3 --scene " + folder.write("floor.obj", lit_room(floor)));
    room->run_serial();
    const verdict v = room->check();
    CHECK_MESSAGE(v.passed, v.line);
  }
  const std::string far_triangle =
      "v 1e15 1e15 1e15\nv 1e15 1e15 1000000000001000\nv 1e15 1000000000001000 1e15\n"
      "f 13 14 15\n";
  const std::string line = refusal("--scene " + folder.write("far.obj", lit_room(far_triangle)));
  CHECK_MESSAGE(contains(line, "with lights of size 0.4; expected it at most a million times as large"),
                line);
}

TEST_CASE("lights and faces that cut through each other are refused, those that only touch are right") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("room.mtl", room_materials("0.5 0.5 0.5", "1 1 1")));
  const std::string before =
      "mtllib room.mtl\nv 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 1 0\nv 1 1 0\nv 1 1 1\nv 0 1 1\n"
      "usemtl w\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  const auto lamp = [](const std::string& from, const std::string& to) {
    return "v " + from + " 0.6 0.3\nv " + to + " 0.6 0.3\nv " + to + " 0.6 0.7\nv " + from +
           " 0.6 0.7\nusemtl light\nf -4 -3 -2 -1\n";
  };
  const auto upright = [](const std::string& low, const std::string& high) {
    return "v 0.2 " + low + " 0.5\nv 0.8 " + low + " 0.5\nv 0.8 " + high + " 0.5\nv 0.2 " + high +
           " 0.5\nusemtl w\nf -4 -3 -2 -1\nf -1 -2 -3 -4\n";
  };
  const std::string sheet = upright("0.4", "0.8");
  const std::string one_sided = sheet.substr(0, sheet.rfind("f -1"));
  for (const std::string& cut :
       {lamp("0.8", "1.2"), lamp("0.95", "2"), lamp("-0.5", "1.5"), lamp("0.3", "0.7") + one_sided}) {
    CAPTURE(cut);
    const std::string line = refusal("--scene " + folder.write("cut.obj", before + cut));
    CHECK_MESSAGE(contains(line, "cut.obj: the light about ("), line);
    CHECK_MESSAGE(
        contains(line, "cut through each other; expected lights that end where they meet another face"),
        line);
  }
  // As far as the wall and further on, two lamps; beside a sheet, on it, cut by it; cut by less than matters.
  for (const std::string& whole :
       {lamp("0.8", "1") + lamp("1", "1.2"), lamp("0.3", "0.7") + upright("0.2", "0.5"),
        lamp("0.3", "0.7") + upright("0.2", "0.6"), lamp("0.3", "0.7") + sheet, lamp("0.6", "1.002")}) {
    CAPTURE(whole);
    const auto room = prepared("--scene " + folder.write("whole.obj", before + whole));
    room->run_serial();
    const verdict v = room->check();
    CHECK_MESSAGE(v.passed, v.line);
  }
}

TEST_CASE("where nothing sees anything nothing is checked") {
  const tests::scratch_folder folder;
  static_cast<void>(folder.write("room.mtl", room_materials("0.5 0.5 0.5", "1 1 1")));
  const auto lone = prepared(
      "--scene " +
      folder.write("one.obj", "mtllib room.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl light\nf 1 2 3\n"));
  lone->run_serial();
  const verdict v = lone->check();
  CHECK(v.passed);
  CHECK(v.undecided);
  CHECK_MESSAGE(contains(v.line, "not compared"), v.line);
}

}  // namespace radiosity_rooms_test
