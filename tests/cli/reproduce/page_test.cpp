// `jackdaw reproduce all` and its page: every result, on inputs that fit the machine, side by side.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/reproduce/page/reproduction_page.hpp"
#include "cli/reproduce/results/paper_results.hpp"
#include "tests/cli/reproduce/papers_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace page_test {

using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::cli::test::papers_app;
using jackdaw::cli::test::refuses_to_reproduce;
using jackdaw::cli::test::reproduce;

namespace {

struct with_page {
  outcome result;
  std::string page;
};

/// What `arguments` and a page give.
with_page call(std::vector<std::string> arguments, bool brief = false) {
  const jackdaw::tests::scratch_folder here;
  arguments.insert(arguments.end(), {"--output-page", here.path("page.html")});
  with_page all{reproduce(std::move(arguments), brief), {}};
  all.page = here.content("page.html");
  return all;
}

std::ptrdiff_t count(const std::string& text, const std::string& part) {
  std::ptrdiff_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// What the claimed times are for.
void claim_nothing() {
  papers_app::wrong_on() = "";
  papers_app::jitter() = 0;
  papers_app::seconds() = {};
}

}  // namespace

TEST_CASE("one result on a page: its tables, its picture, the rule, and nothing that is elsewhere") {
  claim_nothing();
  papers_app::seconds() = {{"dq8w", 1}, {"dq9w", 1}, {"dq9w1", 2}, {"sq1", 2}};
  const auto [result, page] = call({"WSL06-figure2", "--repeat", "6"});
  CHECK(result.status == 0);
  CHECK(has(result.out, "Written: "));
  CHECK(has(page, "<!DOCTYPE html>"));
  CHECK(has(page, "<h2 id=\"WSL06-figure2\">WSL06-figure2: times of the pools, quicksort"));
  CHECK(has(page, "<td class=\"agrees left\">agrees</td>"));
  CHECK(has(page, "<td class=\"differs left\">differs</td>"));
  CHECK(has(page, "src=\"data:image/svg+xml,%3C?xml"));
  CHECK(has(page, "Above 1.02 is slower"));
  CHECK(has(page, "machine: "));
  CHECK(has(page, "(usual input)"));
  CHECK(has(page.substr(page.size() - 20), "</body></html>"));
  for (const char* elsewhere : {"src=\"http", "<script", "<link"}) CHECK(!has(page, elsewhere));
}

TEST_CASE("a page of a table has the paper's figures beside ours, and what was added") {
  claim_nothing();
  const auto [result, page] =
      call({"KR02-table7-synthetic", "--pools", "dq8,sq1", "--add", "jackdaw", "--repeat", "1"});
  CHECK(result.status == 0);
  CHECK(has(page, "<h3>2 workers</h3>"));
  CHECK(has(page, "<td class=\"left\">sq1</td><td>1.76</td>"));
  CHECK(has(page, "<td class=\"left\">jackdaw</td>"));
  CHECK(has(page, "the paper&apos;s first") != has(page, "the paper's first"));
  CHECK(has(page, "expected --repeat 6"));
}

TEST_CASE("all: every result whose application is here, in one table and on one page") {
  claim_nothing();
  const auto [result, page] = call({"all", "--input", "small", "--repeat", "1", "--workers", "1"});
  CHECK(result.status == 0);
  std::ptrdiff_t known = 0;
  for (const paper_result& each : paper_results()) {
    const bool is_here = papers_app::stands_for(each.app);
    known += is_here ? 1 : 0;
    CAPTURE(each.name);
    CHECK(has(result.out, std::string(each.name)) == is_here);
    CHECK(has(page, "<h2 id=\"" + std::string(each.name) + "\">") == is_here);
    CHECK(has(page, "<a href=\"#" + std::string(each.name) + "\">") == is_here);
  }
  CHECK(
      has(page, "<h2 id=\"KR02-figure8\">"));  // of studies the only one of these applications with a picture
  CHECK(count(page, "<img ") == known + 1);
  CHECK(has(result.err, "WSL06-figure2 (small): 0 of 3 agree, 0 differ, 3 within the noise"));
}

TEST_CASE("the usual input where it is over in --minutes, else the small one") {
  claim_nothing();  // each run is said to take two seconds
  const auto sizes = [](const char* minutes) {
    const auto [result, page] =
        call({"all", "--workers", "1", "--repeat", "1", "--minutes", minutes, "--json"}, true);
    std::vector<std::string> all;
    const json found = json::parse(result.out);
    for (const json& each : found["results"]) all.push_back(each["size"]);
    CHECK(!all.empty());
    return all;
  };
  const auto is = [](const char* size) { return [size](const std::string& each) { return each == size; }; };
  const auto short_ones = sizes("1");  // 5 pools in 2 rounds are over in a minute, 16 pools are not
  CHECK(std::ranges::any_of(short_ones, is("usual")));
  CHECK(std::ranges::any_of(short_ones, is("small")));
  CHECK(std::ranges::all_of(sizes("1000"), is("usual")));
}

TEST_CASE("all with a wrong result: status 1, and the page says so") {
  claim_nothing();
  papers_app::wrong_on() = "dq8";
  const auto [result, page] = call({"all", "--input", "small", "--repeat", "1", "--workers", "1"}, true);
  CHECK(result.status == 1);
  CHECK(has(result.out, "WRONG"));
  CHECK(has(page, "WRONG"));
  claim_nothing();
}

TEST_CASE("all where a later result throws: those before it are printed and on the page, then the error") {
  claim_nothing();
  papers_app::throws_on() = "dq9w";  // KR02 has none
  const auto [result, page] = call({"all", "--input", "small", "--repeat", "1", "--workers", "1"}, true);
  papers_app::throws_on() = "";
  CHECK(result.status == 2);
  CHECK(result.err.ends_with("\njackdaw: it gave up\n"));
  for (const std::string& text : {result.out, page}) {
    CHECK(has(text, "KR02-table7-radiosity"));
    CHECK(!has(text, "WSL06-figure2"));
  }
}

TEST_CASE("what all does not take, and what one result does not take, is refused") {
  for (const char* option : {"--pools", "--memory", "--add", "--app", "--output-plot"})
    refuses_to_reproduce({"all", option, "dq8"},
                         std::string(option) + ": expected the name of a single result, not all");
  refuses_to_reproduce({"HR10-figure6", "--minutes", "3"},
                       "--minutes: expected all, not the name of a single result");
  refuses_to_reproduce({"WSL06-figure5-quicksort", "--pools", "sq1:idle=yield"},
                       "WSL06-figure5-quicksort compares idle policies; expected no idle= after the name");
  refuses_to_reproduce({"all", "--minutes", "0"}, "--minutes 0: expected a whole number from 1");
  refuses_to_reproduce({"all", "--minutes", "1", "--input", "small", "--output-page", "/tmp/x.html"},
                       "--minutes: expected no size of the input beside it");
  refuses_to_reproduce({"all", "--output-page", "page.htm"}, "ends in .html");
  refuses_to_reproduce({"all", "--output-page", "/there/is/none.html"}, "/there/is/none.html");
  CHECK(papers_app::order().empty());
}

}  // namespace page_test
