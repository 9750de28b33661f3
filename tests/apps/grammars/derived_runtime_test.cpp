// Runtime grammars of recorded runs: the same tasks and about the same work, and times fitted by a stated rule.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/grammar/expansion/distributions.hpp"
#include "apps/grammar/recorded/derive_runtime.hpp"
#include "apps/grammar/recorded/fit.hpp"
#include "apps/grammar/recorded/shortened.hpp"
#include "tests/apps/grammars/recorded_serially.hpp"

namespace derived_runtime_test {

using namespace jackdaw;
using namespace jackdaw::apps::grammar;
using namespace jackdaw::tests;

namespace {

double ratio(std::uint64_t found, std::uint64_t expected) {
  return static_cast<double>(found) / static_cast<double>(expected);
}

}  // namespace

TEST_CASE("a derived grammar says what it does not tell") {
  trace::history run = recorded_serially("initial A*2\nA -> {5}\n");
  CHECK(derived_runtime(run).find("phases") == std::string::npos);
  run.tasks[1].created = run.tasks[1].started = run.tasks[1].finished = run.tasks[0].finished + 10;
  CHECK(derived_runtime(run).find("# the run had 2 phases, one after the other") != std::string::npos);
  run.versions.emplace_back();
  CHECK(derived_runtime(run).find("# its tasks waited for data of others") != std::string::npos);
}

TEST_CASE("more initial tasks than one entry stands for") {
  std::string line = "initial";
  append_initial(line, "A", 2'000'001);
  append_initial(line, "B", 3);
  append_initial(line, "C", 1);
  CHECK(line == "initial A*1000000 A*1000000 A B*3 C");
}

TEST_CASE("a recording of fib gives fib: arguments, joins, times") {
  const std::string fib = "initial F(12)\nF(n) if n < 2 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}\n";
  const std::string text = derived_runtime(recorded_serially(fib));
  CAPTURE(text);
  CHECK(text.find("\nunit 1 ns\ninitial F(11)\nF(0) -> {9}\nF(1) -> {5} <F(0)*2> {1}\nF(2) -> {5} <F(1) "
                  "F(0)> {1}\n") != std::string::npos);
  const figures expected = expanded(fib);
  const figures found = expanded(text);
  CHECK(found.tasks.tasks == expected.tasks.tasks);
  CHECK(found.tasks.units == expected.tasks.units);
  CHECK(found.tasks.resumed == expected.tasks.resumed);
  CHECK(found.span == expected.span);
}

TEST_CASE("the synthetic algorithm of KR02 comes out exactly") {
  const std::string synthetic =
      "initial A(13) A(12) A(11) A(10) A(9) A(8) A(7) A(6) A(5) A(4) A(3) A(2) A(1) A(0)\n"
      "A(i) if i <= 0 -> {100}\nA(i) -> {10} A(i-2) {50} A(i-1) {100}\n";
  const figures found = expanded(derived_runtime(recorded_serially(synthetic)));
  const figures expected = expanded(synthetic);
  CHECK(found.tasks.total() == expected.tasks.total());
  CHECK(found.tasks.units == expected.tasks.units);
  CHECK(found.span == expected.span);
}

TEST_CASE("times that scatter become distributions, and the work stays within a twentieth, with every seed") {
  const std::string scattered =
      "initial A*500\nA -> {exponential(4000)} B*2 {7}\nB -> {normal(9000, 1000)} C\nC -> {lognormal(500, "
      "400)} "
      "D\nD -> {100..900}\n";
  const std::string text = derived_runtime(recorded_serially(scattered));
  CAPTURE(text);
  CHECK(text.find("\nA -> {exponential(") != std::string::npos);
  CHECK(text.find(")} B*2 {7}\n") != std::string::npos);
  CHECK(text.find("\nB -> {normal(") != std::string::npos);
  CHECK(text.find("\nC -> {lognormal(") != std::string::npos);
  CHECK(text.find("\nD -> {uniform(") != std::string::npos);
  const figures expected = expanded(scattered);
  for (std::uint64_t seed = 1; seed < 10; ++seed) {
    const figures found = expanded(text, seed);
    CHECK(found.tasks.tasks == expected.tasks.tasks);
    CHECK(std::abs(ratio(found.tasks.units, expected.tasks.units) - 1) < 0.05);
  }
  CHECK(expanded(text, 3).tasks == expanded(text, 3).tasks);
}

TEST_CASE("a random tree: arguments are depths, tasks and work within a fifth") {
  const std::string random =
      "initial node*2000\nnode -> {80..120} [2: node | node*2 leaf*0..40 | 3: ]\nleaf -> {exponential(50)}\n";
  const trace::history run = recorded_serially(random);
  const std::string text = derived_runtime(run);
  CHECK(text.find("how many tasks lie above") != std::string::npos);
  const figures expected = expanded(random);
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const figures found = expanded(text, seed);
    CAPTURE(seed);
    CHECK(std::abs(ratio(found.tasks.total(), expected.tasks.total()) - 1) < 0.2);
    CHECK(std::abs(ratio(found.tasks.units, expected.tasks.units) - 1) < 0.2);
  }
}

TEST_CASE("a fitted expression follows the stated rule") {
  CHECK(fitted({}) == "0");
  CHECK(fitted({3, 5}) == "4");                                   // too few
  CHECK(fitted(std::vector<double>(9, 70)) == "70");              // nothing scatters
  CHECK(fitted({97, 98, 99, 100, 100, 101, 102, 103}) == "100");  // too little
  std::vector<double> even;
  for (int i = 0; i <= 100; ++i) even.push_back(1000 + 10 * i);
  CHECK(fitted(even) == "uniform(1000, 2000)");
  base::random draw(7);
  std::vector<double> steep;
  for (int i = 0; i < 2000; ++i) steep.push_back(static_cast<double>(drawn_exponential(draw, 300)));
  CHECK(fitted(steep).starts_with("exponential("));
}

}  // namespace derived_runtime_test
