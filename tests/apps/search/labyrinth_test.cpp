// Labyrinths: shortest ways on every pool, what is generated, and what the check finds. Files: labyrinth_files_test.cpp.
#include "apps/labyrinth/labyrinth.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/labyrinth/check.hpp"
#include "apps/labyrinth/maze/generate.hpp"
#include "apps/labyrinth/maze/read_maze.hpp"
#include "apps/labyrinth/search/wave.hpp"
#include "tests/support/apps.hpp"
#include "tests/support/sizes.hpp"
#include "tests/support/text/refusal_of.hpp"

namespace labyrinth_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::labyrinth;
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

}  // namespace labyrinth_test
