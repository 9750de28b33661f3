// The program as it is installed: real applications, real processes.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <unistd.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>

#include "tests/cli/program.hpp"

using jackdaw::cli::test::call_jackdaw;
using jackdaw::cli::test::shell;

TEST_CASE("every application of the list runs, and says so in JSON") {
  const auto list = nlohmann::json::parse(call_jackdaw("list apps --json").text);
  REQUIRE(!list["apps"].empty());
  for (const auto& app : list["apps"])
    CHECK(call_jackdaw("run " + app["name"].get<std::string>() + " --help").status == 0);
}

TEST_CASE("every help says what a value is, and every picture is a PNG by its name") {
  std::vector<std::string> commands{"compare all", "reproduce", "explain",     "grammar",
                                    "replay",      "model",     "cluster run", "cycler"};
  const auto list = nlohmann::json::parse(call_jackdaw("list apps --json").text);
  for (const auto& app : list["apps"]) commands.push_back("run " + app["name"].get<std::string>());
  std::size_t pictures = 0;
  for (const std::string& command : commands) {
    CAPTURE(command);
    const std::string help = call_jackdaw(command + " --help").text;
    CHECK(help.find("Usage: ") != std::string::npos);
    CHECK(help.find(" TEXT") == std::string::npos);
    if (help.find(" --picture ") == std::string::npos) continue;
    ++pictures;
    const auto refused = call_jackdaw(command + " --picture p.jpg 2>&1");
    CHECK(refused.status == 2);
    CHECK(refused.text.find("--picture p.jpg: a PNG picture is written, which .jpg does not say; expected a "
                            "name that ends in .png") != std::string::npos);
  }
  CHECK(pictures == 8);
}

TEST_CASE("synthetic on two workers") {
  const auto result = call_jackdaw("run synthetic --k 10 --f 1 --workers 2 --json");
  CHECK(result.status == 0);
  const auto found = nlohmann::json::parse(result.text);
  CHECK(found["checked"] == true);
  CHECK(found["tasks"] == found["counts"]["expected_tasks"]);
}

TEST_CASE("synthetic on all pools") {
  const auto result = call_jackdaw("compare synthetic --k 10 --f 1 --workers 1,2 --repeat 2");
  CHECK(result.status == 0);
  CHECK(result.text.find("Best overall: ") != std::string::npos);
}

TEST_CASE("model: the parallelism of knary by its formula, of other tasks as observed") {
  const auto result = call_jackdaw(
      "model 'knary --height 5 --units 10 --serial-children {0,4}' 'synthetic --k 8' --workers 1,3 --repeat "
      "1 "
      "--json");
  REQUIRE(result.status == 0);
  const auto found = nlohmann::json::parse(result.text);
  CHECK(found["checked"] == true);
  REQUIRE(found["inputs"].size() == 3);
  CHECK(found["inputs"][0]["parallelism"] == 1365. / 6);  // 1 + 4 + … + 4^5 nodes, 6 on a path
  CHECK(found["inputs"][1]["parallelism"] == 1);
  CHECK(found["inputs"][1]["by_formula"] == true);
  CHECK(found["inputs"][2]["parallelism"] >= 1);
  CHECK(found["inputs"][2]["by_formula"] == false);
  CHECK(found["points"].size() == 6);
}

TEST_CASE("heat among others: statically partitioned threads take part") {
  const auto result = call_jackdaw(
      "compare heat --rows 64 --columns 64 --steps 2 --multiprogrammed --workers 2,3 --repeat 1 --no-warm-up "
      "--json");
  REQUIRE(result.status == 0);
  const auto found = nlohmann::json::parse(result.text);
  CHECK(found["checked"] == true);
  const auto& results = found["results"];
  const auto threads =
      std::count_if(results.begin(), results.end(), [](const auto& each) { return each["on"] == "threads"; });
  CHECK(threads > 0);
  CHECK(2 * static_cast<std::size_t>(threads) == results.size());
}

TEST_CASE("every result of a paper can be looked for, and stands beside the paper's") {
  const auto list = nlohmann::json::parse(call_jackdaw("reproduce --json").text);
  REQUIRE(!list.empty());
  for (const auto& each : list) {
    const std::string name = each["name"];
    CAPTURE(name);
    CHECK(call_jackdaw("reproduce").text.find(name) != std::string::npos);
#if !defined(JACKDAW_SANITIZED)
    if (name == "KR02-table6" || name == "KR02-table9") continue;  // below: of valgrind, which is slow
    // The lights of a room are checked in each run: with one of the managers, as all of them take a minute.
    const bool lights = name == "KR02-table7-radiosity" || name.starts_with("KR02-figure1");
    const auto result =
        call_jackdaw("reproduce " + name + (lights ? " --memory cgbkof" : "") + " --quick --repeat 1 --json");
    CHECK(result.status == 0);
    const auto found = nlohmann::json::parse(result.text);
    if (found.contains("claims")) {  // of several applications
      CHECK(found["checked"] == true);
      CHECK(found["rows"].size() > 0);
      // Of one round; numbers of tasks have no noise.
      for (const auto& claim : found["claims"])
        CHECK(claim["verdict"] == (name == "KR02-table4" ? "agrees" : "within the noise"));
      continue;
    }
    CHECK(found["comparison"]["checked"] == true);
    CHECK(found["columns"].size() + found["orders"].size() > 0);
    for (const auto& column : found["columns"]) {
      for (const auto& row : column["rows"]) {
        CHECK((row["paper"].is_number() || row["paper"].is_null()));  // the text does not tell all figures
        CHECK(row["here"].is_number());
      }
    }
    for (const auto& order : found["orders"]) {
      if (order["verdict"] == "not claimed") continue;  // by its paper, for so many workers
      const bool has_processors = order["workers"].get<unsigned>() <= jackdaw::base::cpu_budget::affinity() ||
                                  name.starts_with("BP98") || name.starts_with("WSL06-figure5");
      CHECK(order["verdict"] ==
            (has_processors ? "within the noise" : "too few processors"));  // of one round
    }
#endif
  }
  CHECK(call_jackdaw("reproduce HR10-fig5b --quick --repeat 2").text.find("Orders: 0 of 3 agree") !=
        std::string::npos);
  CHECK(call_jackdaw("reproduce WSL06-fig4 --quick --repeat 1").text.find("wsl06_bench --figures 4") !=
        std::string::npos);
  const auto wrong = call_jackdaw("reproduce HR10-figure5 2>&1");
  CHECK(wrong.status == 2);
  CHECK(wrong.text.find("did you mean 'HR10-figure5a'?") != std::string::npos);
  CHECK(call_jackdaw("reproduce HR10-figure5a --repeat no 2>&1").status == 2);
}

#if !defined(JACKDAW_SANITIZED)
TEST_CASE("valgrind counts cache misses: those of a FIFO queue are by far the most") {
  if (std::system("valgrind --version >/dev/null 2>&1") != 0) {
    MESSAGE("skipped: there is no valgrind");
    return;
  }
  // On one processor there is one process for both rounds: the second begins with the other pool.
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  const auto result = call_jackdaw("reproduce KR02-table6 --pools sq1,sq3 --workers 1 --repeat 2 --json");
  sched_setaffinity(0, sizeof before, &before);
  REQUIRE(result.status == 0);
  const auto found = nlohmann::json::parse(result.text);
  REQUIRE(found["rows"].size() == 2);
  for (const char* level : {"first_level_misses", "last_level_misses"}) {
    REQUIRE(found["rows"][0][level].size() == 2);
    for (std::size_t round = 0; round < 2; ++round)
      CHECK(found["rows"][1][level][round].get<double>() > 10 * found["rows"][0][level][round].get<double>());
  }
}
#endif

TEST_CASE("joins and flows are recorded and watched; of threads the result is shown, and why no more") {
  const auto path = std::filesystem::temp_directory_path() / ("jackdaw_joins_" + std::to_string(getpid()));
  const std::string record = " --face fork_join --workers 2 --repeat 2 --json --record " + path.string();
  const auto joined = call_jackdaw("run knary --height 4 --degree 3 --serial-children 0 --units 1" + record);
  CHECK(joined.status == 0);
  const auto explained = nlohmann::json::parse(joined.text)["explained"];
  CHECK(explained["graph_class"] == "D∞: tasks wait for others");
  CHECK(explained["average_parallelism"] > 1);
  std::ifstream file(path);
  std::size_t started = 0;
  for (const auto& events : jackdaw::trace::read_run(file, path).seen.workers) {
    started += static_cast<std::size_t>(
        std::ranges::count(events, jackdaw::trace::what::started, &jackdaw::trace::event::happened));
  }
  CHECK(started == 1 + 2 * 40);  // two joins for the three children of each inner node, of the last run only
  const std::string trees = path.string() + ".csv";
  std::ofstream(trees) << "name,type,shape,gen_mx_d,b0,q,m,root_seed,nodes,depth,leaves\n"
                          "small,geometric,fixed,3,4,,,19,,,\n";
  for (const std::string& app : std::vector<std::string>{
           "barnes --n 500 --steps 1", "cholesky --n 64", "fib --n 8",
           "heat --rows 64 --columns 64 --steps 3", "lu --n 64", "mm --n 64", "msort --n 10000",
           "nbody --n 100 --steps 1", "nqueens --n 10", "ray --width 32",
           "shallow_water --nodes 642 --steps 2", "skynet --levels 2", "uts --tree small --trees " + trees}) {
    CAPTURE(app);
    const auto recorded = call_jackdaw("run " + app + record + " 2>&1");
    CAPTURE(recorded.text);
    CHECK(recorded.status == 0);
    CHECK(recorded.text.find("\"explained\"") != std::string::npos);
  }
  CHECK(call_jackdaw("run fib --n 8 --face fork_join --watch 100000").status == 0);
  CHECK(call_jackdaw("run lu --n 64 --face flow --workers 2 --record " + path.string()).status == 0);
  CHECK(shell("rm " + path.string() + " " + trees).status == 0);

  const auto unseen = call_jackdaw("run lu --n 64 --face threads --record " + path.string() + " 2>&1");
  CHECK(unseen.status == 2);
  CHECK(unseen.text.starts_with("jackdaw: --record: --face threads has no tasks that could be recorded; "));
  CHECK(!std::filesystem::exists(path));
}

TEST_CASE("joins run with the options that the report names, or not at all") {
  const auto run = [](const std::string& options) {
    return call_jackdaw("run fib --n 8 --face fork_join --workers 2 " + options + " 2>&1");
  };
  for (const char* options : {"--idle spin_long", "--idle park_soon", "--idle spin_yield_park",
                              "--surplus work", "--pin compact", "--memory cgbkof"}) {
    CAPTURE(options);
    CHECK(run(options).status == 0);
  }
  const auto idle = run("--idle wake_every_put");
  CHECK(idle.status == 2);
  CHECK(idle.text.find("--face fork_join: workers of joins do not wait by wake_every_put; expected --idle "
                       "spin_yield_park, spin_long or park_soon") != std::string::npos);
  const auto memory = run("--memory bs");
  CHECK(memory.status == 2);
  CHECK(memory.text.find(
            "--face fork_join: joins do not run with the memory manager bs; expected --memory cgbkof") !=
        std::string::npos);
}

TEST_CASE("model sees the span of joins, whose number is not known beforehand") {
  const auto found =
      call_jackdaw("model 'fib --n 20 --face fork_join' --pools jackdaw --workers 2 --repeat 1 --json 2>&1");
  CAPTURE(found.text);
  REQUIRE(found.status == 0);
  CHECK(found.text.find("parallelism") != std::string::npos);
}
