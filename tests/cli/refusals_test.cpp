// What the command refuses: one line that says what, where and what was expected, exit status 2, and nothing is done.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace refusals_test {

using jackdaw::apps::json;
using jackdaw::cli::test::call;
using jackdaw::cli::test::fake_app;
using jackdaw::cli::test::has;
using jackdaw::cli::test::refuses;
using jackdaw::tests::scratch_folder;

TEST_CASE("wrong names get the nearest right one") {
  refuses({"rnu"}, "no command is called 'rnu'; did you mean 'run'?");
  refuses({"run", "fkae"}, "no application is called 'fkae'; did you mean 'fake'?");
  refuses({"compare", "face"}, "did you mean 'fake'?");
  refuses({"run", "fake", "--pool", "dq88"}, "no pool is called 'dq88'; did you mean 'dq8'?");
  refuses({"run", "fake", "--pool", "DQ8"}, "did you mean 'dq8'?");
  refuses({"run", "fake", "--memory", "dgbkfof"},
          "no memory manager is called 'dgbkfof'; did you mean 'dgbkof'?");
  refuses({"run", "fake", "--idle", "spin_yeld"}, "did you mean 'spin_yield_park'?");
  refuses({"compare", "fake", "--pools", "sq1,dq88"}, "did you mean 'dq8'?");
  refuses({"compare", "fake", "--memory", "dgbkoof"}, "did you mean 'dgbkof'?");
  refuses({"compare", "fake", "--idle", "wake_every_pot"}, "did you mean 'wake_every_put'?");
  refuses({"run", "fake", "--pol", "dq8"}, "called '--pol'; did you mean '--pool'?");
  refuses({"run", "fake", "--siez=3"}, "called '--siez'; did you mean '--size'?");
  refuses({"list", "pool"}, "did you mean 'pools'?");
  refuses({"run", "fake", "--pool", "something else"}, "expected one of ");
}

TEST_CASE("there is no help on a command or an application that does not exist, nor a version") {
  for (const char* const shown : {"--help", "-h", "--version"}) {
    CAPTURE(shown);
    refuses({"frobnicate", shown}, "no command is called 'frobnicate'; expected one of list run");
    refuses({"version", shown}, "no command is called 'version'");
    refuses({"runn", "fake", shown}, "did you mean 'run'?");
  }
  for (const char* const shown : {"--help", "-h"}) {
    refuses({"run", "faek", shown}, "no application is called 'faek'; did you mean 'fake'?");
    refuses({"run", shown, "faek"}, "no application is called 'faek'");
    refuses({"list", "pools", "idle", shown}, "'idle' is not expected here");
    const auto wrong_option = call({"run", "fake", "--siez", "3", shown});  // the help says its right name
    CHECK(wrong_option.status == 0);
    CHECK(has(wrong_option.out, "--size"));
  }
}

TEST_CASE("bad input is one line and status 2") {
  refuses({},
          "no command given; expected list, run, compare, reproduce, explain, grammar, replay, model, "
          "cluster or cycler");
  refuses({"run"}, "no application given after run; expected one of fake");
  refuses({"compare"}, "no application given after compare");
  refuses({"list", "pools", "idle"}, "'idle' is not expected here");
  refuses({"cluster"}, "no command given after cluster; expected run");
  refuses({"cluster", "frob"}, "'frob' is not expected here; expected jackdaw cluster run");
  refuses({"cluster", "run"}, "no program given after run; expected one of uts, nqueens");
  refuses({"cluster", "run", "nosuch"}, "no program is called 'nosuch'; expected uts, nqueens");
  refuses({"cluster", "run", "nosuch", "--help"}, "no program is called 'nosuch'; expected uts, nqueens");
  for (const char* count : {"0", "100000", "-1", "two", "1.5", "4097", "99999999999999999999"}) {
    refuses({"run", "fake", "--workers", count}, "expected a whole number from 1 to 4096");
    refuses({"compare", "fake", "--workers", std::string("1,") + count}, "from 1 to 4096");
  }
  for (const char* count : {"0", "100001", "-1", "two"}) {
    refuses({"run", "fake", "--repeat", count}, "expected a whole number from 1 to 100000");
  }
  refuses({"run", "fake", "--pin", "compakt"}, "did you mean 'compact'?");
  refuses({"compare", "fake", "--pin", "none such"}, "no way of pinning is called 'none such'");
  refuses({"run", "fake", "--surplus", "wrok"}, "did you mean 'work'?");
  refuses({"compare", "fake", "--surplus", "sleep"}, "no use of surplus workers is called 'sleep'");
  refuses({"run", "fake", "--size", "many"}, "--size many: expected a whole number from");
  refuses({"run", "fake", "--size", ""}, "--size '': expected a whole number");
  refuses({"run", "fake", "--size", "99999999999"},
          "--size 99999999999: expected a whole number from -2147483648 to 2147483647");
  refuses({"run", "fake", "--size", "0x10"}, "--size 0x10: expected a whole number from");
  refuses({"run", "fake", "--size", "+1"}, "--size +1: expected a whole number from");
  refuses({"run", "fake", "--size", std::string(100'000, '7')}, "…");
  refuses({"run", "fake", "--size"}, "--size: expected a value");
  refuses({"run", "fake", "--pool", "dq8", "--pool", "sq1"}, "--pool: given more than once");
  refuses({"compare", "fake", "--pools", ","}, "no pool is called ''");
  refuses({"compare", "fake", "--json", "--csv"}, "expected one of the two");
  refuses({"compare", "fake", "--output-plot", "plot.pdf"}, ".svg or .png");
  refuses({"compare", "fake", "--output-plot", "/no/such/folder/plot.svg"}, "cannot be written");
  refuses({"compare", "fake", "--output-plot", "/no/such/folder/plot.svg"}, "/no/such/folder/plot.svg");
  refuses({"run", "fake", "--output", "/no/such/folder/result"}, "cannot be written");
  refuses({"run", "fake", "--throws", "input"}, "scene.txt:3: expected a number\\x0aor so");
  refuses({"run", "fake", "--throws", "memory"},
          "jackdaw: run fake --throws memory: not enough memory; expected a smaller input");
  refuses({"run", "fake", "--throws", "threads"}, "the system starts no more threads (");
  refuses({"run", "fake", "--throws", "task"}, "the task gave up");
  refuses({"compare", "fake", "--throws", "task"}, "the task gave up");
  refuses({"run", "fake", "--pool", "two\nlines"}, "two\\x0alines");
  refuses({"run", "fake", "--pool", "\x1b[31m\xff"}, "\\x1b[31m\\xff");
  CHECK(call({"run", "fake", "--pool", std::string(100'000, 'x')}).err.size() < 1100);
}

TEST_CASE("an option has one value, wherever it stands") {
  const std::string twice = ": given more than once; expected one value";
  for (const auto& [option, one, other] :
       {std::array{"--pool", "dq8", "sq1"}, std::array{"--trace", "a", "b"},
        std::array{"--workers", "1", "2"}, std::array{"--repeat", "1", "2"},
        std::array{"--memory", "bs", "bs"}}) {
    refuses({"run", option, one, "fake", option, other}, option + twice);
    refuses({"run", "fake", option, one, option, other}, option + twice);
    refuses({"run", option, one, option, other, "fake"}, option + twice);
  }
  refuses({"compare", "--repeat", "1", "fake", "--repeat=2"}, "--repeat" + twice);
  refuses({"run", "--json", "fake", "--json=false"}, "--json" + twice);
  refuses({"run", "fake", "--json", "--json=false"}, "--json" + twice);
  refuses({"replay", "--seed", "1", "--seed", "1"}, "--seed" + twice);
  refuses({"cluster", "run", "--ranks", "2", "uts", "--ranks", "3"}, "--ranks" + twice);
  CHECK(call({"run", "--json", "fake", "--json", "--json=true"}).status == 0);
  for (const char* value : {"maybe", "1", "on", "-1"})
    refuses({"run", "fake", std::string("--json=") + value},
            "--json '" + std::string(value) + "': expected true or false");
}

TEST_CASE("an option at another place is told where it belongs") {
  const std::string after_run = "'--workers' is an option of jackdaw run; expected it after that";
  refuses({"--workers", "2", "run", "fake"}, after_run);
  refuses({"--workers=2", "run", "fake"}, after_run);
  refuses({"--size", "2", "run", "fake"},
          "'--size' is an option of jackdaw run fake; expected it after that");
  refuses({"run", "--size", "2", "fake"},
          "'--size' is an option of jackdaw run fake; expected it after that");
  refuses({"run", "--size", "2"}, "no application given before '--size'; expected one that has it: fake");
  refuses({"--pools", "all"},
          "no command given before '--pools'; expected one that has it: compare reproduce replay");
  refuses({"run", "fake", "--version"}, "'--version' is an option of jackdaw; expected it before run");
  refuses({"--ranks", "2", "cluster", "run", "uts"},
          "'--ranks' is an option of jackdaw cluster run; expected it after");
  refuses({"cluster", "--ranks", "2", "run", "uts"},
          "'--ranks' is not expected here; expected it after jackdaw cluster run");
  refuses({"--wrokers", "2", "run", "fake"},
          "no option of jackdaw run fake is called '--wrokers'; did you mean '--workers'?");
  refuses({"run", "3", "fake"}, "'3' is not expected here");
}

TEST_CASE("what is far from all names is not said to be meant as one of them") {
  refuses({"test"}, "no command is called 'test'; expected one of list run");
  refuses({"run", "fake", "--threads", "2"}, "'--threads'; expected one of --help");
  refuses({"run", "fake", "--memory", "heap"}, "expected one of cgbkof");
}

TEST_CASE("a long name is cut in its message, what was expected is not") {
  const std::string name(5000, 'n');
  for (const auto& arguments : {std::vector<std::string>{"run", "fake", "--pool"},
                                {"run", "fake", "--memory"},
                                {"run", "fake", "--idle"},
                                {"compare", "fake", "--pools"},
                                {"run"},
                                {"list"},
                                {"reproduce"},
                                {}}) {
    std::vector<std::string> all = arguments;
    all.push_back(name);
    refuses(all, "nnn…nnn");
    refuses(all, "'; expected one of");
  }
  refuses({"run", "fake", "--" + name}, "'; expected one of ");
  refuses({"run", "fake", "--pool", "dq8:block=" + name}, "…'; expected a whole number from 1 to 64");
  refuses({"run", "fake", "--pool", "dq8:" + name + "=1"}, "…'; expected one of its parameters");
  CHECK(call({"run", "fake", "--" + name}).err.size() < 1000);
}

TEST_CASE("an option that says how, without what it speaks of, is refused") {
  refuses(
      {"run", "fake", "--schedule-style", "triangles"},
      "--schedule-style triangles: says how a schedule is drawn; expected --schedule or --report beside it");
  refuses({"run", "fake", "--events", "100"},
          "--events 100: says how many events are kept; expected --record");
  refuses({"run", "fake", "--when-full", "ring"}, "--when-full ring: says which events are lost; expected");
  refuses({"replay", "run.jd", "--quantum", "5"}, "--quantum: says how long the adversary's choice lasts");
}

TEST_CASE("an empty value is none, whatever the option is") {
  for (const char* const option :
       {"--workers", "--repeat", "--pool", "--memory", "--idle", "--pin", "--surplus", "--output", "--record",
        "--trace", "--graph", "--schedule", "--paje", "--report", "--events", "--when-full", "--watch"}) {
    refuses({"run", "fake", option, ""}, std::string(option) + " '': expected a value");
    if (std::string(option) == "--output") continue;  // the application's
    refuses({"run", option, "", "fake"}, std::string(option) + " '': expected a value");
  }
  for (const char* const option : {"--pools", "--workers", "--output-plot", "--output"})
    refuses({"compare", "fake", option, ""}, std::string(option) + " '': expected a value");
  refuses({"model", "fake --output "}, "--output: expected a value");
  refuses({"replay", ""}, "file '': expected a value");
  refuses({"explain", ""}, "file '': expected a value");
  refuses({"grammar", "--from", ""}, "--from '': expected a value");
}

TEST_CASE("an option is no value of the one before it, and no file is called so") {
  const scratch_folder here;
  const std::string missing = ": expected a value after it (jackdaw ";
  for (const char* const option : {"--output", "--record", "--report", "--trace", "--size", "--pool",
                                   "--workers", "--repeat", "--watch", "--when-full"}) {
    for (const char* const next : {"--serial", "--no-such-option", "--help", "-h", "--"})
      refuses({"run", "fake", option, next}, option + missing + "run fake --help says more)");
  }
  refuses({"run", "--record", "--serial", "fake"}, "--record" + missing + "run --help says more)");
  refuses({"compare", "fake", "--output-plot", "--json"}, "--output-plot" + missing + "compare fake --help");
  refuses({"compare", "fake", "--pools", "dq8", "--output", "--json"}, "--output" + missing);
  refuses({"grammar", "--from", "f", "--output", "--check"}, "--output" + missing + "grammar --help");
  refuses({"replay", "f", "--processors", "--json"}, "--processors" + missing + "replay --help");
  refuses({"model", "fake --output --size 4"}, "--output" + missing + "run fake --help says more)");
  refuses({"reproduce", "all", "--output-page", "--json"}, "--output-page" + missing + "reproduce --help");
  refuses({"cluster", "run", "--hosts", "--ranks", "2", "uts"}, "--hosts" + missing + "cluster run --help");
  CHECK(fake_app::order().empty());
}

TEST_CASE("after an equals sign stands a value, whatever it begins with, and a path says that it is one") {
  const scratch_folder here;
  const auto as_given = std::filesystem::current_path();
  std::filesystem::current_path(here.path());
  const auto run = [](std::vector<std::string> output) {
    std::vector<std::string> words{"run", "fake", "--pool", "dq8", "--workers", "1"};
    words.insert(words.end(), output.begin(), output.end());
    std::ostringstream err;
    return call(words, err).status;
  };
  CHECK(run({"--output=--serial"}) == 0);
  CHECK(std::filesystem::exists(here.path("--serial")));
  CHECK(run({"--output", "./--json"}) == 0);
  CHECK(std::filesystem::exists(here.path("--json")));
  std::filesystem::current_path(as_given);
}

TEST_CASE("blanks around a number are seen in its message") {
  for (const std::string blank : {" ", "\t", "4 ", " 4"})
    refuses({"compare", "fake", "--workers", blank},
            "--workers '" + (blank == "\t" ? "\\x09" : blank) + "': expected a whole number from 1 to 4096");
}

TEST_CASE("what is refused has not run, and a plot is not begun") {
  const scratch_folder here;
  refuses({"compare", "fake", "--pools", "dq88", "--output-plot", here.path("plot.svg")}, "dq88");
  CHECK(fake_app::order().empty());
  refuses({"compare", "fake", "--throws", "task", "--output-plot", here.path("plot.svg")}, "gave up");
  CHECK(here.files() == 0);
}

TEST_CASE("what a main of a user's own adds wrongly is refused in one line, and nothing runs") {
  std::ostringstream out;
  std::ostringstream err;
  const auto add = [] { throw std::invalid_argument("pool 'dq8': there is a part of that name"); };
  CHECK(jackdaw::cli::command({"list"}, {{}, out, err, false, 2, add}) == 2);
  CHECK(err.str() == "jackdaw: pool 'dq8': there is a part of that name\n");
  CHECK(out.str().empty());
}

}  // namespace refusals_test
