// Bodies under gravity as the command runs it: the same bits on every pool and face, files, and everything bad named
// with its place.
#include "apps/barnes/barnes.hpp"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/barnes/bodies/body_file.hpp"
#include "apps/support/files/picture.hpp"
#include "tests/support/apps.hpp"

namespace barnes_test {

using namespace jackdaw;
using namespace jackdaw::apps::barnes;
using apps::make_barnes;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

TEST_CASE("barnes: every pool and face gives the serial bodies bit for bit") {
  tests::check_on_every_pool(make_barnes, "--n 200 --steps 1 --grain 20");
  for (const char* const face : {"pool", "fork_join", "threads"}) {
    for (const char* const size : {"--n 1 --steps 2", "--n 2 --softening 0", "--n 17 --grain 1 --theta 1",
                                   "--n 600 --steps 2 --grain 30", "--n 333 --steps 1 --grain 7 --theta 0.3",
                                   "--n 200 --grain 1000 --theta 0 --step -0.1 --steps 1"}) {
      CAPTURE(face);
      CAPTURE(size);
      const auto made = prepared(make_barnes, std::string(size) + " --face " + face);
      CHECK_FALSE(made->check().passed);  // nothing has run
      made->run_serial();
      CHECK(made->check().passed);
      const auto serial = made->counts();
      for (const unsigned workers : {1U, 2U, 5U}) tests::check_run(*made, workers);
      for (const char* const figure : {"pairs of bodies", "pairs with nodes", "energy", "energy drift"})
        CHECK(made->counts()[figure] == serial[figure]);
    }
  }
}

TEST_CASE("barnes: bodies in one place, in two, and in one of the smallest cells") {
  const tests::scratch_folder folder;
  std::string text = "# one heap, and a body far away\n";
  for (int i = 0; i < 100; ++i) text += "1 0.5 0.5 0.5 0 0 0\n";
  const std::string path = folder.write("heap.txt", text);
  for (const char* const face : {"pool", "fork_join", "threads"})
    tests::check_run(*prepared(make_barnes, "--grain 5 --steps 2 --bodies " + path + " --face " + face));
  static_cast<void>(folder.write("heap.txt", text + "+1e-3 1e9 0 0  0 0 0 # there\n"));
  for (const char* const face : {"pool", "fork_join", "threads"})
    tests::check_run(*prepared(make_barnes, "--grain 5 --steps 2 --bodies " + path + " --face " + face));
  for (int i = 1; i < 200; ++i) text += "1 0.5 0.5 " + std::to_string(i % 70) + "e-18 0 0 0\n";
  static_cast<void>(folder.write("heap.txt", text + "1 1 1 1 0 0 0 # there\n"));
  for (const char* const face : {"pool", "fork_join", "threads"})
    tests::check_run(*prepared(make_barnes, "--grain 5 --steps 2 --bodies " + path + " --face " + face));
}

TEST_CASE("barnes: files of bodies, written and read again, and the picture") {
  const tests::scratch_folder folder;
  const std::string first = folder.path("first.txt"), second = folder.path("second.txt");
  const auto made = prepared(make_barnes, "--n 100 --steps 3 --output-bodies " + first + " --picture " +
                                              folder.path("a.png") + " --width 50");
  tests::check_run(*made);
  CHECK(made->write_outputs().size() == 2);
  CHECK(apps::read_grey_png(folder.path("a.png"), 2500).width == 50);
  const std::vector<body> read = read_bodies(first);
  CHECK(read.size() == 100);
  write_bodies(read, second);
  CHECK(folder.content("first.txt") == folder.content("second.txt"));
}

TEST_CASE("barnes: a bad line of a file is named with its place") {
  const tests::scratch_folder folder;
  const auto refused = [&folder](const std::string& line) {
    return refusal(make_barnes,
                   "--bodies " + folder.write("x.txt", "# bodies\n1 0 0 0 0 0 0\n" + line + "\n"));
  };
  const std::pair<const char*, const char*> broken[] = {
      {"1 0 0 0 0 0", "x.txt:3: a number is missing"},
      {"1 0 0 0 0 0 0 0", "x.txt:3: 8 words"},
      {"1 0 0 up 0 0 0", "x.txt:3: \"up\" is not a finite number"},
      {"1 0 nan 0 0 0 0", "x.txt:3: \"nan\" is not a finite number"},
      {"1 0 0 0 0 1e31 0", "x.txt:3: \"1e31\" is too large"},
      {"0 0 0 0 0 0 0", "x.txt:3: mass \"0\""},
      {"-1 0 0 0 0 0 0", "x.txt:3: mass \"-1\""},
  };
  for (const auto& [line, problem] : broken) {
    const std::string said = refused(line);
    CHECK_MESSAGE(is_refusal(said, problem), said);
  }
  CHECK(is_refusal(refusal(make_barnes, "--bodies " + folder.path("missing.txt")), "cannot be read"));
  CHECK(is_refusal(refusal(make_barnes, "--bodies " + folder.path("")), "is a folder"));
  CHECK(is_refusal(refusal(make_barnes, "--bodies " + folder.write("e.txt", "")), "is empty"));
  CHECK(is_refusal(refusal(make_barnes, "--bodies " + folder.write("e.txt", "# none\n")), "no bodies"));
  CHECK(is_refusal(refusal(make_barnes, "--n 5 --bodies " + folder.path("e.txt")),
                   "--n 5: says what to generate"));
}

TEST_CASE("barnes: bodies that fly out of all numbers end the run with a line, on every face") {
  const tests::scratch_folder folder;
  const std::string path = folder.write("fast.txt", "1 0 0 0 1e30 0 0\n1 1 0 0 0 0 0\n");
  for (const char* const face : {"pool", "fork_join", "threads"}) {
    CAPTURE(face);
    const auto made = prepared(make_barnes, "--step 10 --bodies " + path + " --face " + face);
    auto scheduler = tests::make_scheduler({.workers = 2});
    std::string said;
    try {
      made->run(scheduler);
    } catch (const apps::input_error& error) { said = error.what(); }
    CHECK_MESSAGE(is_refusal(said, "after step 1"), said);
    CHECK_FALSE(made->check().passed);
  }
}

TEST_CASE("barnes: options out of range are refused, and nothing is left behind") {
  const tests::scratch_folder folder;
  for (const char* const wrong : {"--n 0", "--n 2e9", "--steps 0", "--step 0", "--step nan", "--theta -0.1",
                                  "--theta 1.1", "--theta nan", "--softening -1", "--softening inf",
                                  "--grain 0", "--width 1", "--width 8193", "--face flow"}) {
    CAPTURE(wrong);
    const std::string line = refusal(make_barnes, std::string(wrong) + " --picture " + folder.path("a.png"));
    CHECK_MESSAGE(is_refusal(line, std::string(wrong, 5)), line);
  }
  CHECK(is_refusal(refusal(make_barnes, "--picture /proc/none/x.png"), "cannot be written"));
  CHECK(is_refusal(refusal(make_barnes, "--output-bodies " + folder.path("no/x")), "cannot be written"));
  const std::string twice = folder.path("twice");
  CHECK(
      is_refusal(refusal(make_barnes, "--picture " + twice + " --output-bodies " + twice), "named by both"));
  CHECK(folder.files() == 0);
}

}  // namespace barnes_test
