// Whether a recorded run follows a grammar, with its conditions: arguments are inferred down the tree.
#include <string>

#include <doctest/doctest.h>

#include "apps/grammar/recorded/compare.hpp"
#include "apps/grammar/recorded/derive.hpp"
#include "apps/grammar/recorded/derive_runtime.hpp"
#include "tests/apps/grammars/recorded_serially.hpp"

namespace follows_grammar_test {

using namespace jackdaw;
using namespace jackdaw::apps::grammar;
using namespace jackdaw::tests;

namespace {

agreement compared_with(const std::string& text, const trace::history& run) {
  const task_grammar with = parse("g.tg", text);
  return compared(run, with, values_with(with, {}));
}

const std::string fib = "initial F(9)\nF(n) if n < 2 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}\n";
const std::string paper = "B -> {1}\nA(1) -> {1} [A(1)|A(2)] {1} B {2}\nA(2) -> {1} B {1}\n";

}  // namespace

TEST_CASE("runs follow the grammars that made them") {
  for (const std::string& text :
       {fib, "initial A(1)*50\n" + paper,
        std::string("initial A(13) A(12)\nA(i) if i <= 0 -> {100}\nA(i) -> {10} A(i-2) {50} A(i-1) {100}\n"),
        std::string("initial A(uniform(0, 3))*9\nA(n) if n > 1 -> B(n)*n\nA(n) ->\nB(n) -> C*(n-1)\nC ->\n"),
        std::string(
            "variable s = 9\ninitial A\nA if s > 0 -> s = s - 1 A*2\nA -> B(s)\nB(n) -> C*n\nC ->\n")}) {
    CAPTURE(text);
    const agreement found = compared_with(text, recorded_serially(text));
    CHECK_MESSAGE(found.holds(), found.first);
    CHECK(found.lines.empty());
    const trace::history run = recorded_serially(text);
    CHECK(compared_with(derived(run), run).holds());
    CHECK(compared_with(derived_runtime(run), run).holds());
  }
}

TEST_CASE("a task that does what only another argument allows is found") {
  // A(2) creates an A here, which only A(1) may. Without arguments nothing would be wrong.
  const trace::history run =
      recorded_serially("initial A(2)*2\nB -> {1}\nA(0) -> {1} B\nA(n) -> {1} A(0) {1} B {2}\n");
  const agreement found = compared_with("initial A(2)\n" + paper, run);
  CHECK(found.strange == 2);
  REQUIRE(found.lines.size() == 2);
  CHECK(found.lines[0] == "g.tg:4:1: task 1, A(2) created \"A B\"; expected what its production creates");
  CHECK(found.lines[1] == "g.tg:4:1: task 2, A(2) created \"A B\"; expected what its production creates");
}

TEST_CASE("conditions are checked all the way down") {
  const trace::history run = recorded_serially(fib);
  CHECK(compared_with("initial F(8)\nF(n) if n < 2 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}\n", run).strange >
        0);
  CHECK(compared_with("initial F(9)\nF(n) if n < 3 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}\n", run).strange >
        0);
  CHECK(compared_with("initial F(9)\nF(n) if n < 2 -> {9}\nF(n) -> F(n-2) F(n-1)\n", run).strange > 0);
  const agreement late = compared_with(
      "variable s = 3\ninitial F(9)\nF(n) if n < 2 and s == 3 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}\n",
      run);
  CHECK(late.holds());
}

TEST_CASE("no production for an argument, many violations, and initial tasks that are none") {
  const trace::history run = recorded_serially("initial A*30\nA -> B\nB ->\n");
  const agreement none = compared_with("initial A(1)\nA(2) -> B\nB ->\n", run);
  CHECK(none.strange == 30);
  CHECK(none.lines.size() == agreement::most_lines);
  CHECK(none.lines[0] == "g.tg: task 1, A(1) created \"B\"; expected a production that applies to it");
  const agreement begun = compared_with("initial B\nA -> B\nB ->\n", run);
  CHECK(begun.first == "A is an initial task");
  CHECK(begun.lines[0] == "g.tg: task 1, A is an initial task; expected one of its initial tasks");
}

TEST_CASE("counts by arguments are looked at where arguments are known") {
  const trace::history run = recorded_serially("initial A(3)\nA(n) -> B(n)*n\nB(n) ->\n");
  CHECK(compared_with("initial A(3)\nA(n) -> B*n\nB ->\n", run).holds());
  CHECK(compared_with("initial A(3)\nA(n) -> B*(n+1)\nB ->\n", run).strange == 1);
  CHECK(compared_with("initial A(uniform(1, 9))\nA(n) -> B*n\nB ->\n", run).holds());
}

}  // namespace follows_grammar_test
