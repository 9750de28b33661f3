// What the command answers: tables, JSON, help, exit statuses. What it refuses: refusals_test.cpp.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace cli_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;
using jackdaw::tests::scratch_folder;

TEST_CASE("list names everything that can be chosen") {
  const auto all = call({"list"});
  CHECK(all.status == 0);
  const json parsed = json::parse(call({"list", "--json"}).out);
  CHECK(parsed["apps"][0]["name"] == "fake");
  for (const char* kind : {"apps", "pools", "managers", "idle"}) {
    REQUIRE(parsed[kind].is_array());
    REQUIRE(!parsed[kind].empty());
    for (const json& entry : parsed[kind]) {
      CHECK(!entry["line"].get<std::string>().empty());
      CHECK(!entry["source"].get<std::string>().empty());
      CHECK(has(all.out, entry["name"].get<std::string>()));
    }
    CHECK(json::parse(call({"list", kind, "--json"}).out) == json{{kind, parsed[kind]}});
  }
  CHECK(parsed["pools"][0]["idle"].is_string());
}

TEST_CASE("run --json has every field") {
  const auto result = call({"run", "fake", "--pool", "sq1", "--memory", "bs", "--idle", "wake_every_put",
                            "--workers", "2", "--size", "7", "--serial", "--repeat", "3", "--json"});
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  const json found = json::parse(result.out);
  CHECK(found["app"] == "fake");
  CHECK(found["input"] == "size=7, \"fake\"");
  CHECK(found["pool"] == "sq1");
  CHECK(found["memory"] == "bs");
  CHECK(found["idle"] == "wake_every_put");
  CHECK(found["workers"] == 2);
  CHECK(found["tasks"] == 7);  // of one run, not of three
  CHECK(found["seconds"] == 1.0);
  CHECK(found["all_seconds"].size() == 3);
  CHECK(found["serial_seconds"] == 1.0);
  CHECK(found["speedup"] == 1.0);
  CHECK(found["checked"] == true);
  CHECK(found["counts"]["answer_found"] == 42);
  CHECK(found["outputs"].empty());
  CHECK(fake_app::order() == "serial sq12 serial sq12 serial sq12 ");
}

TEST_CASE("run does without the serial program unless asked, and takes options before the application, too") {
  const auto result = call({"run", "--pool", "dq1", "--json", "fake", "--workers", "1"});
  const json found = json::parse(result.out);
  CHECK(fake_app::order() == "dq11 ");
  CHECK(!found.contains("serial_seconds"));
  CHECK(!found.contains("speedup"));
}

TEST_CASE("run for people says the same") {
  const auto result = call({"run", "fake", "--pool", "dq8", "--workers", "1"});
  for (const char* line : {"app           fake\n", "pool          dq8\n", "workers       1\n",
                           "tasks         3\n", "checked       right: as expected\n", "answer found  42\n"}) {
    CAPTURE(result.out);
    CAPTURE(line);
    CHECK(has(result.out, line));
  }
}

TEST_CASE("a wrong result gives status 1 and no output file") {
  const scratch_folder here;
  const auto run = call({"run", "fake", "--pool", "dq8", "--wrong-on", "dq8", "--json", "--repeat", "5",
                         "--output", here.path("result")});
  CHECK(run.status == 1);
  CHECK(json::parse(run.out)["checked"] == false);
  CHECK(json::parse(run.out)["all_seconds"].size() == 1);  // the first wrong one ends it
  CHECK(here.files() == 0);
  CHECK(has(call({"run", "fake", "--pool", "dq8", "--wrong-on", "dq8"}).out, "WRONG: 7 instead of 8"));
  CHECK(call({"run", "fake", "--wrong-on", "serial"}).status == 0);
  const auto serial = call({"run", "fake", "--wrong-on", "serial", "--serial", "--json"});
  CHECK(serial.status == 1);
  CHECK(json::parse(serial.out)["seconds"].is_null());

  const auto compared = call({"compare", "fake", "--wrong-on", "dq8", "--pools", "dq8,sq1", "--memory",
                              "dgbkof", "--idle", "spin_yield_park", "--workers", "1"});
  CHECK(compared.status == 1);
  CHECK(has(compared.out, "WRONG dq8 dgbkof spin_yield_park, 1 worker: 7 instead of 8"));
  CHECK(has(compared.out, "Best overall: sq1"));
}

TEST_CASE("a right result is written") {
  const scratch_folder here;
  const auto run = call({"run", "fake", "--json", "--output", here.path("result")});
  CHECK(json::parse(run.out)["outputs"] == json{here.path("result")});
  CHECK(here.content("result") == "done\n");
}

TEST_CASE("all means all") {
  const json lists = json::parse(call({"list", "--json"}).out);
  const json found = json::parse(call({"compare", "fake", "--pools", "all", "--memory", "all", "--idle",
                                       "all", "--workers", "1", "--repeat", "1", "--json"})
                                     .out);
  const std::size_t policies = lists["idle"].size() - 1;  // `source` is one of the others, for each pool
  CHECK(found["results"].size() == lists["pools"].size() * lists["managers"].size() * policies);
}

TEST_CASE("plots are files of their kind") {
  const scratch_folder here;
  for (const char* workers : {"1", "1,2,4"}) {
    for (const char* file : {"plot.svg", "plot.png"}) {
      for (const char* wrong : {"none", "dq8", "serial"}) {
        CAPTURE(workers);
        CAPTURE(file);
        const auto result = call({"compare", "fake", "--pools", "dq8", "--workers", workers, "--repeat", "2",
                                  "--wrong-on", wrong, "--output-plot", here.path(file)});
        CHECK(result.status == (wrong == std::string("none") ? 0 : 1));
        CHECK(has(result.out, "Written: " + here.path(file)));
        const std::string plot = here.content(file);
        CHECK(plot.size() > 1000);
        if (std::string(file) == "plot.png") {
          CHECK(plot.starts_with("\x89PNG\r\n\x1a\n"));
        } else {
          CHECK(plot.starts_with("<?xml"));
          CHECK(has(plot, "<svg "));
          CHECK(plot.ends_with("</svg>\n"));
        }
      }
    }
  }
}

TEST_CASE("help for everything") {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"list", "--help"}, {"run", "--help"}, {"compare", "-h"}}) {
    const auto result = call(arguments);
    CHECK(result.status == 0);
    CHECK(has(result.out, "Usage: jackdaw"));
    CHECK(result.err.empty());
  }
  const std::string run = call({"run", "fake", "--help"}).out;
  CHECK(has(run, "--size"));
  CHECK(has(run, "--pool"));
  CHECK(!has(run, "--csv"));
  const std::string compare = call({"compare", "fake", "--help"}).out;
  CHECK(has(compare, "--size"));
  CHECK(has(compare, "--output-plot"));
  CHECK(has(call({"--version"}).out, "jackdaw "));
}

TEST_CASE("a program over ranks: its help, and its own reason alone where it refuses") {
  const scratch_folder folder;
  std::filesystem::permissions(
      folder.write("mpirun",
                   "#!/bin/sh\n"
                   "echo \"$*\" >$0.words\n"
                   "for rank in 0 1; do echo 'jackdaw-cluster: no such tree' >&2; done\n"
                   "echo '-------' >&2\n"
                   "echo '  Process name: [[1,1],1]' >&2\n"
                   "echo '  Exit code:    2' >&2\n"
                   "echo '-------' >&2\n"
                   "exit 2\n"),
      std::filesystem::perms::owner_all);
  const std::string before = getenv("PATH");
  setenv("PATH", (folder.path() + ":" + before).c_str(), 1);
  const auto refused = call({"cluster", "run", "uts", "--tree", "T9", "--ranks", "2"});
  CHECK(refused.status == 2);
  CHECK(refused.err == "jackdaw-cluster: no such tree\n");
  CHECK(has(folder.content("mpirun.words"), "-n 2"));
  CHECK(has(folder.content("mpirun.words"), "uts --tree T9"));
  static_cast<void>(call({"cluster", "run", "uts", "--ranks", "7", "--help"}));
  CHECK(has(folder.content("mpirun.words"), "-n 1 "));
  CHECK(has(folder.content("mpirun.words"), "uts --help"));
  setenv("PATH", before.c_str(), 1);
  CHECK(has(call({"cluster", "run", "--help"}).out, "--hosts FILE"));
}

TEST_CASE("a host file that mpirun could not use is refused before it is started") {
  const scratch_folder folder;
  const std::string name = folder.path("hosts");
  const auto refuses_file = [&](const std::string& text, const std::string& why) {
    static_cast<void>(folder.write("hosts", text));
    refuses({"cluster", "run", "uts", "--hosts", name}, why);
  };
  refuses_file("", "it names no host; expected lines such as `node1 slots=4`");
  refuses_file("# none\n\n", "it names no host");
  refuses_file("node1 slots=2\nnode2 here = = slots=x\n", ":2: ");
  refuses_file("node1 2\n", "'2' after a host; expected what follows to be such as slots=4");
  refuses_file("node1 slots=many\n", "'slots=many'; expected a whole number, such as slots=4");
  refuses_file("slots=2\n", "it begins with 'slots=2'; expected a host");
  refuses({"cluster", "run", "uts", "--hosts", folder.path()},
          "it is a directory; expected a host file of mpirun");
  refuses({"cluster", "run", "uts", "--hosts", name + ".none"},
          "No such file or directory; expected a host file");
}

}  // namespace cli_test
