// Outputs that the command refuses: where it cannot write, what it does not write, and two in one file. Nothing is done.
#include <sstream>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace refused_outputs_test {

using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
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
  for (const char* const option : {"--record", "--trace", "--graph", "--schedule", "--paje", "--output"})
    refuses({"run", "fake", "--pool", "dq8", "--workers", "1", option, "/dev/full"},
            "/dev/full: cannot be written (No space left on device)");
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
