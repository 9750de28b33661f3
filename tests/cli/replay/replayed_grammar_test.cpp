// `jackdaw replay NAME.tg`: a grammar without a run of it.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/cli/replay/recorded_grammars.hpp"
#include "tests/support/scratch_folder.hpp"

namespace replayed_grammar_test {

using jackdaw::apps::json;
using namespace jackdaw::cli::test::grammars;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::tests::scratch_folder;

namespace {

/// All costs are given, so that nothing is measured.
std::vector<std::string> priced(const std::string& file, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--patience", "0", "--wake", "0", "--call", "0"});
  return replayed(file, std::move(more));
}

}  // namespace

TEST_CASE("replay takes a grammar: its tasks, work, span, and the same again") {
  const scratch_folder here;
  const std::string file =
      here.write("fib.tg", "initial F(12)\nF(n) if n < 2 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}");
  const outcome first = call(priced(file, {"--processors", "1,8", "--pools", "jackdaw,dq8", "--json"}));
  CHECK_MESSAGE(first.status == 0, first.err);
  const json found = json::parse(first.out);
  CHECK(found["run"] == "grammar fib.tg seed=1");
  CHECK(found["tasks"] == 465 + 232);  // and what goes on after joins
  CHECK(found["work_seconds"] == doctest::Approx(1e-6 * (233 * 9 + 232 * 6)));
  CHECK(found["span_seconds"] == doctest::Approx(1e-6 * (11 * 6 + 9)));
  CHECK(found["event_nanoseconds"] == 0);
  CHECK(found["predictions"].size() == 4);
  for (const json& each : found["predictions"]) {
    CHECK(each["seconds"] >= found["span_seconds"]);
    CHECK(each["speedup"] <= each["processors"]);
  }
  CHECK(call(priced(file, {"--processors", "1,8", "--pools", "jackdaw,dq8", "--json"})).out == first.out);
  CHECK(has(call(priced(file, {"--processors", "4", "--available", "1..4"})).out, "utilization"));
}

TEST_CASE("a unit is as long as the option says, else the grammar, else a microsecond") {
  const scratch_folder here;
  const auto work = [&](const std::string& text, std::vector<std::string> more) {
    more.emplace_back("--json");
    const outcome shown = call(priced(here.write("g.tg", text), more));
    CHECK_MESSAGE(shown.status == 0, shown.err);
    return json::parse(shown.out)["work_seconds"].get<double>();
  };
  const std::string text = "variable s = 2\ninitial A\nA -> {10 * s}\n";
  CHECK(work(text, {}) == doctest::Approx(20e-6));
  CHECK(work("unit 50 ns " + text, {}) == doctest::Approx(1e-6));
  CHECK(work("unit 50 ns " + text, {"--unit", "7"}) == doctest::Approx(140e-9));
  CHECK(work(text, {"--set", "s=5"}) == doctest::Approx(50e-6));
}

TEST_CASE(
    "a grammar that is too large or wrong is refused in a line, and options of grammars for a recording") {
  const scratch_folder here;
  const std::string endless = here.write("a.tg", "initial A\nA -> A A");
  const outcome large = call(priced(endless, {"--most", "1000"}));
  CHECK(large.status == 2);
  CHECK(has(large.err, "a.tg: more than 1000 tasks; expected a grammar that ends, or a larger --most\n"));
  CHECK(call(priced(endless)).status == 2);
  const outcome wrong = call(priced(here.write("b.tg", "initial A\nA -> }")));
  CHECK(wrong.status == 2);
  CHECK(has(wrong.err, "b.tg:2:6: '}'; expected "));
  CHECK(call(priced(here.path("none.tg"))).status == 2);
  CHECK(call(priced(endless, {"--unit", "0"})).status == 2);
  const outcome other = call(priced(here.write("c.jd", "jackdaw recording 1\n"), {"--unit", "5"}));
  CHECK(other.status == 2);
  CHECK(has(other.err, "--unit: belongs to a task grammar; expected a file NAME.tg"));
}

}  // namespace replayed_grammar_test
