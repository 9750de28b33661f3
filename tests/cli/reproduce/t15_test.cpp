// T15's results of several applications: rows, claims and verdicts, with applications that claim their times.
#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/reproduce/studies/paper_lists.hpp"
#include "cli/reproduce/studies/t15/input_facts.hpp"
#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace t15_test {

using namespace jackdaw;
using namespace jackdaw::cli;
using jackdaw::apps::json;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::tests::scratch_folder;

namespace {

/// Tasks of so many cycles, of a nanosecond each, with an overhead that the test sets.
class timed_app final : public apps::app {
 public:
  struct costs {
    double task = 0;        ///< cycles for each task
    double dependency = 0;  ///< cycles for each word that it reads
    double write = 1;       ///< how many times as long as `add`
    bool is_wrong = false;
  };
  static costs& cost() {
    static costs all;
    return all;
  }
  void declare_options(CLI::App& command) override {
    for (const char* name :
         {"--n", "--block", "--steps", "--access", "--nodes", "--tasks", "--reads", "--tiles", "--cycles"})
      command.add_option(name, given_[name], "as the paper's");
    command.add_flag("--held", held_, "as the paper's");
  }
  void prepare() override {}
  [[nodiscard]] std::string input() const override {
    std::string all;
    for (const auto& [name, value] : given_) all += value.empty() ? "" : name.substr(2) + "=" + value + " ";
    return all;
  }
  double run_serial() override { return 1e-9 * tasks() * number("--cycles", 1e9); }
  double run(any_scheduler& scheduler) override {
    scheduler.run_each(std::vector(1, [](any_worker&) {}));
    const double each = number("--cycles", 1e9) + cost().task + cost().dependency * number("--reads", 0);
    const double times = given_["--access"] == "write" ? cost().write : 1;
    return 1e-9 * tasks() * each * times / scheduler.workers();
  }
  [[nodiscard]] apps::verdict check() override {
    return {!cost().is_wrong, cost().is_wrong ? "7 instead of 8" : "8"};
  }
  [[nodiscard]] apps::json counts() const override {
    if (number("--cycles", 0) == 0) return json::object();
    return {{"expected_tasks", tasks()}, {"cycle_nanoseconds", 1.}};
  }

 private:
  [[nodiscard]] double number(const std::string& name, double otherwise) const {
    const std::string& text = given_.at(name);
    return text.empty() ? otherwise : std::stod(text);
  }
  [[nodiscard]] double tasks() const { return number("--tiles", 0) != 0 ? 56 : number("--tasks", 1); }

  std::map<std::string, std::string> given_;
  bool held_ = false;
};

outcome reproduce(std::vector<std::string> arguments) {
  constexpr auto make = []() -> std::unique_ptr<apps::app> { return std::make_unique<timed_app>(); };
  static constexpr apps::app_entry entries[] = {{"pattern", "nothing", "nobody", make},
                                                {"cholesky", "nothing", "nobody", make},
                                                {"nbody", "nothing", "nobody", make},
                                                {"shallow_water", "nothing", "nobody", make}};
  std::ostringstream out;
  std::ostringstream err;
  arguments.insert(arguments.begin(), "reproduce");
  const int status = command(std::move(arguments), {entries, out, err});
  return {status, out.str(), err.str()};
}

/// What `name` finds on small inputs and two workers, with such costs.
json found(const std::string& name, timed_app::costs costs = {}) {
  timed_app::cost() = costs;
  const outcome result = reproduce({name, "--input", "small", "--repeat", "6", "--workers", "2", "--json"});
  timed_app::cost() = {};
  CAPTURE(result.err);
  REQUIRE(result.status == 0);
  return json::parse(result.out);
}

std::ptrdiff_t verdicts(const json& all, const std::string& which) {
  return std::ranges::count_if(all["claims"], [&](const json& each) { return each["verdict"] == which; });
}

}  // namespace

TEST_CASE("words of an input are whole, and are replaced as wholes") {
  CHECK(has_words("pattern --tasks 100", "--tasks 100"));
  CHECK_FALSE(has_words("pattern --tasks 1000", "--tasks 100"));
  CHECK(with_words("a --tiles 6 --cycles 5", "--tiles 6", "--tasks 56") == "a --tasks 56 --cycles 5");
  CHECK(number_after("a --tiles 6 --cycles 5", "--cycles") == 5);
  CHECK(number_after("a --tiles 6 --cycles 5", "--tiles") == 6);
  CHECK_FALSE(number_after("a --tiles 6", "--cycles"));
  CHECK_FALSE(number_after("a --tiles 6", ""));
  CHECK(without_option("a --tiles 6 --cycles 5", "--tiles") == "a --cycles 5");
  CHECK(without_option("a --tiles 6 --cycles 5", "--cycles") == "a --tiles 6");
}

TEST_CASE("each study has claims that its small and its usual inputs can answer") {
  for (const paper_study& each : t15_studies()) {
    CAPTURE(each.name);
    for (const auto* inputs : {&each.small, &each.usual, &each.full}) {
      std::vector<std::string> texts;
      for (const std::string& text : *inputs) {
        for (const std::string& one : expanded(text)) texts.push_back(one);
      }
      const auto is_there = [&](std::string_view words) {
        return std::ranges::any_of(texts, [&](const std::string& text) { return has_words(text, words); });
      };
      bool answers = each.what == paper_study::kind::dependencies;
      for (const least_efficiency& claim : each.reached) answers = answers || is_there(claim.with);
      for (const paper_ratio& claim : each.ratios) {
        for (const std::string& text : texts) {
          const bool is_of = has_words(text, claim.of);
          answers =
              answers || (is_of && std::ranges::count(texts, with_words(text, claim.of, claim.by)) == 1);
        }
      }
      CHECK(answers);
    }
  }
}

TEST_CASE("efficiency is by the serial program, overhead in cycles, and a claim holds or breaks") {
  const json ideal = found("T15-fig5.2");
  REQUIRE(ideal["rows"].size() == 2 * 2);  // lengths, 1 and 2 workers
  CHECK(ideal["rows"][3]["efficiency"] == doctest::Approx(1));
  CHECK(ideal["rows"][3]["overhead_cycles"].get<double>() == doctest::Approx(0).epsilon(1e-6));
  REQUIRE(ideal["claims"].size() == 1);  // tasks of 128 000 cycles
  CHECK(verdicts(ideal, "agrees") == 1);
  const json slow = found("T15-figure5.2", {.task = 64'000});
  CHECK(slow["rows"][3]["efficiency"] == doctest::Approx(2. / 3));
  CHECK(slow["rows"][3]["overhead_cycles"] == doctest::Approx(64'000));
  CHECK(verdicts(slow, "differs") == 1);
}

TEST_CASE("applications: efficiency against that of the paper") {
  for (const char* name : {"T15-figure5.1", "T15-figure6.2", "T15-figure6.3"}) {
    CAPTURE(name);
    CHECK(verdicts(found(name), "agrees") == 1);
    CHECK(verdicts(found(name, {.task = 1e9}), "differs") == 1);
  }
}

TEST_CASE("forces that are written take longer than those that are added, or not") {
  CHECK(verdicts(found("T15-figure6.1", {.write = 1.5}), "agrees") == 1);
  CHECK(verdicts(found("T15-figure6.1"), "differs") == 1);
}

TEST_CASE("tasks with dependencies against independent ones, by the time of a task") {
  const json same = found("T15-figure7.2");
  CHECK(same["claims"].size() == 2);
  CHECK(verdicts(same, "differs") == 2);
  const json more = found("T15-figure7.3");
  CHECK(more["claims"].size() == 1);
  CHECK(verdicts(more, "agrees") == 1);
}

TEST_CASE("what a dependency costs is beyond the serial program and beyond tasks without") {
  const json cheap = found("T15-figure5.3", {.task = 500, .dependency = 200});
  REQUIRE(cheap["rows"].size() == 3);
  CHECK(cheap["rows"][0]["overhead_cycles"] == doctest::Approx(500));
  CHECK_FALSE(cheap["rows"][0].contains("cycles_for_each"));
  CHECK(cheap["rows"][1]["cycles_for_each"] == doctest::Approx(200));
  CHECK(cheap["rows"][2]["cycles_for_each"] == doctest::Approx(200));
  CHECK(cheap["claims"].size() == 2);
  CHECK(verdicts(cheap, "agrees") == 2);
  CHECK(verdicts(found("T15-figure5.3", {.task = 500, .dependency = 400}), "differs") == 2);
}

TEST_CASE("wrong results have no verdict, and no figures") {
  timed_app::cost() = {.is_wrong = true};
  for (const char* name : {"T15-figure5.2", "T15-figure5.3"}) {
    const outcome words = reproduce({name, "--quick", "--workers", "2", "--repeat", "6"});
    CHECK(words.status == 1);
    CHECK(has(words.out, "WRONG"));
    const outcome result = reproduce({name, "--quick", "--workers", "2", "--repeat", "6", "--json"});
    CHECK(result.status == 1);
    CHECK(json::parse(result.out)["claims"].empty());
  }
  timed_app::cost() = {};
}

TEST_CASE("pictures and pages of T15") {
  const scratch_folder here;
  for (const paper_study& each : t15_studies()) {
    const std::string name(each.name);
    const outcome result = reproduce({name, "--quick", "--workers", "1,2", "--repeat", "1", "--output-plot",
                                      here.path("plot.svg"), "--output-page", here.path("page.html")});
    CAPTURE(result.err);
    CHECK(result.status == 0);
    CHECK(here.content("plot.svg").ends_with("</svg>\n"));
    CHECK(has(here.content("page.html"), "<h2 id=\"" + name + "\">"));
  }
}

}  // namespace t15_test
