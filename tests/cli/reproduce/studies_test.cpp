// BP98's results of several applications: rows, claims and verdicts, with applications that claim their times.
#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "cli/reproduce/studies/kinds.hpp"
#include "cli/reproduce/studies/versions.hpp"
#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace studies_test {

using namespace jackdaw;
using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::tests::scratch_folder;

namespace {

/// Two seconds of work, which workers beyond the processors neither help nor harm; threads take 1.3 times as long then.
class study_app final : public apps::app {
 public:
  static bool& is_wrong() {
    static bool all = false;
    return all;
  }
  void declare_options(CLI::App& command) override {
    for (const char* name :
         {"--n", "--block", "--face", "--steps", "--rows", "--columns", "--size", "--width", "--height",
          "--degree", "--serial-children", "--units", "--put", "--tile"})
      command.add_option(name, given_[name], "as the papers'");
  }
  void prepare() override {}
  [[nodiscard]] std::string input() const override { return "n=" + given_.at("--n"); }
  double run_serial() override { return 2; }
  double run(any_scheduler& scheduler) override {
    scheduler.run_each(std::vector(1, [](any_worker&) {}));
    const unsigned processors = base::cpu_budget::affinity();
    const bool is_static = given_["--face"] == "threads";
    const bool is_crowded = scheduler.workers() > processors;
    return (is_static && is_crowded ? 2.6 : 2) / std::min(scheduler.workers(), processors);
  }
  [[nodiscard]] apps::verdict check() override { return {!is_wrong(), is_wrong() ? "7 instead of 8" : "8"}; }
  [[nodiscard]] apps::json counts() const override { return {{"parallelism", 100}}; }

 private:
  std::map<std::string, std::string> given_;
};

outcome reproduce(std::vector<std::string> arguments) {
  constexpr auto make = []() -> std::unique_ptr<apps::app> { return std::make_unique<study_app>(); };
  static constexpr apps::app_entry entries[] = {
      {"mm", "nothing", "nobody", make},   {"lu", "nothing", "nobody", make},
      {"heat", "nothing", "nobody", make}, {"barnes", "nothing", "nobody", make},
      {"ray", "nothing", "nobody", make},  {"msort", "nothing", "nobody", make},
      {"knary", "nothing", "nobody", make}};
  std::ostringstream out;
  std::ostringstream err;
  arguments.insert(arguments.begin(), "reproduce");
  const int status = command(std::move(arguments), {entries, out, err});
  return {status, out.str(), err.str()};
}

/// What `name` finds on small inputs, as JSON.
json found(const std::string& name, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {name, "--input", "small", "--repeat", "6", "--json"});
  const outcome result = reproduce(std::move(more));
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  return json::parse(result.out);
}

std::ptrdiff_t verdicts(const json& all, const std::string& which) {
  return std::ranges::count_if(all["claims"], [&](const json& each) { return each["verdict"] == which; });
}

void refuses(std::vector<std::string> arguments, const std::string& part) {
  const outcome result = reproduce(std::move(arguments));
  CAPTURE(result.err);
  CAPTURE(part);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK(has(result.err, part));
}

}  // namespace

TEST_CASE("a bound holds, breaks, or is within the noise by the interval of time / bound") {
  const std::vector<double> bound(6, 1.0);
  const auto judged = [&](const std::vector<double>& seconds) {
    return claim_on_bound("x", "y", seconds, bound).judged;
  };
  CHECK(judged({0.3, 0.5, 0.9, 0.7, 1, 1.02}) == verdict::agrees);
  CHECK(judged({1.03, 1.5, 2, 3, 1.1, 1.2}) == verdict::differs);
  CHECK(judged({0.9, 1.5, 2, 3, 1.1, 1.2}) == verdict::within_noise);
  CHECK(claim_on_bound("x", "y", {0.1, 0.1}, {1, 1}).judged == verdict::within_noise);
  CHECK(claim_on_bound("x", "y", {}, {}).judged == verdict::within_noise);
}

TEST_CASE("the parts of the workers' time are all of it") {
  const time_split usual = split_of(10, 6, 1, 2);
  CHECK(usual.tasks == 6);
  CHECK(usual.steal == doctest::Approx(1));
  const time_split within = split_of(10, 10, 4, 0);  // waits for locks lie in tasks
  CHECK(within.tasks == doctest::Approx(6));
  CHECK(within.steal == doctest::Approx(0));
  CHECK(split_of(10, 3, 20, 5).locks == 10);
}

TEST_CASE("a static version has the face threads, and no other") {
  CHECK(as_static("mm --n 5") == "mm --n 5 --face threads");
  CHECK(as_static("lu --face pool --n 5") == "lu --n 5 --face threads");
}

TEST_CASE("figure 1: static versions fall off with one worker too many, work stealing does not") {
  const json all = found("BP98-fig1", {"--workers", "1"});
  CHECK(all["checked"] == true);
  CHECK(all["claims"].size() == 12);  // of four inputs
  CHECK(verdicts(all, "agrees") == 12);
  const unsigned processors = base::cpu_budget::affinity();
  const std::size_t counts = processors == 1 ? 2 : 3;  // 1, as many as processors, one more
  CHECK(all["rows"].size() == 4 * 2 * counts);
  for (const json& each : all["rows"]) CHECK(each["seconds"].size() == 6);
}

TEST_CASE("table 2: a row for each version, and the paper's ratios by the rule") {
  const json all = found("BP98-table2");
  REQUIRE(all["rows"].size() == 10);  // six applications, four static versions
  CHECK(all["rows"][0]["version"] == "static");
  CHECK(all["rows"][1]["version"] == "hood");
  CHECK(all["rows"][1]["parallelism"] == 100);
  CHECK(all["rows"][1]["serial_seconds"].size() == 6);
  REQUIRE(all["claims"].size() == 10);
  // All ratios are 1 here. There T1 / T_s is 1 for lu and heat, and the static version as fast in mm and heat.
  CHECK(verdicts(all, "agrees") == 4);
  CHECK(verdicts(all, "differs") == 6);
}

TEST_CASE("figure 3: a row for each input, pool and number of workers, whose parts are the workers' time") {
  const json all = found("BP98-figure3", {"--workers", "1,2"});
  REQUIRE(all["rows"].size() == 3 * 3 * 2);
  for (const json& each : all["rows"]) {
    for (std::size_t i = 0; i < 6; ++i) {
      double sum = 0;
      for (const char* part : {"task_seconds", "steal_seconds", "lock_seconds", "asleep_seconds"}) {
        CHECK(each[part][i].get<double>() >= 0);
        sum += each[part][i].get<double>();
      }
      CHECK(sum == doctest::Approx(each["seconds"][i].get<double>() * each["workers"].get<double>()));
    }
    CHECK(each["context_switches"].size() == 6);
  }
  CHECK(all["claims"].size() == 9);
}

TEST_CASE("figures 4 and 5: a row for each input and number of workers, held against the bound") {
  for (const char* name : {"BP98-figure4", "BP98-figure5"}) {
    const json all = found(name, {"--workers", "1,2"});
    REQUIRE(all["rows"].size() == 5 * 2);  // two of knary, three more
    CHECK(all["claims"].size() == 10);
    for (const json& each : all["rows"]) {
      CHECK(each["parallelism"] == 100);
      CHECK(each["seconds"].size() == 6);
      CHECK(each["bound_seconds"][5].get<double>() > 0);
    }
    const bool is_beside = has(all["notes"].dump(), "cycler 2,20");
    CHECK(is_beside == (std::string(name) == "BP98-figure5"));
  }
}

TEST_CASE("wrong results have no verdict") {
  study_app::is_wrong() = true;
  const outcome result = reproduce({"BP98-figure1", "--quick", "--workers", "1", "--repeat", "6"});
  study_app::is_wrong() = false;
  CHECK(result.status == 1);
  CHECK(has(result.out, "WRONG"));
  CHECK(has(result.out, "0 of 12 agree, 0 differ, 12 within the noise"));
}

TEST_CASE("pictures and pages") {
  const scratch_folder here;
  for (const std::string name : {"BP98-figure1", "BP98-figure3", "BP98-figure4"}) {
    const outcome result = reproduce({name, "--quick", "--workers", "1,2", "--repeat", "1", "--output-plot",
                                      here.path("plot.svg"), "--output-page", here.path("page.html")});
    CAPTURE(result.err);
    CHECK(result.status == 0);
    CHECK(here.content("plot.svg").ends_with("</svg>\n"));
    const std::string page = here.content("page.html");
    CHECK(has(page, "<h2 id=\"" + name + "\">"));
    CHECK(has(page, "data:image/svg+xml,"));
    CHECK(has(page, "within the noise"));
  }
}

TEST_CASE(
    "all has them beside the other results: the usual input where it is over in --minutes, else the small "
    "one") {
  const scratch_folder here;
  const auto sizes = [&](const char* minutes) {
    const outcome result = reproduce({"all", "--workers", "1", "--repeat", "1", "--minutes", minutes,
                                      "--json", "--output-page", here.path("all.html")});
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    CHECK(has(result.err, "BP98-figure1 ("));
    std::map<std::string, std::string> all;
    const json found = json::parse(result.out);
    for (const json& each : found["studies"]) all[each["name"]] = each["size"];
    for (const auto& [name, size] : all) CHECK(has(here.content("all.html"), "<h2 id=\"" + name + "\">"));
    return all;
  };
  const std::map<std::string, std::string> hour = sizes("60");
  CHECK(hour.size() == 5);
  for (const auto& [name, size] : hour) CHECK(size == "usual");
  // Six inputs of two seconds, each with the serial program and one worker, in two rounds.
  const std::map<std::string, std::string> minute = sizes("1");
  CHECK(minute.at("BP98-table2") == "usual");
  CHECK(minute.at("BP98-figure3") == "small");  // on three pools
}

TEST_CASE("wrong choices are refused in a line") {
  refuses({"BP98-figure4", "--input", "paper"}, "does not describe; expected small or usual");
  refuses({"BP98-table2", "--output-plot", "plot.svg"}, "BP98-table2 is a table; expected --output-page");
  refuses({"BP98-figure1", "--memory", "l"}, "--memory: expected another result; BP98-figure1 is of");
  refuses({"BP98-figure1", "--pools", "hod"}, "did you mean 'hood'?");
  refuses({"BP98-figure1", "--workers", "0"}, "--workers 0");
  refuses({"BP98-table22"}, "did you mean 'BP98-table2'?");
}

}  // namespace studies_test
