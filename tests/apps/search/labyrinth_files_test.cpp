// Files of labyrinths: bitmaps, PNG, text and STAMP, and every broken one named with its place.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/labyrinth/labyrinth.hpp"
#include "apps/support/files/picture.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/sizes.hpp"
#include "tests/support/text/refusal_of.hpp"

namespace labyrinth_files_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace std::string_view_literals;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("labyrinth: bitmaps of both kinds and PNG are the same labyrinth") {
  const tests::scratch_folder folder;
  const std::string plain = folder.write("p1.pbm", "P1 # by hand\n5 4\n1 0 1 1 1\n1 0 0 0 1\n11101 11101");
  const std::string packed = folder.write("p4.pbm", std::string("P4\n5 4\n") + "\xb8\x88\xe8\xe8");
  picture drawn = blank_picture(5, 4, {0, 0, 0});
  for (const auto& [x, y] : {std::pair{1, 0}, {1, 1}, {2, 1}, {3, 1}, {3, 2}, {3, 3}})
    set_pixel(drawn, x, y, {250, 255, 240});
  write_png(drawn, folder.path("maze.png"));
  const std::string several = folder.write("several.pbm", folder.content("p4.pbm") + "P4\n1 1\n\x80");
  for (const std::string& path : {plain, packed, several, folder.path("maze.png")}) {
    CAPTURE(path);
    const auto made = prepared(make_labyrinth, "--input " + path + " --picture " + folder.path("way.png") +
                                                   " --output " + folder.path("way.txt"));
    tests::check_run(*made);
    CHECK(made->write_outputs().size() == 2);
    CHECK(folder.content("way.txt") == "#S###\n#***#\n###*#\n###E#\n");
    CHECK(read_grey_png(folder.path("way.png"), 100'000).width == 16 * 5);
  }
  const auto other = prepared(make_labyrinth, "--input " + plain + " --from 3,3 --to 1,1");
  tests::check_run(*other);
  CHECK(other->counts()["longest_way"] == 4);
}

TEST_CASE("labyrinth: a pixel of no colour of a picture's palette is refused, not taken as black") {
  // Two pixels, and a palette of black and white; the number of the second pixel is 1, or 2.
  constexpr std::string_view head =
      "\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\000\002\000"
      "\000\000\001\010\003\000\000\000\303\374\217\270\000\000\000\006\120\114\124\105\000"
      "\000\000\377\377\377\245\331\237\335"sv;
  constexpr std::string_view within =
      "\000\000\000\013\111\104\101\124\170\234\143\140\140\004\000\000\004\000\002\277\172"
      "\077\112"sv;
  constexpr std::string_view beyond =
      "\000\000\000\013\111\104\101\124\170\234\143\140\140\002\000\000\005\000\003\037\346"
      "\206\366"sv;
  constexpr std::string_view end = "\000\000\000\000\111\105\116\104\256\102\140\202"sv;
  const auto read = [&](std::string_view pixels) {
    return grey_png("m", std::string(head) + std::string(pixels) + std::string(end), 100);
  };
  CHECK(read(within).bytes == std::vector<std::uint8_t>{0, 255});
  CHECK(is_refusal(tests::refusal_of([&] { static_cast<void>(read(beyond)); }),
                   "m: a pixel is of no colour of its palette; expected a whole PNG picture"));
}

TEST_CASE("labyrinth: broken files are refused with file, line and what was expected") {
  const tests::scratch_folder folder;
  const auto file = [&](const std::string& text, const std::string& more = "") {
    return refusal(make_labyrinth, "--input " + folder.write("m.txt", text) + more);
  };
  CHECK(file("S.E").empty());
  CHECK(file("...", " --from 0,0 --to 2,0").empty());
  const std::array<std::pair<const char*, const char*>, 23> broken{{
      {"", "m.txt: is empty"},
      {"\n\n", "m.txt: blank"},
      {"S.E\n#x#\n", "m.txt:2: 'x' in column 2"},
      {"S.\t", "m.txt:1: byte 9 in column 3"},
      {"#.E#", "m.txt: 0 squares S"},
      {"S.E\nS..", "m.txt: 2 squares S"},
      {"S.#", "m.txt: 0 squares E"},
      {"P1\n3", "a width or height that is no number"},
      {"P1\n0 3\n", "a width or height that is no number"},
      {"P1\n2 2\n1 0 0", "m.txt:3: the file ends too early"},
      {"P1\n2 2\n1 0 2 0", "m.txt:3: a pixel that is neither 0 nor 1"},
      {"P4\n9 9\n", "the file ends too early"},
      {"P1\n3 1\n0 0 0", "m.txt: 1 openings in the border"},
      {"P1\n9 1\n0 1 0 1 0 1 1 1 1", "m.txt: 3 openings in the border"},
      {"\x89PNG\r\n", "m.txt: "},
      {"d 3 3\n", "m.txt:1: 3 words"},
      {"d 3 3 0\n", "m.txt:1: 0 is out of range"},
      {"d 1000000 1000000 2\n", "m.txt:1: too large"},
      {"p 0 0 0 1 1 1\n", "m.txt:1: \"p\"; expected d X Y Z"},
      {"d 3 3 1\n", "m.txt:1: the file ends without a route"},
      {"d 3 3 1\np 0 0 0 3 0 0\n", "m.txt:2: 3,0,0 is outside"},
      {"d 3 3 1\np 1 1 0 1 1 0\n", "m.txt:2: the way begins and ends at 1,1,0"},
      {"d 3 3 1\nq 1 1 0 1 1 0\n", "m.txt:2: \"q\""},
  }};
  for (const auto& [text, problem] : broken) {
    const std::string line = file(text);
    CHECK_MESSAGE(is_refusal(line, problem), line);
  }
  CHECK(is_refusal(file("S.E\n###", " --from 1,1"), "m.txt: 1,1,0 is a wall"));
  CHECK(is_refusal(file("S.E", " --to 3,0"), "m.txt: 3,0,0 is outside"));
  CHECK(is_refusal(file("S.E", " --to 0,0"), "m.txt: the way begins and ends at"));
  CHECK(is_refusal(file("S.E", " --to 3"), "--to 3: expected a column and a row"));
  CHECK(is_refusal(file("d 3 3 1\np 0 0 0 1 0 0\n", " --from 0,0"), "m.txt: a STAMP file has its routes"));
  CHECK(is_refusal(file("S.E", " --kind open"), "--kind open: says what to generate"));
  CHECK(is_refusal(refusal(make_labyrinth, "--input " + folder.path("none")), "cannot be read"));
  CHECK(is_refusal(refusal(make_labyrinth, "--input " + folder.path("")), "is a folder"));
}

TEST_CASE("labyrinth: the routes of STAMP, where they are present") {
  if (tests::shared_data().empty()) return;
  const std::string folder = tests::shared_data() + "/maze/random-";
  const auto all = prepared(make_labyrinth, "--grain 32 --input " + folder + "x32-y32-z3-n96.txt");
  all->run_serial();
  CHECK(all->check().passed);
  const auto serial = all->counts();
  tests::check_run(*all);
  CHECK(all->counts()["routes"] == 96);
  CHECK(all->counts()["routes_with_a_way"] == serial["routes_with_a_way"]);
  CHECK(all->counts()["longest_way"] == serial["longest_way"]);
  if (tests::sanitized) return;
  tests::check_run(*prepared(make_labyrinth, "--input " + folder + "x128-y128-z3-n64.txt"));
}

TEST_CASE("labyrinth: what memory a file asks for is in proportion to it, and files are opened once") {
  using jackdaw::tests::is_refusal;
  const tests::scratch_folder folder;
  const auto refused = [&](const std::string& text) {
    return tests::refusal(apps::make_labyrinth, "--input " + folder.write("m", text));
  };
  CHECK(is_refusal(refused("P4 20000 20000\n"), "m:1: the file ends too early"));
  CHECK(is_refusal(refused("P1\n20000 20000\n0 1\n"), "m:2: the file ends too early"));
  std::string png = "\x89PNG\r\n\x1a\n";
  png += std::string("\0\0\0\x0dIHDR\0\0\x4e\x20\0\0\x4e\x20\x01\0\0\0\0\0\0\0\0", 25);
  png += "\x0f\x2a\x5c\x1b";
  CHECK(is_refusal(refused(png), "m: "));
  CHECK(is_refusal(refused(std::string(20'000, '#') + std::string(20'000, '\n') + "#"),
                   "expected rows of about the same length"));
  CHECK(is_refusal(refused("\x1f\x8b\x08"), "m: is compressed by gzip"));
  CHECK(
      is_refusal(refused("P2\n2 2\n1\n0 0 0 0\n"), "m: is a picture in PGM (P2); expected a bitmap in PBM"));
  CHECK(is_refusal(refused("P6\n2 2\n255\n"), "m: is a picture in PPM (P6)"));
  const std::string maze = "#####\r#S E#\r#####\r";
  for (const std::string& text :
       {maze, "\xef\xbb\xbf" + maze, std::string("\xef\xbb\xbf# two layers\rd 3 3 2\rp 0 0 0 2 2 1\r")}) {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    REQUIRE(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    close(ends[1]);
    CHECK(tests::refusal(apps::make_labyrinth, "--input /dev/fd/" + std::to_string(ends[0])).empty());
    close(ends[0]);
  }
}

}  // namespace labyrinth_files_test
