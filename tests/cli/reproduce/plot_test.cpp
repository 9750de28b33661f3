// `jackdaw reproduce --output-plot`: a picture of each kind of result, whole or not there.
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "cli/reproduce/page/reproduction_plot.hpp"
#include "tests/cli/reproduce/papers_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace plot_test {

using namespace jackdaw::cli;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::cli::test::papers_app;
using jackdaw::cli::test::refuses_to_reproduce;
using jackdaw::cli::test::reproduce;

namespace {

/// The picture of a run with these arguments.
std::string picture(std::vector<std::string> arguments) {
  const jackdaw::tests::scratch_folder here;
  arguments.insert(arguments.end(), {"--repeat", "2", "--output-plot", here.path("plot.svg")});
  const outcome result = reproduce(std::move(arguments));
  CHECK(result.status == (papers_app::wrong_on().empty() ? 0 : 1));
  CHECK(has(result.out, "Written: " + here.path("plot.svg")));
  return here.content("plot.svg");
}

bool is_whole(const std::string& svg) {
  return has(svg, "<svg ") && svg.size() > 1000 && has(svg.substr(svg.size() - 20), "</svg>");
}

}  // namespace

TEST_CASE("a picture of each kind: bars, curves, and ours alone; with wrong results, too") {
  papers_app::jitter() = 0.1;
  papers_app::seconds() = {{"dq8", 1}, {"sq1", 1.5}};
  for (const char* wrong : {"", "sq1", "dq8"}) {
    papers_app::wrong_on() = wrong;
    CAPTURE(wrong);
    const std::vector<std::string> two{"--pools", "dq8,sq1"};
    const auto with = [&](std::vector<std::string> first, const std::vector<std::string>& more) {
      first.insert(first.end(), more.begin(), more.end());
      first.insert(first.end(), two.begin(), two.end());
      return picture(std::move(first));
    };
    const std::string bars = with({"KR02-table7-synthetic"}, {});
    CHECK(is_whole(bars));
    CHECK(is_whole(with({"KR02-table5"}, {"--memory", "l"})));
    const std::string curves = with({"KR02-table7-synthetic"}, {"--workers", "1,2,4"});
    CHECK(is_whole(curves));
    CHECK(curves != bars);
  }
  papers_app::wrong_on() = "";
  papers_app::jitter() = 0;
  CHECK(is_whole(picture({"HR10-figure6"})));
  CHECK(is_whole(picture({"HR10-figure6", "--workers", "1,2"})));
}

TEST_CASE("figures that are all 0 behind the first have a picture") {
  papers_app::seconds() = {};
  CHECK(is_whole(picture({"KR02-table5", "--pools", "dq8,sq1", "--memory", "l", "--workers", "2"})));
}

TEST_CASE("PNG by the name; other names and places are refused before anything runs") {
  const jackdaw::tests::scratch_folder here;
  CHECK(reproduce({"HR10-figure6", "--repeat", "1", "--output-plot", here.path("plot.png")}).status == 0);
  CHECK(has(here.content("plot.png").substr(0, 8), "PNG"));
  CHECK(reproduce({"HR10-figure6", "--repeat", "1", "--output-plot", here.path("plot.PNG")}).status == 0);
  CHECK(has(here.content("plot.PNG").substr(0, 8), "PNG"));
  refuses_to_reproduce({"HR10-figure6", "--output-plot", "a.txt"}, "ends in .svg or .png");
  refuses_to_reproduce({"HR10-figure6", "--output-plot", "/there/is/none.svg"}, "/there/is/none.svg");
  CHECK(papers_app::order().empty());
}

TEST_CASE("a full disk loses no figures, and the page beside the plot is written") {
  const jackdaw::tests::scratch_folder here;
  const std::string plot = here.path("plot.svg");
  std::filesystem::create_symlink("/dev/full", plot);
  const outcome result = reproduce(
      {"HR10-figure6", "--repeat", "1", "--output-plot", plot, "--output-page", here.path("page.html")});
  CHECK(result.status == 2);
  CHECK(has(result.err, "jackdaw: " + plot + ": cannot be written (No space left on device)"));
  CHECK(has(result.out, "HR10-figure6"));
  CHECK(has(result.out, "Written: " + here.path("page.html")));
  CHECK(!has(result.out, "Written: " + plot));
}

}  // namespace plot_test
