// Wrong grammars: what the line says.
#include <string>

#include <doctest/doctest.h>

#include "tests/apps/grammars/expanded.hpp"

namespace refused_grammars_test {

using jackdaw::tests::refused;

TEST_CASE("wrong grammars are refused: file, line, column, what was expected") {
  CHECK(refused("") ==
        "g.tg:1:1: the end of the file; expected \"initial\" and a task: no run begins without one");
  CHECK(refused("initial A\nA -> {1").starts_with("g.tg:2:8: the end of the file; expected \"}\""));
  CHECK(refused("initial A\nA -> {}") ==
        "g.tg:2:7: '}'; expected a number, an argument or a shared variable");
  CHECK(refused("A(n) if n > 0 -> A(n-1)\nA(n) -> {1}\ninitial A(n)")
            .starts_with("g.tg:3:11: 'n'; expected a number"));
  CHECK(refused("A(n) -> {1}\ninitial A(1)*n").starts_with("g.tg:2:14: 'n'; expected a number"));
  CHECK(refused("initial A\n  A -> {1} ]")
            .starts_with("g.tg:2:12: ']'; expected \"initial\", \"variable\" or a production"));
  CHECK(refused("initial A\nA -> [B | {1}\nB -> {1}")
            .starts_with("g.tg:3:1: 'B'; expected a task, {time}, | or ]"));
  CHECK(refused("initial A\nA -> B\n")
            .starts_with("g.tg:3:1: the end of the file; expected a production for B"));
  CHECK(refused("initial A\nA -> {n}").starts_with("g.tg:2:7: 'n'; expected a number, an argument"));
  CHECK(refused("initial A(1)\nA -> {1}") ==
        "g.tg:2:1: A has 0 arguments; expected 1 as where it stands first");
  CHECK(refused("initial A\nA -> {1} ?").starts_with("g.tg:2:10: '?' means nothing here"));
  CHECK(refused("initial A\nA -> {1} \xc4").starts_with("g.tg:2:10: byte 196 means nothing here"));
  CHECK(
      refused("initial A\nA -> <B <B> >\nB ->").starts_with("g.tg:2:9: '<'; expected no join inside a join"));
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    CHECK(refused("# comment" + end + "initial A # more" + end + "A -> {1} ?").starts_with("g.tg:3:10: '?'"));
    CHECK(refused("initial A" + end + "A -> \"B" + end + "\"").starts_with("g.tg:2:6: a name has no end"));
  }
  CHECK(refused("initial A\nA -> \"B").starts_with("g.tg:2:6: a name has no end"));
  for (const char* wrong : {"q", "n", "X41"})
    CHECK(refused("initial A\nA -> \"B\\" + std::string(wrong) + "\"") ==
          "g.tg:2:9: after a backslash '" + std::string(wrong, 1) +
              R"(' means nothing; expected \", \\ or \xNN in a name)");
  for (const char* wrong : {"x", "x4", "xg0", "x4g", "xzz"})
    CHECK(refused("initial A\nA -> \"B\\" + std::string(wrong) + "\"") ==
          R"(g.tg:2:9: after \x no byte is said; expected two hexadecimal digits, such as \x41)");
  for (const std::string word : {"initial", "variable", "if", "and"}) {
    const std::string named = "'" + word + "'; expected ";
    const std::string quoted = ", in quotation marks if it has this name";
    CHECK(refused("initial " + word + "\n") == "g.tg:1:9: " + named + "the type of an initial task" + quoted);
    CHECK(refused("variable " + word + " = 1") ==
          "g.tg:1:10: " + named + "the name of a shared variable" + quoted);
    CHECK(refused("initial A\nA(" + word + ") -> {1}").find(named) != std::string::npos);
    CHECK(refused("initial \"" + word + "\"\n\"" + word + "\" -> {1}").empty());
  }
  CHECK(refused("initial A\nA -> {1e3}") == "g.tg:2:7: '1e3'; expected a whole number, all of its digits");
  CHECK(refused("initial A\nA -> A*1.5") == "g.tg:2:8: '1.5'; expected a whole number, all of its digits");
  CHECK(refused("initial A\nA -> [1e308: | A]") ==
        "g.tg:2:7: '1e308'; expected a weight from above 0 to 1e15");
  CHECK(refused("initial A\nA -> [1e: | A]").starts_with("g.tg:2:7: '1'; expected "));
  CHECK(refused("initial A(1)\nA(n, n) -> ").starts_with("g.tg:2:6: 'n' is there already"));
  CHECK(refused("initial A\nA if 1 -> {1}").starts_with("g.tg:2:8: '->'; expected one of =="));
  CHECK(refused("variable s\ninitial A\nA->").starts_with("g.tg:2:1: 'initial'; expected \"=\""));
  CHECK(refused("initial A\nA -> [0: B]\nB->").starts_with("g.tg:2:7: '0'; expected a weight"));
  CHECK(refused("initial A\nA -> {99999999999999999999}").starts_with("g.tg:2:7: "));
  CHECK(refused("initial A(1,2,3,4)\nA->") ==
        "g.tg:2:1: A has 0 arguments; expected 4 as where it stands first");
  CHECK(refused("initial A\nA -> " + std::string(100, '[')).find("up to 64 deep") != std::string::npos);
  CHECK(refused("initial A\nA -> {" + std::string(100, '(')).find("fewer parentheses") != std::string::npos);
}

}  // namespace refused_grammars_test
