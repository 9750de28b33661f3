// Outputs that the command refuses: where it cannot write, what it does not write, and two in one file. Nothing is done.
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace refused_outputs_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;
using jackdaw::tests::scratch_folder;

TEST_CASE("a place where the report's folder belongs is not an output, too, and no folder is left") {
  const scratch_folder here;
  const std::string both = here.path("d");
  refuses({"run", "fake", "--record", both, "--report", both}, "--record, --report: ");
  refuses({"run", "fake", "--report", both + "/", "--record", both}, "--record, --report: ");
  refuses({"run", "fake", "--report", both, "--trace", here.path("none/x")},
          "jackdaw: --trace " + here.path("none/x") + ": cannot be written");
  CHECK(here.files() == 0);
}

TEST_CASE("a name that says another format, and '-', are refused before anything runs, whatever is written") {
  const scratch_folder here;
  using option_and_name = std::pair<const char*, const char*>;
  for (const auto& [option, name] :
       {option_and_name{"--record", "a.json"}, option_and_name{"--trace", "a.svg"},
        option_and_name{"--graph", "a.png"}, option_and_name{"--schedule", "a.png"},
        option_and_name{"--paje", "a.json"}, option_and_name{"--report", "a.html"}})
    refuses({"run", "fake", option, here.path(name)}, "does not say; expected a");
  for (const char* const option :
       {"--record", "--trace", "--graph", "--schedule", "--paje", "--report", "--output"})
    refuses({"run", "fake", option, "-"}, std::string(option) + " -: '-' names no output");
  refuses({"run", "fake", "--cycler", "2", "--record", "-"}, "--record -");  // before the cycler is timed
  refuses({"compare", "fake", "--output-plot", "-"}, "--output-plot -: '-' names no output");
  refuses({"cycler", "--total", "1", "--log", "-"}, "--log -: '-' names no output");
  refuses({"cycler", "--total", "1", "--log", "a.png"}, "expected a name that ends in .csv or .txt");
  refuses({"explain", "-"}, "-: names no input");
  refuses({"grammar", "--from", "-"}, "-: names no input");
  CHECK(fake_app::order().empty());
  CHECK(here.files() == 0);
}

TEST_CASE("where an application's output is not written, none may be named") {
  const scratch_folder here;
  const std::string file = here.path("out");
  for (const std::string how : {"--output ", "--output="})
    refuses({"model", "fake " + how + file, "--workers", "1", "--repeat", "1"},
            "--output " + file + ": model writes no output of an application; expected none here");
  refuses({"model", "fake --size {3,4} --output " + here.path("{a,b}")}, "model writes no output");
  refuses({"compare", "fake", "--multiprogrammed", "--output", file},
          "--output " + file + ": compare --multiprogrammed writes no output of an application");
  CHECK(fake_app::order().empty());
  CHECK(here.files() == 0);
  std::ostringstream err;
  CHECK(call({"compare", "fake", "--pools", "dq8", "--workers", "1", "--output", file}, err).status == 0);
  CHECK(here.content("out") == "done\n");  // and later commands are free to
}

TEST_CASE("a full disk is named with its reason, whatever is written") {
  const std::string reason =
      "jackdaw: /dev/full: cannot be written (No space left on device); expected more room there";
  for (const char* const option : {"--record", "--trace", "--graph", "--schedule", "--paje", "--output"}) {
    const auto result = call({"run", "fake", "--pool", "dq8", "--workers", "1", option, "/dev/full"});
    CAPTURE(option);
    CHECK(result.status == 2);
    CHECK(has(result.out, "right: as expected"));  // what was measured is not lost
    CHECK(!has(result.out, "/dev/full"));
    CHECK(result.err.starts_with(reason));
  }
  const scratch_folder here;
  const auto both = call({"run", "fake", "--pool", "dq8", "--workers", "1", "--output", "/dev/full",
                          "--graph", here.path("a.dot"), "--json"});
  CHECK(both.status == 2);
  CHECK(json::parse(both.out)["outputs"] == json::array({here.path("a.dot")}));  // the others are written
  CHECK(here.files() == 1);
}

TEST_CASE("a full disk loses no figures that are compared, and a plot says its reason, too") {
  const scratch_folder here;
  for (const char* const name : {"plot.svg", "plot.png", "plot.SVG", "plot.PNG"}) {
    const std::string plot = here.path(name);
    std::filesystem::create_symlink("/dev/full", plot);
    const auto result = call(
        {"compare", "fake", "--pools", "dq8,sq1", "--workers", "1", "--repeat", "1", "--output-plot", plot});
    CHECK(result.status == 2);
    CHECK(has(result.out, "<- fastest"));
    CHECK(!has(result.out, "Written"));
    CHECK(result.err.starts_with("jackdaw: " + plot + ": cannot be written (No space left on device)"));
  }
}

TEST_CASE("threads have no tasks: no file says what those did, and pools are not compared by them") {
  const scratch_folder here;
  const std::string why = ": --face threads has no tasks that could be recorded";
  for (const char* const option : {"--record", "--trace", "--graph", "--schedule", "--paje", "--report"})
    refuses({"run", "fake", "--face", "threads", option, here.path("out")}, option + why);
  CHECK(here.files() == 0);
  for (const auto& [option, list] : {std::pair{"--pools", "dq8,sq1"}, std::pair{"--idle", "spin,yield"},
                                     std::pair{"--memory", "bs,cgbkof"}})
    refuses({"compare", "fake", "--face", "threads", option, list}, "threads run on no pool");
  refuses({"compare", "fake", "--face=threads"}, "threads run on no pool");
  CHECK(fake_app::order().empty());
  CHECK(call({"compare", "fake", "--face", "threads", "--pools", "dq8", "--workers", "1"}).status == 0);
}

TEST_CASE("two outputs of a run to one file are refused, the command's and the application's") {
  const scratch_folder here;
  const std::string file = here.path("a"), same = here.path(".") + "/a";
  refuses({"run", "fake", "--trace", file, "--graph", same}, "--trace, --graph: ");
  refuses({"run", "fake", "--record", file, "--schedule", file}, "--record, --schedule: ");
  refuses({"run", "fake", "--output", file, "--record", same}, "--record, --output: ");
  CHECK(here.files() == 0);
  for (const char* const other : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    refuses({"run", "fake", "--trace", "/dev/stdout", "--graph", other}, "--trace, --graph: ");
  CHECK(fake_app::order().empty());
}

}  // namespace refused_outputs_test
