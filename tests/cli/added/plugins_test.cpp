// jackdaw --load: parts of a library are seen by all subcommands, and what cannot be loaded is refused in one line.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/cli/program.hpp"

using jackdaw::cli::test::call_jackdaw;
using jackdaw::cli::test::shell;

namespace {

const std::string load = "--load " JACKDAW_MINE " ";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// One line that says `part`, status 2, nothing on stdout.
void refuses(const std::string& arguments, const std::string& part) {
  const auto result = call_jackdaw(arguments + " 2>&1");
  CAPTURE(arguments);
  CAPTURE(result.text);
  CHECK(result.status == 2);
  CHECK(result.text.starts_with("jackdaw: "));
  CHECK(std::ranges::count(result.text, '\n') == 1);
  CHECK(has(result.text, part));
}

}  // namespace

TEST_CASE("a library's pool and application are listed, run and compared like all others") {
  const auto list = call_jackdaw(load + "list --json");
  REQUIRE(list.status == 0);
  const auto all = nlohmann::json::parse(list.text);
  CHECK(all["apps"].back()["name"] == "primes");
  CHECK(all["pools"].back()["name"] == "odd_even");
  CHECK(all["pools"].back()["parameters"][0]["name"] == "limit");
  CHECK(all["managers"].back()["name"] == "keeper");
  CHECK(all["idle"].back()["name"] == "naps");
  CHECK(!has(call_jackdaw("list").text, "odd_even"));

  const auto run = call_jackdaw("run primes --n 3000 --pool odd_even:4 --workers 2 --serial --json " + load);
  REQUIRE(run.status == 0);
  const auto found = nlohmann::json::parse(run.text);
  CHECK(found["checked"] == true);
  CHECK(found["pool"] == "odd_even:limit=4");
  CHECK(found["input"] == "n=3000 grain=200");
  CHECK(has(run.text, "430 primes"));

  const auto compared = call_jackdaw("compare primes --n 3000 --load=" JACKDAW_MINE
                                     " --pools dq8,odd_even:4,16 --counters --repeat 1");
  CHECK(compared.status == 0);
  CHECK(has(compared.text, "odd_even:limit=16"));
  CHECK(call_jackdaw("run fib --n 8 --pool odd_even " + load + "2>&1").status == 0);
  CHECK(call_jackdaw(load + "model 'primes --n 3000' --pools odd_even --workers 1 --repeat 1 2>&1").status ==
        0);
  CHECK(has(call_jackdaw("run primes --help " + load).text, "--n 2..100000000=1000000"));
  CHECK(call_jackdaw(load + load + "list apps").status == 0);  // twice the same
  CHECK(has(call_jackdaw("--help").text, "--load"));
  for (const std::string wrong : {"1", "-1", "100000001", "99999999999999999999", "many"})
    refuses(load + "run primes --n " + wrong,
            "--n " + wrong + ": expected a whole number from 2 to 100000000");
  refuses(load + "run primes --pool odd_even:0",
          "odd_even: limit '0'; expected a whole number from 1 to 1000");
}

TEST_CASE("a library's memory manager and idle policy are combined with the pools of all") {
  const auto run = call_jackdaw(
      load + "run primes --n 3000 --pool odd_even:idle=naps --memory keeper --workers 3 --serial --json");
  REQUIRE(run.status == 0);
  const auto found = nlohmann::json::parse(run.text);
  CHECK(found["checked"] == true);
  CHECK(found["memory"] == "keeper");
  CHECK(found["idle"] == "naps");
  const auto compared = call_jackdaw(
      load +
      "compare primes --n 3000 --pools dq8,odd_even --memory keeper,dl --idle naps,yield --repeat 1 --csv");
  CHECK(compared.status == 0);
  for (const char* const each : {"dq8,keeper,naps", "dq8,dl,naps", "odd_even,keeper,yield"}) {
    CAPTURE(each);
    CHECK(has(compared.text, each));
  }
}

TEST_CASE("a library's parts stand beside those of a paper, and its application in place of the paper's") {
  const auto added =
      call_jackdaw(load + "reproduce HR10-figure5a --quick --repeat 1 --add odd_even:4,16 --json");
  REQUIRE(added.status == 0);
  const auto pools = nlohmann::json::parse(added.text)["added"];
  REQUIRE(pools.size() == 2);  // with two workers
  CHECK(pools[0]["name"] == "odd_even:limit=4");
  CHECK(pools[1]["name"] == "odd_even:limit=16");
  CHECK(pools[0]["workers"] == 2);
  CHECK(pools[0]["places"] == 5);
  const auto policy =
      call_jackdaw(load + "reproduce WSL06-figure5-quicksort --quick --repeat 1 --add naps 2>/dev/null");
  CHECK(policy.status == 0);
  CHECK(has(policy.text, "added idle policy"));
  const auto app =
      call_jackdaw(load + "reproduce HR10-figure5a --app ' primes --n 3000' --repeat 1 2>/dev/null");
  CHECK(app.status == 0);
  CHECK(has(app.text, "here: primes, n=3000 grain=200"));

  refuses(load + "reproduce HR10-figure5a --add keeper", "no pool is called 'keeper'");
  refuses("reproduce HR10-figure5a --add dq8", "--add dq8: HR10-figure5a has it; expected another pool");
  refuses("reproduce KR02-table8 --add odd_even", "no memory manager is called 'odd_even'");
  refuses("reproduce WSL06-figure5-quicksort --add source", "no idle policy is called 'source'");
  refuses("reproduce --add dq8", "reproduce: --add: expected the name of a result before it");
  refuses("reproduce HR10-figure5a --quick --app fib", "--quick and --app: expected one of the two");
  refuses("reproduce HR10-figure5a --app 'fib --n {3,4}'", "--app: expected one input, without braces");
  refuses("reproduce HR10-figure5a --app 'prime --n 4'", "no application is called 'prime'");
}

TEST_CASE("a file without a slash is one of the working directory") {
  const std::filesystem::path file = JACKDAW_MINE;
  const auto listed = shell("cd " + file.parent_path().string() +
                            " && " JACKDAW_COMMAND " list apps --load " + file.filename().string() + " 2>&1");
  CHECK(listed.status == 0);
  CHECK(has(listed.text, "primes"));
}

TEST_CASE("a run on a library's pool is recorded, and replayed on the catalogue's pools") {
  const auto path = std::filesystem::temp_directory_path() / ("jackdaw_loaded_" + std::to_string(getpid()));
  CHECK(call_jackdaw(load + "run primes --n 3000 --pool odd_even --workers 2 --record " + path.string())
            .status == 0);
  CHECK(call_jackdaw("explain " + path.string()).status == 0);
  const std::string replay = "replay " + path.string() + " --processors ";
  CHECK(call_jackdaw(replay + "1..4 --pools dq8 2>&1").status == 0);
  CHECK(has(call_jackdaw(replay + "2").text, "jackdaw"));  // the default pool: it does not know the other one
  const auto own = call_jackdaw(load + replay + "1..4 --pools odd_even:4,sq1 --json");
  REQUIRE(own.status == 0);
  CHECK(has(own.text, "odd_even:limit=4"));
  CHECK(has(call_jackdaw(load + replay + "2").text, "odd_even"));  // as it was recorded
  refuses(replay + "2 --pools odd_even", "no pool is called 'odd_even'");
  setenv("JACKDAW_BAD_PLUGIN", "replayed", 1);
  refuses("--load " JACKDAW_BAD_PLUGIN " " + replay + "2 --pools without",
          "--pools without: expected a pool of the catalogue, or one of your own with replayed_as");
  refuses("--load " JACKDAW_BAD_PLUGIN " " + replay + "2 --pools wrongly",
          "--pools wrongly: replayed as dq88: no pool is called 'dq88'; did you mean 'dq8'?");
  unsetenv("JACKDAW_BAD_PLUGIN");
  std::filesystem::remove(path);
}

TEST_CASE("what cannot be loaded is refused in one line, and nothing is run") {
  refuses("run fib --n 5 --load", "--load: expected a value after it");
  refuses("run fib --n 5 --load --json", "--load: expected a value after it");
  refuses("--load= list", "--load \"\": expected a file");
  refuses("--load /no/such/file.so list", "--load /no/such/file.so: cannot be loaded (");
  refuses("--load /no/such/file.so list", "; expected a shared library with JACKDAW_PLUGIN");
  refuses("list --load " JACKDAW_NO_PLUGIN,
          "it has no function jackdaw_plugin; expected a library with JACKDAW_PLUGIN");
  const auto bad = [](const char* way, const std::string& part) {
    setenv("JACKDAW_BAD_PLUGIN", way, 1);
    refuses("run fib --n 5 --load " JACKDAW_BAD_PLUGIN, part);
    unsetenv("JACKDAW_BAD_PLUGIN");
  };
  bad("null", "its function jackdaw_plugin is none of Jackdaw ");
  bad("form", "expected one that begins with JACKDAW_PLUGIN");
  bad("version", "it was built for Jackdaw 2.3.4; expected ");
  bad("sizes", "types have other sizes in it than here; expected the compiler options of this command");
  bad("hidden", "its symbols are hidden");
  bad("throws", ": no licence\\x0afor this machine");
  bad("throws a number", "it threw something that is not a std::exception");
  bad("pool taken", "pool 'dq8': there is a part of that name");
  bad("idle unknown", "pool 'greedy': idle policy 'dozes'; expected one of the catalogue");
  bad("parameter idle", "pool 'greedy': parameter 'idle'; expected a name of its own");
  bad("preset", "pool 'greedy': parameter limit: preset 'many'; expected a whole number from 1 to 9");
  bad("app taken", "application 'fib': there is one of that name");
  bad("app twice", "application 'twice': there is one of that name");
  bad("option taken", "application 'eager': ");
}

TEST_CASE("a library that was cut off is refused, and one without its sections is not") {
  const auto part =
      std::filesystem::temp_directory_path() / ("jackdaw_part_" + std::to_string(getpid()) + ".so");
  for (const std::uintmax_t bytes : {0U, 40U, 100U, 3000U}) {
    std::filesystem::copy_file(JACKDAW_MINE, part, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(part, bytes);
    refuses("--load " + part.string() + " list", part.string() + ": cannot be loaded (");
  }
  refuses("--load " + part.string() + " list", "cannot be loaded (cut off: it has 3000 bytes of ");
  std::filesystem::copy_file(JACKDAW_MINE, part, std::filesystem::copy_options::overwrite_existing);
  std::filesystem::resize_file(part, std::filesystem::file_size(part) - 64);  // the last header of a section
  CHECK(call_jackdaw("list apps --load " + part.string()).status == 0);
  std::filesystem::remove(part);
}

TEST_CASE("of two libraries that add one name, the second is refused") {
  const auto copy =
      std::filesystem::temp_directory_path() / ("jackdaw_copy_" + std::to_string(getpid()) + ".so");
  std::filesystem::copy_file(JACKDAW_MINE, copy);
  refuses(load + "--load " + copy.string() + " list",
          copy.string() + ": idle policy 'naps': there is a part of that name");
  std::filesystem::remove(copy);
}

TEST_CASE("a wrong result of a library's application is exit status 1") {
  setenv("JACKDAW_BAD_PLUGIN", "wrong result", 1);
  const auto wrong = call_jackdaw("run nothing --workers 1 --load " JACKDAW_BAD_PLUGIN " 2>&1");
  unsetenv("JACKDAW_BAD_PLUGIN");
  CAPTURE(wrong.text);
  CHECK(wrong.status == 1);
  CHECK(has(wrong.text, "the check of nothing fails"));
}

TEST_CASE("what a library's application throws has its name and the library's, and a time is a number") {
  const auto faulty = [](const char* way, const std::string& part) {
    setenv("JACKDAW_BAD_PLUGIN", way, 1);
    refuses("run faulty --workers 1 --load " JACKDAW_BAD_PLUGIN,
            "application 'faulty' of " JACKDAW_BAD_PLUGIN ": " + part);
    unsetenv("JACKDAW_BAD_PLUGIN");
  };
  faulty("run throws", "half");
  faulty("run throws a number", "it threw something that is not a std::exception");
  faulty("run takes nan", "run() returned nan; expected its seconds, a number that is not negative");
  faulty("run takes less than no time", "run() returned -1.00e+00; expected its seconds");
}

TEST_CASE("two libraries may have classes of one name") {
  setenv("JACKDAW_BAD_PLUGIN", "same class", 1);
  const auto both = load + "--load " JACKDAW_BAD_PLUGIN " run ";
  const auto others = call_jackdaw(both + "others --workers 1 2>&1");
  const auto primes = call_jackdaw(both + "primes --n 3000 --workers 1 2>&1");
  unsetenv("JACKDAW_BAD_PLUGIN");
  CAPTURE(others.text);
  CHECK(others.status == 1);
  CHECK(has(others.text, "the check of others fails"));
  CHECK(primes.status == 0);
}

TEST_CASE("what jackdaw cluster hands on, and what follows --, is not the command's own") {
  const auto handed = call_jackdaw("run fib --n 5 -- --load /no/such/file.so 2>&1");
  CHECK(handed.status == 2);
  CHECK(!has(handed.text, "cannot be loaded"));
  CHECK(!has(call_jackdaw("cluster run nothing --load /no/such/file.so 2>&1").text, "cannot be loaded"));
}
