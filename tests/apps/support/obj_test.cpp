// Wavefront OBJ and MTL files: what is read, and what is refused with its place.
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/support/obj/read_model.hpp"
#include "apps/support/text/input_error.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace jackdaw;
using apps::obj::model;
using apps::obj::none;
using apps::obj::read_model;
using tests::is_refusal;

namespace {

const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

class files {
 public:
  [[nodiscard]] model read(const std::string& text) const {
    return read_model(folder.write("scene.obj", text));
  }

  /// The line with which the text is refused; empty when it is not.
  [[nodiscard]] std::string refusal(const std::string& text) const {
    try {
      static_cast<void>(read(text));
    } catch (const apps::input_error& error) { return error.what(); }
    return {};
  }

  tests::scratch_folder folder;
};

}  // namespace

TEST_CASE("obj: every kind of blank separates words, and every kind of line end ends a line") {
  const files in;
  // Two readers that take these differently count the same lines differently.
  CHECK(in.read("v 0 0 0\nv 1 0 0\nv\v0 1 0\nf 1 2 3\n").positions.size() == 3);
  const model with_normal = in.read(triangle + "vn\f0 0 1\nf 1//1 2//1 3//1\n");
  REQUIRE(with_normal.normals.size() == 1);
  CHECK(with_normal.corners.back().normal == 0);
  CHECK(in.read("\xef\xbb\xbfv 0 0 0\rv 1 0 0\r\nv 0 1 0\nf 1 2 3").faces.size() == 1);
  const model joined = in.read("v 0 0 0\nv 1 \\\n 0 0\nv 0 1 0\nf 1 \\\r\n2 \\\n 3 # c \\\nf 3 2 1\n");
  REQUIRE(joined.faces.size() == 2);
  CHECK(joined.faces[0].line == 5);
  CHECK(joined.faces[1].line == 8);
}

TEST_CASE("obj: every index is one of something that was read") {
  const files in;
  const model found = in.read("f 1/1/1 2//1 3/1\n" + triangle + "vt 0 0\nvn 0 0 1\nf -3 -2//-1 -1/-1/-1\n");
  REQUIRE(found.faces.size() == 3);
  for (const auto& each : found.corners) {
    CHECK(each.vertex < found.positions.size());
    CHECK((each.normal == none || each.normal < found.normals.size()));
  }
  CHECK(found.corners[1].normal == 0);
  CHECK(found.corners[2].normal == none);
  CHECK(is_refusal(in.refusal(triangle + "f 1 2 4\n"),
                   "scene.obj:5: a face with index 4, which does not exist"));
  CHECK(is_refusal(in.refusal(triangle + "f 1//1 2//1 3//1\n"), "scene.obj:5: a face with index 1, which"));
  CHECK(is_refusal(in.refusal(triangle + "f 1/1 2/1 3/1\n"), "0, the number of vt lines"));
  CHECK(
      is_refusal(in.refusal(triangle + "f 1 2 -4\n"), "scene.obj:5: a vertex that does not exist (\"-4\")"));
  CHECK(is_refusal(in.refusal("f -1 -2 -3\n" + triangle), "scene.obj:1: a vertex that does not exist"));
  for (const char* const wrong :
       {"0", "4294967295", "4294967296", "18446744073709551617", "-9223372036854775808"})
    CHECK(is_refusal(in.refusal(triangle + "f 1 2 " + wrong + "\n"), "a vertex that does not exist"));
  for (const char* const wrong : {"1.5", "x", "1/", "1/2/3/4", "/1", "//1", "+3", "1//", "3\x1b[31m"})
    CHECK_MESSAGE(is_refusal(in.refusal(triangle + "f 1 2 " + wrong + "\n"), "scene.obj:5: "), wrong);
  CHECK(is_refusal(in.refusal(triangle + "f 1 2\n"), "a face with fewer than three vertices"));
  CHECK(is_refusal(in.refusal(triangle + "f 1 2 3 -2\n"), "a face with vertex 2 twice"));
  std::string many = "f";
  for (int i = 1; i <= 3000; ++i) many += " " + std::to_string(i);
  CHECK(is_refusal(in.refusal(many + "\n"), "a face with 3000 vertices; expected at most 2048"));
}

TEST_CASE("obj: numbers") {
  const files in;
  CHECK(in.read("v 1e-400 0 0\nv 1.25 0 0 1 0 0\nv 0 +1e0 0 1\nf 1 2 3\n").positions[0].x == 0);
  for (const char* const wrong : {"nan", "inf", "1e31", "1e999", "0x1", "1d0", ""})
    CHECK_MESSAGE(is_refusal(in.refusal(std::string("v 0 0 ") + wrong + "\n"), "scene.obj:1: "), wrong);
  CHECK(is_refusal(in.refusal("curv 0 1 2\n"), "scene.obj:1: unknown keyword \"curv\""));
  CHECK(in.refusal(std::string(5'000'000, 'v') + "\n").size() < 400);
  CHECK(is_refusal(in.refusal("\x1b[31mv 0 0 0\n"), "unknown keyword \"\\x1b[31mv\""));
}

TEST_CASE("obj: material files, several or with blanks in their names, and materials") {
  const files in;
  static_cast<void>(in.folder.write("a b.mtl", "newmtl dark red\nKd 0.5 0 0 # brick\n"));
  static_cast<void>(
      in.folder.write("c.mtl",
                      "newmtl n#1\nKa 1 1 1\nKd 1 \\\n 1 1\nKs 0 0 1\nNs 20\nillum 3\nmap_Kd x.png\n"
                      "newmtl textured\nmap_Kd x.png\nKe 0 2 0\n"));
  const std::string faces =
      triangle + "usemtl n#1\nf 1 2 3\nusemtl  dark red \nf 1 2 3\nusemtl textured\nf 3 2 1\n";
  for (const char* const names :
       {"c.mtl a b.mtl", "a b.mtl c.mtl", "a b.mtl\nmtllib c.mtl c.mtl", "\ta b.mtl \t c.mtl  "}) {
    const model found = in.read("mtllib " + std::string(names) + "\n" + faces);
    REQUIRE(found.faces.size() == 4);
    CHECK(found.faces[0].material == none);
    CHECK(found.materials.at(found.faces[1].material).name == "n#1");
    CHECK(found.materials.at(found.faces[1].material).diffuse.z == 1);
    CHECK(found.materials.at(found.faces[1].material).illumination == 3);
    CHECK(found.materials.at(found.faces[2].material).diffuse.x == 0.5);
    CHECK(found.materials.at(found.faces[3].material).diffuse.x == 0.6);
    CHECK(found.materials.at(found.faces[3].material).emission.y == 2);
  }
  CHECK(in.read(faces + "mtllib a b.mtl c.mtl\n").faces[1].material != none);  // a material before its file
  CHECK(is_refusal(in.refusal(faces), "scene.obj:5: material \"n#1\" is not defined"));
  CHECK(is_refusal(in.refusal("mtllib c.mtl b.mtl\n"), "scene.obj:1: material file \"b.mtl\" is missing"));
  const std::string line = in.refusal("mtllib " + std::string(300, 'a') + ".mtl\n");
  CHECK(is_refusal(line, "scene.obj:1: material file \"aaa"));
  CHECK(line.size() < 320);
  CHECK(is_refusal(in.refusal("mtllib\n"), "scene.obj:1: mtllib without a file"));
  std::string many = "mtllib";
  for (int i = 0; i < 2000; ++i) many += " a";
  CHECK(is_refusal(in.refusal(many), "scene.obj:1: mtllib with 2000 words"));
  // Names that belong together in many ways: what was looked for is not looked for again, and not without end.
  static_cast<void>(in.folder.write("a", "newmtl a\n"));
  static_cast<void>(in.folder.write("x y", "newmtl xy\n"));
  std::string often;
  for (int i = 0; i < 200; ++i) often += "mtllib a a a\n";
  for (int i = 0; i < 20'000; ++i) often += "mtllib a\nmtllib x y\n";
  CHECK(in.refusal(often + "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl xy\nf 1 2 3\n").empty());
  std::string bomb;
  for (int i = 0; i < 40; ++i) bomb += many.substr(0, 6 + 2 * 900) + "\n";
  CHECK(is_refusal(in.refusal(bomb),
                   "scene.obj:1: mtllib statements with more than 100000 names of several words"));
  const auto with_material = [&in](const std::string& text) {
    static_cast<void>(in.folder.write("m.mtl", text));
    return in.refusal("mtllib m.mtl\n");
  };
  CHECK(is_refusal(with_material("Kd 1 1 1\n"), "m.mtl:1: a colour before the first newmtl"));
  CHECK(is_refusal(with_material("newmtl a\nKd 1 1\n"), "m.mtl:2: a colour needs three numbers"));
  CHECK(is_refusal(with_material("newmtl a\nKs -1 1 1\n"), "m.mtl:2: a colour below 0"));
  CHECK(is_refusal(with_material("newmtl a\nNs nan\n"), "m.mtl:2: \"nan\" is not a finite number"));
  CHECK(is_refusal(with_material("newmtl a\nnewmtl a\n"), "m.mtl:2: material \"a\" is defined again"));
  CHECK(is_refusal(with_material("newmtl\n"), "m.mtl:1: a material without a name"));
  for (const char* property : {"Ka 1 1 1", "Kd 1 1 1", "Ks 1 1 1", "Ke 1 1 1", "Ns 7", "illum 2"}) {
    const std::string said = std::string(property) + '\n';
    CHECK(is_refusal(with_material("newmtl a\n" + said + "map_Kd b\nmap_Kd c\n" + said),
                     "m.mtl:5: " + said.substr(0, said.find(' ')) + " of material \"a\" is given again"));
    CHECK(with_material("newmtl a\n" + said + "newmtl b\n" + said).find("again") == std::string::npos);
  }
  for (const char* weak : {"1e-320 0 0", "0 1 9e-31"})
    CHECK(is_refusal(
        with_material("newmtl a\nKe " + std::string(weak) + '\n'),
        "m.mtl:2: a light that is too weak; expected Ke red green blue, finite numbers from 0: 0, or "
        "from 1e-30 to 1e30"));
}

TEST_CASE("obj: far from 0 positions are kept relative to the scene's middle") {
  const files in;
  const model near = in.read("v 0.25 0 0.5\nv 1.25 0 0.5\nv 0.25 1 0.75\nf 1 2 3\n");
  CHECK(length(near.origin) == 0);
  // The same moved by exact numbers: in float the edges would be off by a hundredth.
  const model far =
      in.read("v 500000.25 0 4000000.5\nv 500001.25 0 4000000.5\nv 500000.25 1 4000000.75\nf 1 2 3\n");
  CHECK(length(far.origin) > 4e6);
  for (const auto& [a, b] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {1, 2}, {2, 0}}) {
    const apps::vec3 moved = (far.positions[b] - far.positions[a]) - (near.positions[b] - near.positions[a]);
    CHECK(length(moved) == 0);
  }
  for (const auto& each : far.positions) CHECK(length(each) < 2);
  const auto at = [](const std::string& x) {
    return "v " + x + ".00 0 0\nv " + x + ".01 0 0\nv " + x + ".00 1e-2 0\nf 1 2 3\n";
  };
  CHECK(in.refusal(at("100000000")).empty());
  CHECK(is_refusal(in.refusal(at("100000000000")),
                   "scene.obj:4: a face of size 0.01 at 1e+11, where numbers are"));
  CHECK(is_refusal(in.refusal("v 1e17 0 0\nv 100000000000000001 0 0\nv 100000000000000000 0 0\nf 1 2 3\n"),
                   "scene.obj:4: a face of size 0 at 1e+17, where numbers are 22.2 apart"));
  CHECK(in.refusal("v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n").empty());  // without area, as the file says
}
