// The head of a reproduction: machine, commit, load, and what others used.
#include "cli/reproduce/circumstances.hpp"

#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/reproduce/papers_app.hpp"

namespace circumstances_test {

using namespace jackdaw::cli;
using jackdaw::apps::cpu_model;
using jackdaw::apps::json;
using jackdaw::apps::ticks_so_far;
using jackdaw::cli::test::has;
using jackdaw::cli::test::reproduce;

TEST_CASE("the model of the processor, where the kernel tells it") {
  CHECK(cpu_model(std::istringstream("processor : 0\nmodel name\t: A Fine One @ 3 GHz\n")) ==
        "A Fine One @ 3 GHz");
  CHECK(cpu_model(std::istringstream("processor : 0\nCPU part : 0xd0c\n")) == "unknown");
}

TEST_CASE("ticks of all processors: busy, and stolen") {
  const auto ticks = ticks_so_far(std::istringstream("cpu  100 20 3 9000 50 4 5 7 0 0\ncpu0 1 2 3\n"));
  REQUIRE(ticks);
  CHECK(ticks->busy == 132);
  CHECK(ticks->stolen == 7);
  CHECK(!ticks_so_far(std::istringstream("")));
  CHECK(!ticks_so_far(std::istringstream("cpu 1 2 three")));
}

TEST_CASE("the head in two lines and as JSON") {
  circumstances of{.cpu = "A Fine One",
                   .processors = 2,
                   .quota = 1.5,
                   .kernel = "Linux 6 x86_64",
                   .commit = "0123456789ab+",
                   .date = "2026-01-02 03:04 UTC",
                   .load_before = 0.25,
                   .load_after = 2};
  std::ostringstream brief;
  print(brief, of);
  CHECK(
      brief.str() ==
      "machine: A Fine One, 2 processors, 1.50 by quota, Linux 6 x86_64; commit 0123456789ab+; 2026-01-02 "
      "03:04 UTC\n"
      "load: 0.25 before, 2.00 after, own threads included; too short to tell what others used meanwhile\n");
  CHECK(to_json(of)["load"]["others"].is_null());
  of.others = 0.5;
  of.stolen = 0;
  std::ostringstream full;
  print(full, of);
  CHECK(has(full.str(), "others used 0.50 processors meanwhile, 0.00 were stolen from this machine\n"));
  CHECK(to_json(of)["load"]["others"] == 0.5);
  CHECK(to_json(of)["commit"] == "0123456789ab+");
}

TEST_CASE("what was measured a moment ago has a machine, a commit and no share of others") {
  const circumstances found = circumstances_watch().now();
  CHECK(found.processors >= 1);
  CHECK(!found.cpu.empty());
  CHECK(!found.commit.empty());
  CHECK(found.date.size() == std::string("2026-01-02 03:04 UTC").size());
}

TEST_CASE("each reproduction has the head") {
  const auto of = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"HR10-figure6", "--repeat", "1"});
    return reproduce(std::move(more)).out;
  };
  const std::string text = of({});
  CHECK(has(text, "\nmachine: "));
  CHECK(has(text, "; commit "));
  CHECK(has(text, "\nload: "));
  const json found = json::parse(of({"--json"}))["circumstances"];
  CHECK(found["machine"]["processors"].is_number());
  CHECK(found["commit"].is_string());
  CHECK(found["load"]["before"].is_number());
}

}  // namespace circumstances_test
