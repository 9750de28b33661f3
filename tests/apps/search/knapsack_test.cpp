// The knapsack: the optimum of every kind of instance, on every pool; files there and back; broken ones.
#include "apps/knapsack/knapsack.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/knapsack/exact.hpp"
#include "apps/knapsack/instance.hpp"
#include "apps/knapsack/search.hpp"
#include "tests/support/apps.hpp"

namespace knapsack_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::knapsack;
using tests::is_refusal;
using tests::prepared;
using tests::refusal;

namespace {

/// By trying all packings.
std::int64_t tried(const instance& of) {
  std::int64_t best = 0;
  for (std::uint32_t chosen = 0; chosen < 1U << of.items.size(); ++chosen) {
    std::int64_t profit = 0;
    std::int64_t weight = 0;
    for (std::size_t i = 0; i < of.items.size(); ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      profit += of.items[i].profit;
      weight += of.items[i].weight;
    }
    if (weight <= of.capacity) best = std::max(best, profit);
  }
  return best;
}

}  // namespace

TEST_CASE("knapsack: small instances of every kind, against all packings and dynamic programming") {
  for (const char* const kind : {"uncorrelated", "weak", "strong", "sums"}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (const int count : {1, 2, 5, 11}) {
        for (const std::int64_t percent : {1, 50, 99, 200}) {
          instance small = generate(kind, count, 30, seed);
          small.capacity = std::max<std::int64_t>(1, small.capacity * percent / 50);
          const std::int64_t expected = tried(small);
          CHECK(exact_value(small) == expected);
          const packing items(small);
          for (const std::uint64_t step : {1U, 1000U}) {
            best_packing best;
            knapsack::search all(items, best);
            all.begin(small.capacity);
            while (all.go_on(step) > 0) {}
            CHECK(best.value() == expected);
          }
        }
      }
    }
  }
}

TEST_CASE("knapsack: every pool finds the optimum, from tasks of a single branch on") {
  tests::check_on_every_pool(make_knapsack, "--items 25 --kind strong --range 100 --grain 1");
  tests::check_on_every_pool(make_knapsack, "--items 35 --kind strong --range 1000 --seed 3 --grain 50");
  tests::check_on_every_pool(make_knapsack, "--items 2000 --kind weak --range 10000");
}

TEST_CASE("knapsack: where dynamic programming would take too long, the serial search is the reference") {
  const auto large = prepared(make_knapsack, "--items 5000 --kind uncorrelated --range 1e6");
  CHECK_FALSE(large->check().passed);  // nothing has run
  tests::check_run(*large);
  CHECK(large->check().line.find("by the serial search") != std::string::npos);
  large->run_serial();
  CHECK(large->check().passed);
}

TEST_CASE("knapsack: the largest numbers do not overflow") {
  const tests::scratch_folder folder;
  std::string text = "30 14999999985\n";
  for (int i = 0; i < 30; ++i) {
    text += std::to_string(1'000'000'000 - i * i * 100'003) + " " + std::to_string(1'000'000'000 - i) + "\n";
  }
  const auto made = prepared(make_knapsack, "--input " + folder.write("large.txt", text));
  tests::check_run(*made);
  CHECK(made->counts()["packed"] == 15);
}

TEST_CASE("knapsack: the suitcase in data/ is packed, and the packing is written") {
  const auto path = std::filesystem::path(__FILE__).parent_path() / "../../../data/suitcase.txt";
  if (!std::filesystem::exists(path)) return;  // tests built elsewhere
  const tests::scratch_folder folder;
  const auto made =
      prepared(make_knapsack, "--input " + path.string() + " --output " + folder.path("packed.txt"));
  tests::check_run(*made);
  CHECK(made->counts()["profit"] == 42);
  CHECK(made->write_outputs().size() == 1);
  CHECK(folder.content("packed.txt") == "1\n4\n6\n7\n");
}

TEST_CASE("knapsack: broken files and options are refused in one line") {
  const tests::scratch_folder folder;
  const auto file = [&](const char* text) {
    return refusal(make_knapsack, "--input " + folder.write("k.txt", text));
  };
  CHECK(file("1 5\n3 4\n").empty());
  const std::array<std::pair<const char*, const char*>, 11> broken{{
      {"", "k.txt: is empty"},
      {"# nothing\n", "k.txt:1: nothing but comments"},
      {"2\n", "k.txt:1: 1 words"},
      {"0 5\n", "k.txt:1: 0 is out of range"},
      {"2 -5\n", "k.txt:1: -5 is out of range"},
      {"2 x\n", "k.txt:1: \"x\" is not a whole number"},
      {"2 5\n1 2\n", "k.txt:2: the file ends after 1 items"},
      {"1 5\n1 2\n2 3\n", "k.txt:3: item 2"},
      {"1 5\n1 2 3\n", "k.txt:2: 3 words"},
      {"1 5\n1.5 2\n", "k.txt:2: \"1.5\" is not a whole number"},
      {"1 5\n1 2000000000\n", "k.txt:2: 2000000000 is out of range"},
  }};
  for (const auto& [text, problem] : broken) {
    const std::string line = file(text);
    CHECK_MESSAGE(is_refusal(line, problem), line);
  }
  const std::string good = folder.write("good.txt", "1 5\n3 4\n");
  CHECK(is_refusal(refusal(make_knapsack, "--kind hard"), "--kind hard: no such kind"));
  CHECK(is_refusal(refusal(make_knapsack, "--items 0"), "--items 0: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_knapsack, "--items 1e7"), "--items 1e7"));
  CHECK(is_refusal(refusal(make_knapsack, "--range 9"), "--range 9"));
  CHECK(is_refusal(refusal(make_knapsack, "--grain none"), "--grain none: expected a whole number from 1"));
  CHECK(is_refusal(refusal(make_knapsack, "--items 5 --input " + good), "says what to generate"));
  CHECK(is_refusal(refusal(make_knapsack, "--input " + folder.path("none.txt")), "cannot be read"));
  CHECK(is_refusal(refusal(make_knapsack, "--output " + folder.path("no/where.txt")), "cannot be written"));
}

}  // namespace knapsack_test
