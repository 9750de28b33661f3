// Labyrinths: shortest ways on every pool, files of every kind there and back, broken ones refused.
#include "apps/labyrinth/labyrinth.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "apps/labyrinth/check.hpp"
#include "apps/labyrinth/maze/generate.hpp"
#include "apps/labyrinth/maze/read_maze.hpp"
#include "apps/labyrinth/search/wave.hpp"
#include "apps/support/files/picture.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/sizes.hpp"
#include "tests/support/text/refusal_of.hpp"

namespace labyrinth_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::labyrinth;
using namespace std::string_view_literals;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

namespace {

constexpr const char* small = R"(#########
#S  #   #
### # # #
#   # # #
# ### # #
#     #E#
#########
)";

constexpr const char* solved = R"(#########
#S**#***#
###*#*#*#
#***#*#*#
#*###*#*#
#*****#E#
#########
)";

}  // namespace

TEST_CASE("labyrinth: a small one, by hand") {
  const tests::scratch_folder folder;
  const auto made = prepared(make_labyrinth, "--input " + folder.write("small.txt", small) + " --output " +
                                                 folder.path("solved.txt") + " --grain 1");
  CHECK_FALSE(made->check().passed);  // nothing has run
  made->run_serial();
  CHECK(made->check().passed);
  tests::check_run(*made);
  CHECK(made->counts()["longest_way"] == 22);
  made->write_outputs();
  CHECK(folder.content("solved.txt") == solved);
}

TEST_CASE("labyrinth: every pool finds shortest ways, from one square a task on") {
  tests::check_on_every_pool(make_labyrinth, "--kind open --width 40 --grain 1");
  tests::check_on_every_pool(make_labyrinth, "--kind open --width 150 --height 90 --grain 16");
  tests::check_on_every_pool(make_labyrinth, "--kind braided --width 101 --grain 4");
  tests::check_on_every_pool(make_labyrinth, "--kind perfect --width 31 --height 64 --grain 2");
}

TEST_CASE("labyrinth: the way is the same in every run") {
  const tests::scratch_folder folder;
  const auto made =
      prepared(make_labyrinth, "--kind open --width 120 --grain 8 --output " + folder.path("way.txt"));
  made->run_serial();
  made->write_outputs();
  const std::string serial = folder.content("way.txt");
  for (int run = 0; run < 5; ++run) {
    tests::check_run(*made, 4);
    CHECK(made->counts()["shared_levels"].get<int>() > 50);
    made->write_outputs();
    CHECK(folder.content("way.txt") == serial);
  }
}

TEST_CASE("labyrinth: generated ones have what their kinds promise") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const auto& [width, height] : {std::pair{5, 5}, std::pair{6, 31}, std::pair{61, 40}}) {
      const auto perfect = generate("perfect", width, height, seed);
      const auto reached = distances(perfect.squares, perfect.routes[0].from);
      std::size_t open = 0;
      std::size_t passages = 0;  // between neighbours
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          if (!perfect.squares.is_open({x, y, 0})) continue;
          ++open;
          CHECK(reached[perfect.squares.number({x, y, 0})] != nowhere);
          if (perfect.squares.contains({x + 1, y, 0}) && perfect.squares.is_open({x + 1, y, 0})) ++passages;
          if (perfect.squares.contains({x, y + 1, 0}) && perfect.squares.is_open({x, y + 1, 0})) ++passages;
        }
      }
      CHECK(passages == open - 1);  // a tree
      for (const char* const kind : {"braided", "open"}) {
        const auto other = generate(kind, width, height, seed);
        const auto seen = distances(other.squares, other.routes[0].from);
        CHECK(seen[other.squares.number(other.routes[0].to)] != nowhere);
      }
    }
  }
}

TEST_CASE("labyrinth: the check finds wrong ways") {
  const tests::scratch_folder folder;
  const puzzle of = read_puzzle(folder.write("small.txt", small), {});
  wave marks(of.squares);
  const std::uint32_t from = of.squares.number(of.routes[0].from);
  const std::uint32_t to = of.squares.number(of.routes[0].to);
  const way right = marks.way(to, spread(marks, from, to).value());
  CHECK(wrong_way(of, {right}).empty());
  CHECK(wrong_way(of, {}) == "0 ways");
  CHECK(wrong_way(of, {{}}) == "route 1: no way found, but there is one of 22");
  way broken = right;
  broken.pop_back();
  CHECK(wrong_way(of, {broken}) == "route 1: the way has other ends");
  broken = right;
  broken.erase(broken.begin() + 3);
  CHECK(wrong_way(of, {broken}).find("no step leads from") != std::string::npos);
  broken = right;
  broken.insert(broken.begin(), {right[0], right[1]});
  CHECK(wrong_way(of, {broken}) == "route 1: the way has 24 steps, the shortest 22");
  puzzle walled = of;
  walled.squares.set({7, 4, 0}, false);
  CHECK(wrong_way(walled, {{}}).empty());
  CHECK(wrong_way(walled, {right}).find("no step") != std::string::npos);
}

TEST_CASE("labyrinth: without a way the answer is that there is none") {
  const tests::scratch_folder folder;
  const auto made = prepared(make_labyrinth, "--input " + folder.write("shut.txt", "S.#.E\n...#\n"));
  made->run_serial();
  CHECK(made->check().passed);
  tests::check_run(*made);
  CHECK(made->counts()["routes_with_a_way"] == 0);
}

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

TEST_CASE("labyrinth: routes in layers, laid one after the other") {
  const tests::scratch_folder folder;
  const std::string path =
      folder.write("two.txt", "# crossing\nd 3 3 2\np 0 1 0 2 1 0\np 1 0 0 1 2 0\np 1 1 0 0 0 0\n");
  const auto made =
      prepared(make_labyrinth, "--grain 1 --input " + path + " --output " + folder.path("way.txt"));
  tests::check_run(*made);
  CHECK(made->counts()["routes_with_a_way"] == 2);  // the third begins on the first
  CHECK(made->counts()["longest_way"] == 4);        // the second goes through the other layer
  made->write_outputs();
  CHECK(std::ranges::count(folder.content("way.txt"), '\n') == 7);
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

TEST_CASE("labyrinth: options out of range are refused, and nothing is left behind") {
  CHECK(is_refusal(refusal(make_labyrinth, "--kind round"), "--kind round: no such kind"));
  CHECK(is_refusal(refusal(make_labyrinth, "--width 4"), "--width 4"));
  CHECK(is_refusal(refusal(make_labyrinth, "--height 20001"), "--height 20001"));
  CHECK(is_refusal(refusal(make_labyrinth, "--grain 0"), "--grain 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_labyrinth, "--width 9 --from 0,0"), "--from, --to: 0,0,0 is a wall"));
  const tests::scratch_folder folder;
  CHECK(is_refusal(refusal(make_labyrinth, "--picture " + folder.path("no/a.png")), "cannot be written"));
  const std::string twice = folder.path("twice");
  CHECK(is_refusal(refusal(make_labyrinth, "--picture " + twice + " --output " + twice), "named by both"));
  CHECK(folder.files() == 0);
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

}  // namespace labyrinth_test
