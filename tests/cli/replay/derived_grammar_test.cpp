// `jackdaw grammar`: the grammar of a recorded run, and whether a run follows one.
#include <csignal>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/cli/replay/recorded_grammars.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/text/strict_xml.hpp"

namespace derived_grammar_test {

using jackdaw::apps::json;
using namespace jackdaw::cli::test::grammars;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::tests::scratch_folder;

TEST_CASE("a run of a grammar has that grammar") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", tree);
  const outcome derived = call({"grammar", "--from", run});
  CAPTURE(derived.out);
  CHECK(derived.status == 0);
  CHECK(has(derived.out, "initial root\n"));
  CHECK(has(derived.out, "root -> twig*3\n"));
  CHECK(has(derived.out, "leaf ->\n"));

  const outcome same = call({"grammar", "--from", run, "--check", run, "--output", here.path("d.tg")});
  CHECK(same.status == 0);
  CHECK(has(same.out, "a.jd follows "));
  CHECK(here.content("d.tg") == derived.out);
  CHECK(call({"run", "grammar", here.path("d.tg"), "--unit", "0"}).status == 0);  // it is a program, too
  CHECK(call({"grammar", run + ".tg", "--check", run}).status == 0);              // and so was its origin
}

TEST_CASE("a run that does otherwise is found out") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", tree);
  const std::string other =
      recorded(here, "b.jd", "initial root\nroot -> twig*2\ntwig -> leaf*2\nleaf -> {1}");
  const outcome found = call({"grammar", "--from", run, "--check", other});
  CHECK(found.status == 1);
  CHECK(has(found.out, "b.jd does not follow "));
  CHECK(has(found.out, "1 do not fit; the first: a task root created \"twig*2\""));
  const outcome begun =
      call({"grammar", "--from", run, "--check", recorded(here, "c.jd", "initial twig\ntwig->")});
  CHECK(has(begun.out, "the first: twig is an initial task"));
}

TEST_CASE("a run that begins with tasks of two types has that grammar, and follows it") {
  const scratch_folder here;
  const std::string run = recorded(here, "two.jd", "initial A*2 B\nA -> B\nB ->");
  const outcome derived = call({"grammar", "--from", run});
  CHECK(derived.out.find("\ninitial A*2 B\nA -> B\nB ->\n") != std::string::npos);
  CHECK(call({"grammar", run + ".tg", "--check", run}).status == 0);
  const outcome other = call({"grammar", here.write("b.tg", "initial A*2\nA -> B\nB ->"), "--check", run});
  CHECK(other.status == 1);
  CHECK(other.out.find("B is an initial task") != std::string::npos);
}

TEST_CASE("a run with joins follows its grammar, by hand and derived; one that does otherwise does not") {
  const scratch_folder here;
  const std::string joins =
      "initial F(9)\nF(n) if n < 2 -> {1}\nF(n) -> G {1} <F(n-1) F(n-2)> G <F(0)> {1}\nG -> {1}";
  const std::string run = recorded(here, "a.jd", joins);
  const outcome found = call({"grammar", run + ".tg", "--check", run});
  CHECK_MESSAGE(found.status == 0, found.out);
  CHECK(call({"grammar", "--from", run, "--check", run}).status == 0);
  const outcome other =
      call({"grammar", here.write("b.tg", "initial F\nF -> [ | G <F F> <F> G ]\nG ->"), "--check", run});
  CHECK(other.status == 1);
  CHECK(has(other.out, "a task F created \"G F*2 G F\""));
}

TEST_CASE("a grammar whose parts expand to nothing is soon compared") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", "initial A*3\nA -> {1}");
  const std::string nothing = "[[[ ]*10000000]*10000000]*10000000";
  CHECK(call({"grammar", here.write("b.tg", "initial A\nA -> " + nothing), "--check", run}).status == 0);
  CHECK(
      call({"grammar", here.write("c.tg", "initial A\nA -> [" + nothing + " A]*9000000000"), "--check", run})
          .status == 1);
}

TEST_CASE("names that no grammar could have as they are: a derived one is read again") {
  const scratch_folder here;
  for (const std::string& name : {std::string("M\\xfcller"), std::string("M\xfcller"),
                                  std::string("a\\u000ab"), std::string(), std::string("a \\\"b\\\"")}) {
    const std::string run = here.write(
        "a.jd",
        "jackdaw recording 1\nrun \"\x1b[1m\xff\"\npool \"\"\nlost 0\nkinds 2\nkind \"" + name +
            "\" \"\"\nkind \"b\" \"\"\nworkers 1\nworker 0 6\n0 created 1 0\n1 started 1 0\n2 created 2 1\n3 "
            "finished 1 0\n4 started 2 1\n5 finished 2 0\nend\n");
    const outcome same = call({"grammar", "--from", run, "--check", run});
    CAPTURE(same.err);
    CHECK(same.status == 0);
    const outcome shown = call(replayed(run));
    CHECK(shown.status == 0);
    CHECK(shown.out.find('\x1b') == std::string::npos);
    CHECK(shown.out.find('\xff') == std::string::npos);
    const outcome figures = call(replayed(run, {"--json", "--output-plot", here.path("p.svg")}));
    CAPTURE(figures.err);
    CHECK(figures.status == 0);
    CHECK(json::parse(figures.out).is_object());
    CHECK(jackdaw::tests::strict_xml::fault(here.content("p.svg")) == "");
  }
}

TEST_CASE("names of any length and any characters: what is printed stays some lines, and harmless") {
  const scratch_folder here;
  const std::string turned = "\xe2\x80\xae";  // U+202E: what follows is shown from right to left
  const std::string strange = turned + "\x7f" + std::string(100'000, 'x');
  const std::string run =
      here.write("a.jd", "jackdaw recording 1\nrun \"" + strange + "\"\npool \"" + strange +
                             "\"\nlost 0\nkinds 1\nkind \"" + strange +
                             "\" \"\"\nworkers 1\nworker 0 3\n0 created 1 0\n1 started 1 0\n3 finished 1 "
                             "0\nend\n");
  const auto is_harmless = [&](const std::string& text) {
    return !text.empty() && text.size() < 5000 && !has(text, turned) && !has(text, "\x7f");
  };
  for (const auto& arguments : {replayed(run), std::vector<std::string>{"explain", run}}) {
    const outcome found = call(arguments);
    CHECK(found.status == 0);
    CHECK(is_harmless(found.out));
  }
  CHECK(call({"explain", run, "--report", here.path("page")}).status == 0);
  const std::string page = here.content("page/index.html");
  const std::string table = page.substr(page.find("<table class=\"kinds\">"));
  CHECK(is_harmless(table.substr(0, table.find("</table>"))));
  CHECK(is_harmless(page.substr(page.find("<h1>"), page.find("</h1>") - page.find("<h1>"))));
}

TEST_CASE("many different sequences become a summary, which is right for all of them") {
  const scratch_folder here;
  const std::string many = "initial A*100\nA -> [B | C]*0..6\nB ->\nC ->";
  const std::string run = recorded(here, "a.jd", many);
  const outcome derived = call({"grammar", "--from", run});
  CHECK(has(derived.out, " B | "));
  CHECK(has(derived.out, " C]*0..6\n"));
  CHECK(call({"grammar", "--from", run, "--check", recorded(here, "b.jd", many, "2")}).status == 0);
}

TEST_CASE("the runtime grammar of a run is a program with its tasks, and the run follows it") {
  const scratch_folder here;
  const std::string fib = "initial F(9)\nF(n) if n < 2 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}\n";
  const std::string run = recorded(here, "a.jd", fib);
  const outcome derived = call({"grammar", "--from", run, "--runtime", "--output", here.path("d.tg")});
  CHECK_MESSAGE(derived.status == 0, derived.err);
  const std::string text = here.content("d.tg");
  CAPTURE(text);
  CHECK(has(text, "\nunit 1 ns\ninitial F(8)\nF(0) -> {"));
  CHECK(has(text, "\nF(8) -> {"));  // <F(7) F(6)>, with times in between
  CHECK(has(text, " F(7) "));
  CHECK(has(text, "> {"));
  const outcome again = call({"run", "grammar", here.path("d.tg"), "--unit", "0"});
  CHECK(has(again.out, "109 tasks"));
  CHECK(call({"grammar", here.path("d.tg"), "--check", run}).status == 0);
  CHECK(call({"grammar", "--from", run, "--runtime", "--check", run}).status == 0);
  CHECK(call({"grammar", run + ".tg", "--runtime", "--check", run}).status == 2);
}

TEST_CASE("a condition that does not hold is told with its line") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", "initial A(2)\nA(0) -> {1}\nA(n) -> {1} A(n-1)\n");
  const std::string other = here.write("b.tg", "initial A(2)\nA(n) if n <= 1 ->\nA(n) -> A(n-1)\n");
  const outcome found = call({"grammar", other, "--check", run});
  CHECK(found.status == 1);
  CHECK(has(found.out, "3 tasks, 1 do not fit; the first: a task A(1) created \"A\"\n"));
  CHECK(has(found.out, "b.tg:2:1: task 2, A(1) created \"A\"; expected what its production creates\n"));
  const std::string by_variable =
      here.write("c.tg", "variable s = 1\ninitial A(s)\nA(0) ->\nA(n) -> A(n-1)\n");
  CHECK(call({"grammar", by_variable, "--check", run}).status == 1);
  CHECK(call({"grammar", by_variable, "--check", run, "--set", "s=2"}).status == 0);
  CHECK(call({"grammar", by_variable, "--check", run, "--set", "q=2"}).status == 2);
  CHECK(call({"grammar", "--from", run, "--set", "s=2"}).status == 2);
}

}  // namespace derived_grammar_test
