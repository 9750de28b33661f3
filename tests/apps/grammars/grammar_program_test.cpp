// A grammar as a program for replays: the work, the span and the tasks of its expansion; too large ones are refused.
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/replay/policy.hpp>
#include <jackdaw/replay/replay.hpp>

#include "apps/grammar/expansion/program_of.hpp"
#include "tests/apps/grammars/recorded_serially.hpp"

namespace grammar_program_test {

using namespace jackdaw;
using namespace jackdaw::apps::grammar;
using namespace jackdaw::tests;

namespace {

replay::program program(const std::string& text, double unit = 1, std::uint64_t most = 100'000) {
  const task_grammar of = parse("g.tg", text);
  return program_of(expander(of, values_with(of, {})), 1, most, unit);
}

}  // namespace

TEST_CASE("work, span and tasks are those of the expansion") {
  for (const std::string text :
       {"initial F(12)\nF(n) if n < 2 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}\n",
        "initial A*3 B\nA -> {1} <B {5} C> {20} <> <{1}> B\nB -> {10} D\nC -> <D> {3}\nD -> {30..90}\n",
        "variable s = 0\ninitial A\nA -> {s} <B*3> {100 * s} <B*2> {10000 * s}\nB -> s = s + 1 {s}\n"}) {
    CAPTURE(text);
    const figures expected = expanded(text);
    const replay::program found = program(text, 2);
    CHECK(found.work() == 2.0 * static_cast<double>(expected.tasks.units));
    CHECK(found.span() == 2.0 * static_cast<double>(expected.span));
    CHECK(found.tasks.size() == expected.tasks.total() + expected.tasks.resumed);
  }
}

TEST_CASE("without costs one processor takes the work, and many take the span at least") {
  const replay::program fib =
      program("initial F(12)\nF(n) if n < 2 -> {90}\nF(n) -> {50} <F(n-1) F(n-2)> {10}\n");
  for (const char* pool : {"jackdaw", "dq8", "sq1"}) {
    const auto on = [&](unsigned workers) {
      return replay::replay_run(fib, *replay::policy_of(pool), {workers, {}, {}, {}}).nanoseconds;
    };
    CHECK(on(1) == doctest::Approx(fib.work()));
    CHECK(on(64) >= fib.span());
    CHECK(on(64) < fib.work());
  }
}

TEST_CASE("a grammar that is too large is refused in a line") {
  CHECK_THROWS_WITH_AS((void)program("initial A\nA -> A A"),
                       "g.tg: more than 100000 tasks; expected a grammar that ends, or a larger --most",
                       apps::input_error);
}

}  // namespace grammar_program_test
