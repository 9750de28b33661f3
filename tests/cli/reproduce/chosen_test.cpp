// What `jackdaw reproduce` is told to measure: workers, pools, memory managers, the size of the input.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/reproduce/input_size.hpp"
#include "cli/reproduce/parts/narrowed.hpp"
#include "cli/reproduce/reproduction.hpp"
#include "tests/cli/reproduce/papers_app.hpp"

namespace chosen_test {

using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::cli::test::papers_app;
using jackdaw::cli::test::refuses_to_reproduce;
using jackdaw::cli::test::reproduce;

namespace {

const paper_result& result_of(std::string_view name) {
  return *std::ranges::find(paper_results(), name, &paper_result::name);
}

using figures = std::vector<std::optional<double>>;

}  // namespace

TEST_CASE("without a choice a result stays as it is") {
  for (const paper_result& each : paper_results()) {
    const paper_result same = narrowed(each, {});
    CHECK(same.workers == each.workers);
    CHECK(same.pools == each.pools);
    CHECK(same.managers == each.managers);
    CHECK(same.orders.size() == each.orders.size());
    CHECK(same.table.rows.size() == each.table.rows.size());
  }
}

TEST_CASE("the paper's figures stay with its numbers of workers; speed-ups need one worker") {
  const paper_result speed_ups = narrowed(result_of("KR02-table7-synthetic"), {.workers = "4,2"});
  CHECK(speed_ups.workers == std::vector<unsigned>{1, 2, 4});
  CHECK(speed_ups.table.rows.front().figures == figures{0.96, 1.76, std::nullopt});
  const paper_result behind = narrowed(result_of("KR02-table5"), {.workers = "2"});
  CHECK(behind.workers == std::vector<unsigned>{2});
  CHECK(behind.table.rows.front().figures == figures{11.3});
  CHECK(narrowed(result_of("WSL06-figure2"), {.workers = "3,4"}).workers == std::vector<unsigned>{3, 4});
  CHECK(narrowed(result_of("WSL06-figure2"), {.workers = "budget"}).workers.front() == 1);
}

TEST_CASE("rows and orders of pools that are left out are left out") {
  const paper_result table = narrowed(result_of("KR02-table5"), {.pools = "dq8,sq1", .memory = "l,dbko"});
  CHECK(table.pools == std::vector<std::string>{"dq8", "sq1"});
  CHECK(table.managers == std::vector<std::string>{"l", "dbko"});
  REQUIRE(table.table.rows.size() == 2);
  CHECK(table.table.rows[0].name == "sq1");  // the paper's order
  const paper_result figure = narrowed(result_of("HR10-figure5a"), {.pools = "dq8,atp"});
  REQUIRE(figure.orders.size() == 1);
  CHECK(figure.orders[0].faster == "dq8");
  CHECK(figure.orders[0].slower == "atp");
  // Where managers are compared, the pools are those over which the mean goes: any.
  const paper_result managers = narrowed(result_of("KR02-table8"), {.pools = "jackdaw", .memory = "all"});
  CHECK(managers.pools == std::vector<std::string>{"jackdaw"});
  CHECK(managers.managers == result_of("KR02-table8").managers);
}

TEST_CASE("a figure for a number of workers that the paper does not have") {
  const outcome result = reproduce({"KR02-table7-synthetic", "--pools", "dq8,sq1", "--workers", "1,3",
                                    "--repeat", "1", "--input", "small", "--json"});
  REQUIRE(result.status == 0);
  const json found = json::parse(result.out);
  REQUIRE(found["columns"].size() == 2);
  CHECK(found["columns"][0]["correlation"].is_number());
  CHECK(found["columns"][1]["workers"] == 3);
  CHECK(found["columns"][1]["correlation"].is_null());
  CHECK(found["columns"][1]["rows"][0]["paper"].is_null());
  CHECK(found["columns"][1]["rows"][0]["here"].is_number());
  CHECK(has(papers_app::order(), "dq8/3 "));
  CHECK(!has(papers_app::order(), "dq2/"));
  CHECK(has(reproduce({"KR02-table5", "--pools", "dq8,sq1", "--memory", "l", "--workers", "3", "--repeat",
                       "1", "--input", "small"})
                .out,
            "Too few figures in the paper; first: dq8 here"));
}

TEST_CASE("sizes of the input, and the title says which") {
  const auto with = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"HR10-figure6", "--pools", "dq8,atp", "--repeat", "1"});
    return reproduce(std::move(more)).out;
  };
  CHECK(has(with({}), "quicksort, n=1e7 put=both (usual input)"));
  CHECK(has(with({"--input", "usual"}), "n=1e7 put=both (usual input)"));
  CHECK(has(with({"--input", "small"}),
            "n=1e5 put=both (small input: to try the command, not for conclusions)"));
  CHECK(has(with({"--quick"}), "n=1e5 put=both (small input"));
  CHECK(has(with({"--input", "paper"}), "n=1e8 put=both (the paper's input)"));
  CHECK(has(with({"--app", "ray --size 7"}), "ray, size=7 (another application than the paper's)"));
  CHECK(json::parse(with({"--input", "paper", "--json"}))["size"] == "paper");
  CHECK(json::parse(with({"--app", "ray --size 7", "--json"}))["size"] == "other");
}

TEST_CASE("wrong choices are refused in one line") {
  const auto refuses = [](std::vector<std::string> choice, const std::string& part) {
    choice.insert(choice.begin(), "HR10-figure6");
    refuses_to_reproduce(std::move(choice), part);
  };
  refuses({"--workers", "0"}, "expected a whole number from 1 to 4096");
  refuses({"--pools", "dq22"}, "did you mean 'dq2'?");
  refuses({"--pools", "jackdaw"},
          "--pools jackdaw: HR10-figure6 does not compare it; expected some of atp atp2 dq2 dq8, or --add "
          "jackdaw");
  refuses({"--pools", "dq2,dq8"}, "the paper does not compare these; expected two as atp and dq8");
  refuses({"--memory", "lll"}, "no memory manager is called 'lll'");
  refuses({"--input", "large"}, "--input: 'large'; expected small, usual or paper");
  refuses({"--input", "small", "--quick"}, "--quick and --input: expected one of the two");
  refuses({"--input", "small", "--app", "ray"}, "--input and --app: expected one of the two");
  refuses({"--workers", ""}, "--workers ''");
  refuses({"--app", "ray --workers 3"},
          "\"ray --workers 3\": no option of ray is called '--workers'; expected one of --");
  refuses({"--app", "ray --workers=3"},
          "(\"Options of ray\" in jackdaw run ray --help; others stand outside the quotation marks)");
  refuses(
      {"--app", "ray --picture p.png"},
      "--picture p.png: reproduce writes no output of an application; expected none here, or jackdaw run");
  refuses({"--app", "ray --picture --size 7"}, "--picture: expected a value after it (jackdaw run ray");
  refuses({"--java", "/none"}, "--java: HR10-figure6 is measured with the pools of C++; expected no --java");
  refuses({"--output-plot", "-"}, "--output-plot -: '-' names no output");
  refuses({"--output-page", "-"}, "--output-page -: '-' names no output");
  refuses_to_reproduce({"KR02-table5", "--pools", "dq8"}, "expected two pools at least");
  refuses_to_reproduce({"KR02-table8", "--memory", "cgbkof"}, "KR02-table8 does not compare it");
  refuses_to_reproduce({"WSL06-figure4", "--input", "paper"},
                       "has an input that its paper does not describe; expected small or usual");
  refuses_to_reproduce({"--workers", "2"}, "--workers: expected the name of a result before it");
}

}  // namespace chosen_test
