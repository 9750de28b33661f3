// KR02's tables of cache misses: what valgrind counts becomes rows, claims and verdicts; what goes wrong is said in a line. A
// script stands for valgrind here; the real one runs in cli_program_test.cpp.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace cache_misses_test {

using namespace jackdaw;
using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::tests::scratch_folder;

namespace {

/// A thousand tasks.
class thousand_tasks final : public apps::app {
 public:
  void declare_options(CLI::App& command) override {
    for (std::string* each : {&k_, &f_})
      command.add_option(each == &k_ ? "--k" : "--f", *each, "as the paper's");
  }
  void prepare() override {}
  [[nodiscard]] std::string input() const override { return "k=" + k_; }
  double run_serial() override { return 2; }
  double run(any_scheduler& scheduler) override {
    scheduler.run_each(std::vector(1, [](any_worker&) {}));
    return 2;
  }
  [[nodiscard]] apps::verdict check() override { return {true, "as expected"}; }
  [[nodiscard]] apps::json counts() const override { return {{"expected_tasks", 1000}}; }

 private:
  std::string k_;
  std::string f_;
};

/// While it lives, `script` is what `valgrind` starts; empty: there is none.
class false_valgrind {
 public:
  explicit false_valgrind(const std::string& script) : path_(std::getenv("PATH")) {
    if (!script.empty()) {
      const std::string file = folder_.path("valgrind");
      std::ofstream(file) << "#!/bin/sh\n" << script << '\n';
      std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    setenv("PATH", script.empty() ? "/nonexistent" : (folder_.path("") + ":" + path_).c_str(), 1);
  }
  false_valgrind(const false_valgrind&) = delete;
  false_valgrind& operator=(const false_valgrind&) = delete;
  ~false_valgrind() { setenv("PATH", path_.c_str(), 1); }

 private:
  scratch_folder folder_;
  std::string path_;
};

/// Writes a dump for each run of two pools on one worker: of the first 20 misses of each cache, of the second 3 000.
constexpr const char* counts_two_pools = R"(
echo 'what valgrind says' >&2
rounds=1
for word; do
  case $before in --repeat) rounds=$word;; --pools) echo "$word" >"$dumps.pools";; esac
  case $word in --callgrind-out-file=*) dumps=${word#*=};; esac
  before=$word
done
run=0
while [ $run -lt $((2 * rounds)) ]; do
  many=20
  [ $(((run / 2 + run) % 2)) = 0 ] || many=3000
  run=$((run + 1))
  printf 'desc: x\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\nsummary: 9 9 9 9 %d 1 9 %d 2\n' \
    $((many - 1)) $((many - 2)) >"$dumps.$run"
done)";

outcome reproduce(std::vector<std::string> arguments, const char* program = "jackdaw") {
  constexpr auto make = []() -> std::unique_ptr<apps::app> { return std::make_unique<thousand_tasks>(); };
  static constexpr apps::app_entry entries[] = {{"synthetic", "nothing", "nobody", make}};
  std::ostringstream out;
  std::ostringstream err;
  arguments.insert(arguments.begin(), "reproduce");
  const int status = command(std::move(arguments), {entries, out, err, false, 2, nullptr, program});
  return {status, out.str(), err.str()};
}

void refuses(const std::vector<std::string>& arguments, const std::string& part,
             const char* program = "jackdaw") {
  const outcome result = reproduce(arguments, program);
  CAPTURE(result.err);
  CAPTURE(part);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK(has(result.err, part));
}

std::vector<std::string> table6(const char* repeat) {
  return {"KR02-table6", "--pools", "sq1,sq3", "--workers", "1", "--repeat", repeat, "--json"};
}

}  // namespace

TEST_CASE("each pool gets the misses of its own runs, in every round, and the paper's ratio has a verdict") {
  const false_valgrind here(counts_two_pools);
  const outcome result = reproduce(table6("7"));
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  const json all = json::parse(result.out);
  REQUIRE(all["rows"].size() == 2);
  for (const char* key : {"first_level_misses", "last_level_misses"}) {
    CHECK(all["rows"][0][key] == std::vector<double>(7, 20));
    CHECK(all["rows"][1][key] == std::vector<double>(7, 3000));
  }
  REQUIRE(all["claims"].size() == 2);  // sq3 by sq1, which is first among these in the paper
  for (const json& each : all["claims"]) {
    CHECK(has(each["of"], "by sq1's"));
    CHECK(each["ratio"] == 3000. / 50);  // 20 for a thousand tasks are counted as 50
    CHECK(each["verdict"] == "agrees");
  }
}

TEST_CASE("pools that have next to no misses have as many as others") {
  const false_valgrind here(counts_two_pools);
  const outcome result =
      reproduce({"KR02-table6", "--pools", "dq8,dq1", "--workers", "1", "--repeat", "6", "--json"});
  REQUIRE(result.status == 0);
  const json all = json::parse(result.out);
  REQUIRE(all["claims"].size() == 2);
  for (const json& each : all["claims"]) {
    CHECK(each["paper"] == "as many");
    CHECK(each["verdict"] ==
          "differs");  // the script has many for the second, and the first in the paper is one of two
  }
}

TEST_CASE("misses of coherence are not simulated: no verdicts where the paper's are such") {
  const false_valgrind here(counts_two_pools);
  const outcome result =
      reproduce({"KR02-table6", "--pools", "sq1,sq3", "--workers", "2", "--repeat", "6", "--json"});
  REQUIRE(result.status == 0);
  const json all = json::parse(result.out);
  CHECK(all["rows"].size() == 2);
  CHECK(all["claims"].empty());
  CHECK(has(all["notes"].dump(), "coherence"));
}

TEST_CASE("table 9 has figures of each thread: of four they are four times as many") {
  const false_valgrind here(counts_two_pools);
  const outcome result = reproduce({"KR02-table9", "--pools", "sq1,sq3", "--workers", "4", "--repeat", "1"});
  REQUIRE(result.status == 0);
  CHECK(has(result.out, "36767"));  // 1 000 * 4 * 169 633 000 / 18 454 894
}

TEST_CASE("without valgrind, or where it stops, one line says what is wrong") {
  {
    const false_valgrind none("");
    refuses(table6("1"), "KR02-table6: valgrind cannot be started; expected it in PATH");
  }
  {
    const false_valgrind here("echo 'vex amd64->IR: unhandled' >&2; exit 132");
    refuses(table6("1"),
            "ended by signal 4 (Illegal instruction): vex amd64->IR: unhandled; expected one that is built "
            "without -march=native");
  }
  {
    const false_valgrind here("echo 'too many files' >&2; exit 2");
    refuses(table6("1"), "ended with status 2: too many files; expected limits that suffice for valgrind");
  }
  {
    const false_valgrind here("kill -9 $$");
    refuses(table6("1"), "ended by signal 9 (Killed); expected limits that suffice");
  }
  {
    const false_valgrind here(
        "for word; do case $word in --log-file=*) log=${word#*=};; esac; done\n"
        "echo '--1:0: aspacem >>>' >&2; echo '==1== valgrind: no memory' >\"$log\"; exit 1");
    refuses(table6("1"), "ended with status 1: valgrind: no memory; expected limits");
  }
  {
    const false_valgrind here("exit 0");
    refuses(table6("1"), "valgrind has seen 0 of 2 runs; expected a command with its symbols");
  }
  {
    const false_valgrind here(
        "for word; do case $word in --callgrind-out-file=*) dumps=${word#*=};; esac; done\n"
        "echo nothing >\"$dumps.1\"");
    refuses(table6("1"), "a dump has no sums");
  }
}

TEST_CASE("a wrong result under valgrind is one, and has no claims") {
  const false_valgrind here(std::string(counts_two_pools) + "\necho 'WRONG: 7 instead of 8' >&2; exit 1");
  const outcome result = reproduce(table6("6"));
  CHECK(result.status == 1);
  const json all = json::parse(result.out);
  CHECK(all["checked"] == false);
  CHECK(has(all["wrong"].dump(), "7 instead of 8"));
  CHECK(all["claims"].empty());
}

TEST_CASE("where the command cannot be started again one line says so; such results are tables") {
  refuses({"KR02-table6"}, "KR02-table6: the command does not find its own file, ", "");
  refuses({"KR02-table6", "--output-plot", "plot.svg"}, "KR02-table6 is a table; expected --output-page");
  refuses({"KR02-table6", "--app", "fib"},
          "--app: expected another result; KR02-table6 is of synthetic alone");
}

TEST_CASE("all has them where valgrind is, and says what it leaves out where it is not") {
  const scratch_folder pages;
  const auto all = [&] {
    const outcome result = reproduce({"all", "--quick", "--repeat", "1", "--workers", "1", "--json",
                                      "--output-page", pages.path("page.html")});
    CAPTURE(result.err);
    CHECK(result.status == 0);
    return json::parse(result.out);
  };
  const false_valgrind none("");
  const json without = all();
  for (const json& each : without["studies"])
    CHECK((!has(each["name"].get<std::string>(), "table") || each["name"] == "KR02-table4"));
  CHECK(without["studies"].size() == 2);  // KR02-table4, KR02-figure8
  REQUIRE(without["left_out"].size() == 2);
  CHECK(without["left_out"][0] == "KR02-table6: left out; valgrind cannot be started");
  CHECK(!without["results"].empty());
}

}  // namespace cache_misses_test
