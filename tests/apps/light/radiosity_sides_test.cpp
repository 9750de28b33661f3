// Radiosity where light gets behind faces, where faces cover others, and where much of a surface is covered.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/radiosity/geometry/overlap.hpp"
#include "apps/radiosity/radiosity.hpp"
#include "apps/radiosity/scene/scene_obj.hpp"
#include "apps/radiosity/solver/solver.hpp"
#include "tests/support/apps.hpp"

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::radiosity;

namespace {

std::string point(const vec3& p) {
  return "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
}

std::string quad(const vec3& a, const vec3& b, const vec3& c, const vec3& d, const std::string& material) {
  return point(a) + point(b) + point(c) + point(d) + "usemtl " + material + "\nf -4 -3 -2 -1\n";
}

/// A flat rectangle with its front below.
std::string below(double y, double from_x, double to_x, double from_z, double to_z,
                  const std::string& material) {
  return quad({from_x, y, from_z}, {to_x, y, from_z}, {to_x, y, to_z}, {from_x, y, to_z}, material);
}

/// A flat rectangle with its front above.
std::string above(double y, double from_x, double to_x, double from_z, double to_z,
                  const std::string& material) {
  return quad({from_x, y, to_z}, {to_x, y, to_z}, {to_x, y, from_z}, {from_x, y, from_z}, material);
}

/// The four upright sides of a box with their fronts outside.
std::string sides(const vec3& l, const vec3& h) {
  return quad({l.x, l.y, l.z}, {l.x, l.y, h.z}, {l.x, h.y, h.z}, {l.x, h.y, l.z}, "w") +
         quad({h.x, l.y, h.z}, {h.x, l.y, l.z}, {h.x, h.y, l.z}, {h.x, h.y, h.z}, "w") +
         quad({h.x, l.y, l.z}, {l.x, l.y, l.z}, {l.x, h.y, l.z}, {h.x, h.y, l.z}, "w") +
         quad({l.x, l.y, h.z}, {h.x, l.y, h.z}, {h.x, h.y, h.z}, {l.x, h.y, h.z}, "w");
}

std::string box(const vec3& l, const vec3& h) {
  return sides(l, h) + below(l.y, l.x, h.x, l.z, h.z, "w") + above(h.y, l.x, h.x, l.z, h.z, "w");
}

/// The inside of a cube of size 1; the floor is the first face.
const std::string room = "mtllib room.mtl\n" + above(0, 0, 1, 0, 1, "w") + below(1, 0, 1, 0, 1, "w") +
                         quad({0, 0, 1}, {0, 0, 0}, {0, 1, 0}, {0, 1, 1}, "w") +
                         quad({1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}, "w") +
                         quad({0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, "w") +
                         quad({1, 0, 1}, {0, 0, 1}, {0, 1, 1}, {1, 1, 1}, "w");
const std::string lamp = below(0.999, 0.3, 0.7, 0.3, 0.7, "light");
constexpr std::uint32_t ground = 0;

struct rooms {
  tests::scratch_folder folder;

  explicit rooms(const std::string& reflectance = "0.5 0.5 0.5") {
    static_cast<void>(folder.write("room.mtl", "newmtl w\nKd " + reflectance +
                                                   "\nnewmtl black\nKd 0 0 0\nnewmtl light\nKd " +
                                                   reflectance + "\nKe 1 1 1\n"));
  }

  [[nodiscard]] std::string with(const std::string& faces) const {
    return folder.write("x.obj", room + faces);
  }

  /// What the application says of the room with more faces, which must be right.
  [[nodiscard]] json checked(const std::string& faces) const {
    const auto made = tests::prepared(make_radiosity, "--eps 1e-4 --scene " + with(faces));
    made->run_serial();
    const verdict v = made->check();
    CHECK_MESSAGE(v.passed, v.line);
    CHECK_FALSE(v.undecided);
    return made->counts();
  }

  /// The light of the floor of the room with more faces.
  [[nodiscard]] double ground_light(const std::string& faces) const {
    const scene s = read_obj(with(faces));
    const bvh rays(s);
    parameters options;
    options.accuracy = 1e-4;
    return sum(solve_serially(s, rays, options)->roots[ground].radiosity);
  }
};

}  // namespace

TEST_CASE("a face with one front stops light from behind and does not reflect it") {
  const rooms made;
  // From wall to wall, seen by the lamp from behind, then from the front: it is dark below.
  for (const std::string& sheet : {below(0.5, 0, 1, 0, 1, "w"), above(0.5, 0, 1, 0, 1, "w")}) {
    CAPTURE(sheet);
    const json counts = made.checked(lamp + sheet);
    CHECK(counts["closed"] == true);
    CHECK(counts["patches"] == 8);
    CHECK(made.ground_light(lamp + sheet) < 1e-6);
  }
  CHECK(made.checked(lamp + below(0.5, 0, 1, 0, 1, "w"))["black_backs"] == 1);
  // It is the same as a sheet with a black front on that side.
  const std::string lone = below(0.5, 0.2, 0.8, 0.2, 0.9, "w");
  CHECK(made.checked(lamp + lone)["closed"] == true);
  const double expected = made.ground_light(lamp + lone + above(0.5, 0.2, 0.8, 0.2, 0.9, "black"));
  CHECK(made.ground_light(lamp + lone) == doctest::Approx(expected).epsilon(0.01));
  CHECK(made.ground_light(lamp) > 1.2 * expected);
  // A sheet with two fronts has no need of a back; nor has what hangs close below a ceiling.
  CHECK_FALSE(made.checked(lamp + lone + above(0.5, 0.2, 0.8, 0.2, 0.9, "w")).contains("black_backs"));
}

TEST_CASE(
    "far-off lamps: what stops their light from behind is found, and rays that miss them are no proof") {
  const rooms made;
  const auto said = [&](const std::string& faces, double accuracy) {
    const std::string file = made.folder.write("far.obj", "mtllib room.mtl\n" + faces);
    const auto far =
        tests::prepared(make_radiosity, "--eps " + std::to_string(accuracy) + " --scene " + file);
    far->run_serial();
    const verdict v = far->check();
    CHECK_MESSAGE(v.passed, v.line);
    return far->counts();
  };
  const std::string floor = above(0, 0, 1, 0, 1, "w"), sheet = below(0.5, 0.25, 0.75, 0.25, 0.75, "w");
  for (const double far : {10.0, 1000.0}) {
    CAPTURE(far);
    const std::string over = below(far, 0, 1, 0, 1, "light");
    for (const double accuracy : {1e-3, 1e-4}) {
      if (accuracy < 1e-3 && !tests::at_length()) continue;  // half a minute
      const json shaded = said(floor + sheet + over, accuracy);
      CHECK(shaded["black_backs"] == 1);  // it was lit through, as if there were nothing
      CHECK_FALSE(said(floor + over, accuracy).contains("black_backs"));
      // Half of the lamp lies below the floor's plane, and it is seen at a flat angle.
      static_cast<void>(
          said(floor + quad({far, -1, 1}, {far, -1, 0}, {far, 1, 0}, {far, 1, 1}, "light"), accuracy));
      static_cast<void>(
          said(floor + quad({far, -1, 0}, {far, -1, 1}, {far, 1, 1}, {far, 1, 0}, "light"), accuracy));
    }
  }
}

TEST_CASE("the picture and the mesh do not show black backs") {
  const rooms made;
  const std::string lone = below(0.5, 0.2, 0.8, 0.2, 0.9, "w");
  const std::string mesh = made.folder.path("x.ply");
  const auto app =
      tests::prepared(make_radiosity, "--eps 1e-2 --scene " + made.with(lamp + lone) + " --mesh " + mesh);
  app->run_serial();
  static_cast<void>(app->write_outputs());
  std::istringstream lines(made.folder.content("x.ply"));
  std::size_t of_sheet = 0;
  for (std::string line; std::getline(lines, line);) {
    double x = 0, y = 0, z = 0, light = 0;
    int red = 0, green = 0, blue = 0;
    const int read =
        std::sscanf(line.c_str(), "%lf %lf %lf %d %d %d %lf", &x, &y, &z, &red, &green, &blue, &light);
    if (read < 7 || std::abs(y - 0.5) > 1e-6 || x < 0.1 || x > 0.9 || z < 0.1 || z > 0.95) continue;
    ++of_sheet;
    CHECK(light > 0);
  }
  CHECK(of_sheet >= 4);
  const scene s = read_obj(made.with(lamp + lone));
  CHECK(s.black_backs >= 1);
  const auto hit = bvh(s).first_hit({0.5, 0.9, 0.5}, {0, -1, 0}, 0, no_patch, true);
  CHECK(hit.has_value());
  if (hit) CHECK(hit->patch == ground);
}

TEST_CASE("of a lamp divided at the wall of a closed box one half lights the room, the other one the box") {
  const rooms made;
  const std::string closed_box = box({0.4, 0.2, 0.2}, {0.8, 0.9, 0.8});
  const std::string outside = below(0.6, 0.2, 0.4, 0.3, 0.7, "light");
  const std::string inside = below(0.6, 0.4, 0.6, 0.3, 0.7, "light");
  const json counts = made.checked(closed_box + outside + inside);
  CHECK(counts["closed"] == true);
  CHECK(counts["emitted_watts"].get<double>() == doctest::Approx(0.48));
  CHECK(made.ground_light(closed_box + outside + inside) ==
        doctest::Approx(made.ground_light(closed_box + outside)).epsilon(0.02));
  // At the wall of the room, and turned to the top; a lamp in a box without a bottom.
  static_cast<void>(
      made.checked(below(0.6, 0.7, 1, 0.3, 0.7, "light") + below(0.6, 1, 1.3, 0.3, 0.7, "light")));
  static_cast<void>(made.checked(closed_box + above(0.6, 0.2, 0.4, 0.3, 0.7, "light") +
                                 above(0.6, 0.4, 0.6, 0.3, 0.7, "light")));
  static_cast<void>(made.checked(lamp + sides({0.2, 0, 0.2}, {0.8, 0.6, 0.8}) +
                                 above(0.6, 0.2, 0.8, 0.2, 0.8, "w") +
                                 below(0.5, 0.4, 0.6, 0.4, 0.6, "light")));
}

TEST_CASE("a face in the plane of another one hides it") {
  const rooms made;
  const double expected = made.ground_light(below(0.9999, 0.2, 0.6, 0.3, 0.7, "light"));
  const std::string flush = below(1, 0.2, 0.6, 0.3, 0.7, "light");
  static_cast<void>(made.checked(flush));
  CHECK(made.ground_light(flush) == doctest::Approx(expected).epsilon(0.02));
  // Given twice, it is one lamp; which one is meant where two have a part in common, nobody knows.
  CHECK(made.checked(flush + flush)["faces_hidden_by_others"] == 1);
  const std::string refused =
      tests::refusal(make_radiosity, "--scene " + made.with(flush + below(1, 0.5, 0.8, 0.3, 0.7, "light")));
  CHECK_MESSAGE(tests::is_refusal(refused,
                                  "x.obj: the light about (0.4, 1, 0.5) is partly covered by the one in its "
                                  "plane about (0.65, 1, 0.5)"),
                refused);
  // Boxes of one height whose tops and sides have parts in common are one body.
  CHECK(made.ground_light(flush + flush) == doctest::Approx(expected).epsilon(0.02));
  static_cast<void>(
      made.checked(lamp + box({0.2, 0, 0.2}, {0.6, 0.4, 0.6}) + box({0.4, 0, 0.2}, {0.8, 0.4, 0.6})));

  const facet low = make_facet({vec3{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, 4);
  const facet half = make_facet({vec3{1, -5, 0}, {5, -5, 0}, {5, 5, 0}, {1, 5, 0}}, 4);
  const facet corner = make_facet({vec3{1, 1, 0}, {3, 1, 0}, {1, 3, 0}, {}}, 3);
  const facet beside = make_facet({vec3{2, 0, 0}, {4, 0, 0}, {4, 2, 0}, {2, 2, 0}}, 4);
  CHECK(in_one_plane(low, half, 1e-9));
  CHECK(common_area(low, half) == doctest::Approx(2));
  CHECK(common_area(half, low) == doctest::Approx(2));
  CHECK(common_area(low, corner) == doctest::Approx(1));
  CHECK(common_area(low, beside) == doctest::Approx(0));
  const facet turned = make_facet({vec3{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {2, 0, 0}}, 4);
  CHECK_FALSE(in_one_plane(low, turned, 1e-9));
  const facet higher = make_facet({vec3{0, 0, 1e-3}, {2, 0, 1e-3}, {2, 2, 1e-3}, {0, 2, 1e-3}}, 4);
  CHECK_FALSE(in_one_plane(low, higher, 1e-4));
}

TEST_CASE("what lies under a box or behind a large lamp gets no light and sends none") {
  const rooms bright("0.85 0.85 0.85");
  static_cast<void>(bright.checked(lamp + sides({0.26, 0, 0.19}, {0.68, 0.36, 0.41}) +
                                   above(0.36, 0.26, 0.68, 0.19, 0.41, "w")));
  const rooms grey;
  static_cast<void>(
      grey.checked(below(0.99, 0.1, 0.9, 0.1, 0.9, "light") + box({0.1, 0.3, 0.1}, {0.9, 0.95, 0.9})));
  static_cast<void>(
      grey.checked(lamp + sides({0.1, 0, 0.1}, {0.9, 0.9, 0.9}) + above(0.9, 0.1, 0.9, 0.1, 0.9, "w")));
}
