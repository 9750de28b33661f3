// Runtime aspects of grammars: numbers that are drawn, shared variables that change, many arguments, units.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "tests/apps/grammars/recorded_serially.hpp"

namespace draws_and_variables_test {

using namespace jackdaw;
using namespace jackdaw::apps;
using namespace jackdaw::apps::grammar;
using namespace jackdaw::tests;

namespace {

std::string refused(const std::string& text) {
  try {
    (void)expanded(text);
  } catch (const input_error& error) { return error.what(); }
  return {};
}

/// The mean of 10 000 draws.
double mean_of(const std::string& drawn) {
  return static_cast<double>(expanded("initial A*10000\nA -> {" + drawn + "}").tasks.units) / 10'000;
}

}  // namespace

TEST_CASE("distributions have their means, by a seed") {
  CHECK(std::abs(mean_of("exponential(1000)") - 1000) < 30);
  CHECK(std::abs(mean_of("normal(1000, 100)") - 1000) < 5);
  CHECK(std::abs(mean_of("lognormal(1000, 500)") - 1000) < 25);
  CHECK(std::abs(mean_of("uniform(500, 1500)") - 1000) < 10);
  CHECK(std::abs(mean_of("3 * exponential(100) + 7") - 307) < 10);
  CHECK(std::abs(mean_of("normal(0, 100)") - 39.9) < 2);  // what is drawn below 0 is 0: half of all
  const std::string text =
      "initial A*100\nA -> {exponential(50)} B(normal(5, 9))*uniform(0, 3)\nB(n) -> {1}\n";
  CHECK(expanded(text, 5).tasks == expanded(text, 5).tasks);
  CHECK(expanded(text, 5).tasks.sum != expanded(text, 6).tasks.sum);
}

TEST_CASE("deviations are as they are said") {
  const auto squares = [](const std::string& drawn) {  // of the distance from 1000
    const std::string text = "initial A*10000\nA -> B(" + drawn + " - 1000)\nB(d) -> {d * d}\n";
    return std::sqrt(static_cast<double>(expanded(text).tasks.units) / 10'000);
  };
  CHECK(std::abs(squares("exponential(1000)") - 1000) < 50);
  CHECK(std::abs(squares("normal(1000, 100)") - 100) < 5);
  CHECK(std::abs(squares("lognormal(1000, 500)") - 500) < 50);
}

TEST_CASE("wrong draws are refused with their place") {
  CHECK(refused("initial A\nA -> {gamma(3)}")
            .starts_with("g.tg:2:7: 'gamma'; expected uniform(least, most), exponential(mean), "));
  CHECK(refused("initial A\nA -> {normal(3)}").starts_with("g.tg:2:15: ')'; expected an operator, or ','"));
  CHECK(refused("initial A\nA -> {exponential(3, 4)}")
            .starts_with("g.tg:2:20: ','; expected an operator or ')'"));
  CHECK(refused("initial A\nA -> {exponential(0 - 3)}").starts_with("g.tg:2:7: exponential(-3) has no mean"));
  CHECK(refused("initial A\nA -> {normal(3, -1)}").starts_with("g.tg:2:7: a deviation of -1"));
  CHECK(refused("initial A\nA -> {lognormal(0, 1)}").starts_with("g.tg:2:7: lognormal(0, …)"));
  CHECK(refused("initial A\nA -> {uniform(3, 1)}").starts_with("g.tg:2:7: uniform(3, 1) is empty"));
  CHECK(refused("initial A(1)\nA(n) if uniform(0, 1) == n ->\nA(n) ->")
            .starts_with("g.tg:2:9: a condition draws a number"));
}

TEST_CASE("a shared variable changes for the tasks that come later, the last one put first") {
  // B reads what A has left, and C what B has left: C was put first, so it runs last.
  const std::string text =
      "variable s = 1\ninitial A\nA -> {s} s = s * 10 C B\nB -> {s} s = s * 10\nC -> {s}\n";
  CHECK(expanded(text).tasks.units == 1 + 10 + 100);
  // A budget for the whole run: so many tasks are split, whatever the shape.
  const std::string budget =
      "variable left = 100\ninitial node\nnode if left > 0 -> left = left - 1 {1} node*2\nnode -> {1}\n";
  CHECK(expanded(budget).tasks.total() == 201);
  CHECK(expanded(budget, 7).tasks.sum != expanded(budget).tasks.sum);
}

TEST_CASE("after a join a task sees what the tasks have done for which it waited") {
  const std::string text =
      "variable s = 0\ninitial A\nA -> {s} <B*3> {100 * s} <B*2> {10000 * s}\nB -> s = s + 1\n";
  CHECK(expanded(text).tasks.units == 300 + 50'000);
  CHECK(expanded("variable s = 0\ninitial A\nA -> <{1}> s = 4 {s}").tasks.units == 5);
}

TEST_CASE("only shared variables are assigned to") {
  for (const char* broken : {"variable s = 1\ninitial A\nA -> s = s +", "initial A(1)\nA(n) if n < ->"})
    CHECK(refused(broken).find("expected a number") != std::string::npos);  // and frees everything once
  CHECK(refused("initial A(1)\nA(n) -> n = 3").starts_with("g.tg:2:9: 'n'; expected a shared variable"));
  CHECK(refused("initial A\nA -> s = 3\nvariable s = 1")
            .starts_with("g.tg:2:6: 's'; expected a shared variable"));
}

TEST_CASE("a task has up to a thousand arguments") {
  std::string names = "a0";
  std::string values = "0";
  std::string sum = "a0";
  for (int i = 1; i < 1000; ++i) {
    names += ", a" + std::to_string(i);
    values += ", " + std::to_string(i);
    if (i % 100 == 99) sum += " + a" + std::to_string(i);
  }
  const std::string right =
      "initial A(" + values + ")\nA(" + names + ") -> B(" + names + ")\nB(" + names + ") -> {" + sum + "}\n";
  CHECK(expanded(right).tasks.units == 5490);
  CHECK(refused("initial A(" + values + ", 1)\nA -> ").find("expected at most 1000 arguments") !=
        std::string::npos);
}

TEST_CASE("a unit of time in nanoseconds, and a task of that name") {
  CHECK(parse("g.tg", "unit 250 ns\ninitial A\nA -> {1}").unit == 250);
  CHECK(parse("g.tg", "initial unit\nunit -> {1} [unit | ]").unit == 0);
  CHECK(refused("unit 0 ns\ninitial A\nA ->") ==
        "g.tg:1:1: 0 ns are no unit of time; expected 1 to 1000000000 ns");
  CHECK(refused("unit 5 ms\ninitial A\nA ->").starts_with("g.tg:1:8: 'ms'; expected \"ns\""));
  CHECK(refused("unit 5 ns unit 6 ns\ninitial A\nA ->").starts_with("g.tg:1:11: a second unit"));
}

}  // namespace draws_and_variables_test
