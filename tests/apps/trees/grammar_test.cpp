// Task grammars: parsed, expanded in closed form, run on every pool.
#include "apps/grammar/grammar.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "apps/grammar/expansion/figures.hpp"
#include "apps/grammar/language/lexer.hpp"
#include "apps/grammar/language/parse.hpp"
#include "tests/apps/grammars/expanded.hpp"
#include "tests/support/apps.hpp"

namespace grammar_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::grammar;
using namespace jackdaw::tests;

namespace {

/// The grammars of docs/guide/command/grammars.md.
std::vector<std::string> documented() {
  std::ifstream page(JACKDAW_SOURCE_DIR "/docs/guide/command/grammars.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  const std::string fence = "\n```tg\n";
  std::vector<std::string> all;
  for (std::size_t at = 0; (at = text.find(fence, at)) != std::string::npos;) {
    at += fence.size();
    all.push_back(text.substr(at, text.find("\n```", at) - at + 1));
  }
  return all;
}

}  // namespace

TEST_CASE("the grammar of KR02 section 2.2") {
  const std::string head = "initial A(1)*2000\nB -> {1}\n";
  const figures found = expanded(head + "A(1) -> {1} [A(1)|A(2)] {1} B {2}\nA(2) -> {1} B {1}\n");
  const std::uint64_t a = found.tasks.tasks[0];
  const std::uint64_t b = found.tasks.tasks[1];
  CHECK(a == b);          // each A creates one B
  CHECK(a > 2000 * 2.7);  // a chain of A(1) ends with probability 1/2 at each step
  CHECK(a < 2000 * 3.3);
  CHECK(found.tasks.units == b + 4 * (a - 2000) + 2 * 2000);  // each chain ends with one A(2)
}

TEST_CASE("the synthetic algorithm has the tasks, the work and the span of its closed forms") {
  const figures found = expanded(documented().at(1));
  CHECK(found.tasks.total() == 5149);  // KR02 table 4, k = 15
  // A(14) → A(13) → … → A(0) is longest: 60 to the second put each, then a leaf, or 160 of A(1)
  CHECK(found.span == 14 * 60 + 100);
}

TEST_CASE("fibonacci by joins: tasks, joins, span") {
  const figures found = expanded(documented().at(2));
  CHECK(found.tasks.total() == 1973);  // calls of fib(15)
  CHECK(found.tasks.resumed == 986);
  CHECK(found.span == 2 * 14 + 1);
}

TEST_CASE("a join waits for its tasks only, and for what they wait for") {
  CHECK(expanded("initial A\nA -> {1} <B {5} C> {2}\nB -> {10} D\nC -> <D> {3}\nD -> {30}").span == 41);
  CHECK(expanded("initial A\nA -> {1} <B {5} C> {20}\nB -> {10} D\nC -> <D> {3}\nD -> {30}").span ==
        1 + 5 + 33 + 20);
  CHECK(expanded("initial A\nA -> {1} <{4}> {2} <[ | ]> {1}").span == 8);
}

TEST_CASE("counts, weights, ranges, conditions, variables") {
  CHECK(expanded("initial A(3)\nA(n) -> B(n, 2*n)*(n+1)\nB(i, j) -> {i*100 + j}").tasks.units == 4 * 306);
  const figures weighted = expanded("initial A*8000\nA -> [3: B | C]\nB->\nC->");
  CHECK(weighted.tasks.tasks[1] > 5700);
  CHECK(weighted.tasks.tasks[1] < 6300);
  for (const char* same : {"3e0", "0.3E+1", "300e-2"})
    CHECK(expanded("initial A*8000\nA -> [" + std::string(same) + ": B | C]\nB->\nC->").tasks.tasks[1] ==
          weighted.tasks.tasks[1]);
  const figures ranged = expanded("initial A*1000\nA -> B*1..3 {2..4}\nB -> ");
  CHECK(ranged.tasks.tasks[1] > 1850);
  CHECK(ranged.tasks.tasks[1] < 2150);
  CHECK(ranged.tasks.units > 2850);
  CHECK(ranged.tasks.units < 3150);
  CHECK(expanded("variable s = -2\ninitial A(s)\nA(-2) -> {7}\nA(n) -> {1}").tasks.units == 7);
  CHECK(
      expanded(
          "initial A(7)\nA(n) if n % 2 == 0 and n > 0 -> {1} A(n/2)\nA(n) if n == 1 ->\nA(n) -> {1} A(3*n+1)")
          .tasks.total() == 17);  // Collatz
  CHECK(expanded("initial \"a b\" B \"if\"\n\"a b\" -> {1}\nB->{2}\n\"if\" -> {4}").tasks.units == 7);
}

TEST_CASE("another seed makes other choices, the same seed the same") {
  const std::string text = documented().at(3);
  CHECK(expanded(text, 5).tasks == expanded(text, 5).tasks);
  CHECK(expanded(text, 5).tasks.sum != expanded(text, 6).tasks.sum);
}

TEST_CASE("statements stand in any order, but a variable above its use") {
  for (const std::string text : {"initial A B\nvariable s = 3\nA -> {s}\nB -> {1}",
                                 "initial A\ninitial B\nvariable s = 3\nB -> {1}\nA -> {s}",
                                 "B -> {1}\ninitial A\nvariable s = 3\nA -> {s}\ninitial B"}) {
    CAPTURE(text);
    const figures found = expanded(text);
    CHECK(found.tasks.total() == 2);
    CHECK(found.tasks.units == 4);
  }
  CHECK(refused("initial A\nA -> {s}\nvariable s = 3") ==
        "g.tg:2:7: 's'; expected a number, an argument of this production, or a shared variable whose line "
        "\"variable NAME = 3\" stands above");
  CHECK(refused("initial A*s\nvariable s = 3\nA ->")
            .starts_with("g.tg:1:11: 's'; expected a number, an argument"));
  CHECK(expanded("initial A \"initial\" \"variable\"\nA ->\n\"initial\" ->\n\"variable\" ->").tasks.total() ==
        3);
}

TEST_CASE("what goes wrong only while it is expanded has its place, too") {
  CHECK(refused("initial A(1)\nA(0) -> {1}") ==
        "g.tg:2:1: no production of A applies to A(1); expected one without a condition as the last");
  CHECK(refused("initial A(1)\nA(n) -> {1 / (n - 1)}").starts_with("g.tg:2:10: a division by 0"));
  CHECK(refused("initial A(1)\nA(n) -> {n - 2}").starts_with("g.tg:2:10: -1 is no time; expected 0 to"));
  CHECK(refused("initial A(1)\nA(n) -> {3..n}").starts_with("g.tg:2:13: 3..1 is empty"));
  CHECK(refused("initial A(9223372036854775807)\nA(n) -> {n + 1}")
            .starts_with("g.tg:2:10: the value is too large"));
  CHECK(refused("initial A\nA -> A A")
            .starts_with("g.tg: more than 1000000 tasks; expected a grammar that ends"));
}

TEST_CASE("what expands to nothing counts, too, and ends") {
  const std::string nothing = "initial A\nA -> [[[ ]*10000000]*10000000]*10000000";
  CHECK(refused(nothing, 9) ==
        "g.tg: more than 10000000 steps; expected a grammar that ends, or a larger --most");
  CHECK(refused("initial A\nA -> [ ]*1000 A", 50'000).starts_with("g.tg: more than 10000000 steps"));
  CHECK(refused("initial A\nA -> A [[ | ]*5000 | ]*5000", 9).starts_with("g.tg: more than 10000000 steps"));
  // Its production is gone through again after each join.
  CHECK(refused("initial A\nA -> <B>*3000\nB ->", 4000).starts_with("g.tg: more than 10000000 steps"));
  CHECK(expanded("initial A\nA -> <B>*300\nB ->", 1, 301).tasks.total() == 301);
  std::string dear = "1";
  for (int i = 0; i < 5000; ++i) dear += "*1";
  CHECK(refused("initial A\nA -> {" + dear + "}*1 [ ]*(" + dear + ") A").starts_with("g.tg:2:"));
  CHECK(refused("initial A\nA -> [{" + dear + "}]*3000 A", 9).starts_with("g.tg: more than 10000000 steps"));
}

TEST_CASE("tasks count when they are put, and from the first ones on") {
  CHECK(refused("initial A*7\nA ->", 6) ==
        "g.tg: more than 6 tasks; expected a grammar that ends, or a larger --most");
  CHECK(expanded("initial A*7\nA ->", 1, 7).tasks.total() == 7);
  CHECK(refused("initial A\nA -> A*1000000", 1000).starts_with("g.tg: more than 1000 tasks"));
  CHECK(expanded("initial A\nA -> B*9\nB -> C\nC ->", 1, 19).tasks.total() == 19);
  CHECK(refused("initial A\nA -> B*9\nB -> C\nC ->", 18).starts_with("g.tg: more than 18 tasks"));
}

TEST_CASE("names may hold any bytes, and are read as they were written") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  for (const std::string& name : {all, std::string("M\xfcller"), std::string("a\nb"), std::string("\\x41"),
                                  std::string("initial"), std::string("\"\\")}) {
    const std::string word = written_name(name);
    std::string text = "initial " + word;
    text.append(1, '\n').append(word).append(" ->");
    CHECK(parse("g.tg", text).types == std::vector<std::string>{name});
  }
  CHECK(parse("g.tg", "\xef\xbb\xbfinitial A\nA ->").types.size() == 1);
  CHECK(refused("initial A\nA -> \"\x1b[1m\xff\"(1,2,3,4)").find('\x1b') == std::string::npos);
  CHECK(refused("initial " + std::string(1'000'000, 'A') + "(1,2)\n" + std::string(1'000'000, 'A') + " ->")
            .size() < 2000);
}

TEST_CASE("every documented grammar is the same on every pool") {
  const scratch_folder here;
  REQUIRE(documented().size() == 6);
  for (const std::string& text : documented()) {
    const std::string file = here.write("g.tg", text);
    check_on_every_pool(make_grammar, file + " --unit 1");
    const auto serial = prepared(make_grammar, file + " --unit 1 --seed 9");
    serial->run_serial();
    CHECK(serial->check().passed);
  }
}

TEST_CASE("many types and many arguments run on every pool, whatever its slots hold") {
  const scratch_folder here;
  std::string text = "initial T0(1";
  for (int k = 1; k < 50; ++k) text += ", " + std::to_string(k);
  text += ")*3\n";
  std::string names;
  for (int k = 0; k < 50; ++k) names += (k == 0 ? "a" : ", a") + std::to_string(k);
  for (int type = 0; type < 100; ++type) {
    text += "T" + std::to_string(type) + "(" + names + ") -> {a49} ";
    if (type < 99) text += "<T" + std::to_string(type + 1) + "(" + names + ")> {1}";
    text += "\n";
  }
  CHECK(expanded(text).tasks.units == 3 * (100 * 49 + 99));
  check_on_every_pool(make_grammar, here.write("g.tg", text) + " --unit 1");
  const std::string more = here.write("more.tg", text + "T100 ->\n");
  CHECK(is_refusal(refusal(make_grammar, more), "101 task types; expected at most 100"));
}

TEST_CASE("a grammar says how long a unit of time is, unless an option does") {
  const scratch_folder here;
  const std::string file = here.write("g.tg", "unit 20 ns\ninitial A*9\nA -> {5}");
  const auto made = prepared(make_grammar, file);
  check_run(*made);
  CHECK(made->input() == "g.tg seed=1 unit=20ns");
  CHECK(prepared(make_grammar, file + " --unit 3")->input() == "g.tg seed=1 unit=3");
}

TEST_CASE("initial tasks of several types, and options") {
  const scratch_folder here;
  const std::string file =
      here.write("g.tg", "variable s = 1\ninitial A B*3\nA -> <B*s B> {1}\nB -> {s} C\nC ->");
  const auto made = prepared(make_grammar, file + " --set s=4 --unit 0");
  check_run(*made);
  CHECK(made->check().line.starts_with(
      "17 tasks (besides 4 to put the initial ones, 1 to go on after joins), 33 units of work"));
  auto scheduler = make_scheduler({.workers = 1});
  made->run(scheduler);
  CHECK(scheduler.tasks() == 17 + 4 + 1);
  made->run_serial();
  CHECK(made->check().line.starts_with("17 tasks (besides 1 to go on after joins), "));
  CHECK(made->counts()["tasks B"] == 8);
  CHECK(made->counts()["joins"] == 1);
  CHECK(made->counts()["work_units"] == 33);
  CHECK(made->counts()["span_units"] == 5);
  check_run(*prepared(make_grammar, "--unit 0"));
  CHECK(is_refusal(refusal(make_grammar, file + " --set q=4"), "--set q=4"));
  CHECK(is_refusal(refusal(make_grammar, file + " --set s=x"), "--set s=x"));
  CHECK(is_refusal(refusal(make_grammar, file + " --set s=4 --set s=4"),
                   "--set s=4: 's' is given more than once"));
  CHECK(is_refusal(refusal(make_grammar, file + " --unit -1"), "--unit -1"));
  CHECK(is_refusal(refusal(make_grammar, file + " --most 3"), "more than 3 tasks"));
  CHECK(is_refusal(refusal(make_grammar, here.path("none.tg")), "cannot be read"));
}

}  // namespace grammar_test
