// `jackdaw replay`, and what commands that begin with a recorded run refuse.
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <jackdaw/base/processors/cpu_list.hpp>

#include "cli/replay/costs/calibration.hpp"
#include "cli/run/footprint.hpp"
#include "cli/schedulers.hpp"
#include "tests/cli/fake_app.hpp"
#include "tests/cli/replay/recorded_grammars.hpp"
#include "tests/support/scratch_folder.hpp"

namespace recorded_test {

using jackdaw::apps::json;
using namespace jackdaw::cli::test::grammars;
using jackdaw::cli::test::has;
using jackdaw::cli::test::outcome;
using jackdaw::tests::scratch_folder;

namespace {

/// Writes `text` so many times into a FIFO, unless its reader goes before.
class fifo_writer {
 public:
  fifo_writer(const std::string& path, const std::string& text, int times)
      : thread_([path, text, times] {
          if (times == 0) return;
          sigset_t broken;
          sigemptyset(&broken);
          sigaddset(&broken, SIGPIPE);
          pthread_sigmask(SIG_BLOCK, &broken, nullptr);
          const int end = open(path.c_str(), O_WRONLY | O_CLOEXEC);
          for (int left = times; left > 0 && write(end, text.data(), text.size()) > 0;) --left;
          close(end);
        }) {}
  fifo_writer(const fifo_writer&) = delete;
  fifo_writer& operator=(const fifo_writer&) = delete;
  ~fifo_writer() { thread_.join(); }

 private:
  std::thread thread_;
};

}  // namespace

TEST_CASE("replay predicts within work and span, and the same again") {
  const scratch_folder here;
  const std::string run =
      recorded(here, "a.jd", "initial F(12)\nF(n) if n < 2 -> {9}\nF(n) -> {5} <F(n-1) F(n-2)> {1}");
  const auto arguments = replayed(run, {"--processors", "1..8,3", "--pools", "all", "--json", "--available",
                                        "1..4", "--quantum", "0.01"});
  const outcome first = call(arguments);
  CAPTURE(first.err);
  REQUIRE(first.status == 0);
  CHECK(call(arguments).out == first.out);
  const json found = json::parse(first.out);
  CHECK(found["predictions"].size() == 5 * jackdaw::cli::pool_lines().size());
  for (const json& each : found["predictions"]) {
    const double seconds = each["seconds"];
    CHECK(seconds >= 0.999999 * found["span_seconds"].get<double>());
    CHECK(seconds * each["processors"].get<double>() >= 0.999999 * found["work_seconds"].get<double>());
    CHECK(each["utilization"].get<double>() <= 1.000001);
  }
  std::vector<std::string> dear = replayed(run);
  dear.back() = "1e12";  // of --event
  const outcome nothing_left = call(dear);
  CHECK(nothing_left.status == 2);
  CHECK(has(nothing_left.err, "no task took longer than --event 1.00e+12 ns; expected less"));
  const outcome shown = call(replayed(run, {"--output-plot", here.path("p.svg")}));
  CHECK(shown.status == 0);
  for (const char* part : {"work ", "span ", "speed-up", "bound", "jackdaw", "  64\n"})
    CHECK(has(shown.out, part));
  CHECK(has(here.content("p.svg"), "</svg>"));
}

TEST_CASE(
    "costs are in the recording, so that a replay is the same again; given ones and measured ones come "
    "first") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", tree, "1", "1");
  const std::vector<std::string> plain{"replay", run, "--pools", "all", "--processors", "1,2,16", "--json"};
  const outcome first = call(plain);
  CAPTURE(first.err);
  REQUIRE(first.status == 0);
  CHECK(call(plain).out == first.out);
  const json found = json::parse(first.out);
  CHECK(found["costs_of_recording"] == true);

  std::string text = here.content("a.jd");
  const std::size_t from = text.find("costs \"dq2\" ") + 12;
  text.replace(from, text.find('\n', from) - from, "1.000 2.000 3.000 4.000 5.000 6.000 7.000 8.000");
  const std::string changed = here.write("b.jd", text);
  const auto costs = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"replay", changed, "--pools", "dq2", "--processors", "1", "--json"});
    return json::parse(call(more).out)["costs"]["dq2"];
  };
  CHECK(costs({})["put"] == 1);
  CHECK(costs({})["call"] == 8);
  CHECK(costs({"--put", "9"})["put"] == 9);
  CHECK(costs({"--put", "9"})["get"] == 2);
  CHECK(costs({"--measure"})["call"] != 8);
  CHECK(has(call({"replay", changed, "--pools", "dq2"}).out, "as recorded"));
}

TEST_CASE(
    "with one worker it is recorded what copies and their memory cost each other, and a replay goes by "
    "that") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", tree, "1", "1");
  std::string text = here.content("a.jd");
  CHECK(has(text, "\nplain "));
  CHECK(has(text, "\ncrowded ") == (jackdaw::base::affinity_of().size() > 1));
  CHECK(has(text, "\nmemory ") == (jackdaw::cli::touched_bytes([] {}) != 0));

  const std::size_t from = text.find("plain ");
  const std::size_t to = text.find("event ");
  const auto slower = [&](const std::string& measured, std::vector<std::string> more = {}) {
    std::string changed = text;
    changed.replace(from, to - from, measured);
    more.insert(more.begin(), {"replay", here.write("b.jd", changed), "--processors", "2", "--json"});
    return json::parse(call(more).out)["slower"]["times"].get<double>();
  };
  CHECK(slower("") == 1);
  CHECK(slower("plain 1000\ncrowded 1200 2\n") == doctest::Approx(1.2));
  CHECK(slower("plain 1000\ncrowded 1200 2\nmemory 5000 1.400 1.100\n") == doctest::Approx(1.05));
  CHECK(slower("plain 1000\ncrowded 1200 2\nmemory 5000 1.400 1.100\n", {"--slower", "3"}) == 3);
}

TEST_CASE("a pool that replays do not know is said to be another one that stands in for it") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", tree);
  const std::string text = here.content("a.jd");
  const std::size_t from = text.find("\npool \"");
  const std::size_t to = text.find('\n', from + 1);
  const auto of_pool = [&](const std::string& pool) {
    return here.write("b.jd", text.substr(0, from) + "\npool \"" + pool + '"' + text.substr(to));
  };
  const std::string strange = of_pool("zzz:deep=3");
  CHECK(has(call(replayed(strange, {})).out,
            "jackdaw: replays know no pool 'zzz:deep=3', on which it ran; --pools chooses others\n"));
  CHECK(json::parse(call(replayed(strange, {"--json"})).out)["instead_of"] == "zzz:deep=3");
  CHECK(!has(call(replayed(strange, {"--pools", "dq8"})).out, "zzz"));
  CHECK(has(call({"explain", strange}).out, "zzz:deep=3 (not known here; burdens as of jackdaw)\n"));
  const std::string nameless = of_pool("");
  CHECK(has(call(replayed(nameless, {})).out, "jackdaw: the recording names none; --pools chooses others\n"));
  CHECK(json::parse(call(replayed(nameless, {"--json"})).out)["instead_of"] == "");
  CHECK(!json::parse(call(replayed(run, {"--json"})).out).contains("instead_of"));
}

TEST_CASE("costs are measured where they are not given") {
  const auto found = jackdaw::cli::measured_costs("dq2");
  CHECK(found.put > 0);
  CHECK(found.get >= 0);
  CHECK(found.lock > 0);
  CHECK(found.transfer > 0);
  CHECK(found.steal >= 0);
  CHECK(jackdaw::cli::measured_event() >= 0);
}

TEST_CASE("what cannot be replayed or derived from is refused in one line") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", tree);
  const auto refuses = [](const std::vector<std::string>& arguments, const std::string& why) {
    const outcome found = call(arguments);
    CAPTURE(found.err);
    CHECK(found.status == 2);
    CHECK(has(found.err, why));
    CHECK((has(found.err, "expected") || has(found.err, "did you mean")));
    CHECK(found.err.find('\n') == found.err.size() - 1);
  };
  refuses({"replay"}, "replay: expected a recorded run");
  refuses({"replay", here.path("none.jd")}, "none.jd: cannot be read");
  refuses({"replay", here.path()}, ": is a folder; expected a file of jackdaw run --record");
  refuses({"replay", here.write("x.jd", "hello\n")}, "x.jd:1: 'hello'");
  const std::string text = here.content("a.jd");
  refuses({"grammar", "--from", here.write("y.jd", text.substr(0, text.size() / 2))}, "y.jd:");
  std::string lossy = text;
  lossy.replace(lossy.find("lost 0"), 6, "lost 5");
  refuses({"replay", here.write("z.jd", lossy)}, "z.jd: 5 events were lost");
  const std::string empty = "jackdaw recording 1\nrun \"\"\npool \"\"\nlost 0\nkinds 0\nworkers 0\nend\n";
  refuses({"replay", here.write("e.jd", empty)}, "e.jd: no task was recorded");
  const std::string circle =
      "jackdaw recording 1\nrun \"\"\npool \"jackdaw\"\nplain 9\nevent 1\nlost 0\nkinds 1\nkind \"A\" "
      "\"\"\nworkers "
      "1\nworker 0 8\n0 created 1 0\n0 created 2 0\n1 started 1 0\n2 started 2 0\n20 joined 1 2\n30 finished "
      "2 1\n"
      "40 joined 2 1\n50 finished 1 0\nend\n";
  std::vector<std::string> fitting = replayed(here.write("c.jd", circle));
  refuses(fitting, "c.jd: replay: tasks wait for each other");
  fitting.resize(fitting.size() - 2);  // the cost of an event is found by replays
  refuses(fitting, "c.jd: replay: tasks wait for each other");
  refuses(replayed(run, {"--processors", "0"}), "--processors 0");
  refuses(replayed(run, {"--processors", "8..2"}),
          "--processors 8..2: goes down; expected 2..8, from the smaller number to the larger");
  refuses(replayed(run, {"--processors", "1,4..1"}), "--processors 4..1: goes down; expected 1..4");
  refuses(replayed(run, {"--available", "2..1"}), "--available 2..1: goes down; expected 1..2");
  refuses({"grammar", "--from", run, "--output", here.path("g.tg"), "--check", here.path("none.jd")},
          "none.jd: cannot be read");
  CHECK_FALSE(std::filesystem::exists(here.path("g.tg")));  // refused before anything is written
  refuses({"grammar", "--from", run, "--output", here.path("g.png")},
          "expected a name that ends in .tg or .txt");
  refuses(replayed(run, {"--pools", "dq88"}), "no pool is called 'dq88'");
  refuses(replayed(run, {"--available", "two"}), "--available two");
  refuses(replayed(run, {"--output-plot", "x.txt"}), "--output-plot x.txt");
  for (const char* wrong : {"-1", "0", "0.0001", "nan", "inf", "1e400", "0x1", "", "1e13"})
    refuses(replayed(run, {"--available", "1..2", "--quantum", wrong}), "--quantum ");
  refuses({"replay", run, "--put", "-1"}, "--put -1: expected a number from 0 to 1e+12");
  refuses(replayed(run, {"--slower", "0.5"}), "--slower 0.5: expected a number from 1 to 1000");
  for (const char* wrong : {"-1", "0x10", "18446744073709551616", "1.5", " 1", "+1"})
    refuses(replayed(run, {"--seed", wrong}), "expected a whole number from 0 to 18446744073709551615");
  refuses({"grammar"}, "grammar: expected a grammar's file or --from");
  refuses({"grammar", run + ".tg"}, "expected --check");
  refuses({"grammar", run, "--check", run},
          "a.jd:1: a recorded run; expected a task grammar (jackdaw grammar --from");
  refuses({"grammar", "--from", run, "--set", "s=1"}, "--set s=1: expected --check RUN.jd beside it");
  refuses({"grammar", run + ".tg", "--check", run, "--runtime"}, "expected --from RUN.jd with --runtime");
}

TEST_CASE(
    "recordings and grammars are read as all inputs are: bounded, once, and never where an output goes") {
  const scratch_folder here;
  const std::string run = recorded(here, "a.jd", tree);
  const std::string grammar = run + ".tg";
  const auto refuses = [](const std::vector<std::string>& arguments, const std::string& why) {
    const outcome found = call(arguments);
    CAPTURE(found.err);
    CHECK(found.status == 2);
    CHECK(found.out.empty());
    CHECK(has(found.err, why));
  };
  const std::string text = here.content("a.jd");
  std::filesystem::create_hard_link(run, here.path("a.svg"));
  for (const char* const name : {"a.tg", "link.svg"}) std::filesystem::create_symlink(run, here.path(name));
  std::filesystem::create_hard_link(grammar, here.path("tg.jd"));
  refuses({"grammar", "--from", run, "--output", here.path("a.tg")}, "--output: ");
  refuses({"grammar", "--from", run, "--check", run, "--output", here.path("a.tg")}, " is an input, too (");
  refuses(replayed(run, {"--output-plot", here.path("a.svg")}), "--output-plot: ");
  refuses({"explain", run, "--schedule", here.path("link.svg")}, "--schedule: ");
  refuses({"run", "grammar", grammar, "--unit", "0", "--record", here.path("tg.jd")}, "--record: ");
  CHECK(here.content("a.jd") == text);
  CHECK(here.content("a.jd.tg") == tree);

  const std::string fifo = here.path("fifo");
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  {
    const fifo_writer once(fifo, text, 1);
    CHECK(call({"explain", fifo}).status == 0);
  }
  const std::string blanks(1U << 16U, ' ');
  for (const std::string& endless : {std::string("/dev/zero"), fifo}) {
    const fifo_writer writer(fifo, blanks, endless == fifo ? 5000 : 0);
    refuses({"replay", endless}, "; expected lines of up to 67108864 bytes");
  }
  for (const std::string& endless : {std::string("/dev/zero"), fifo}) {
    const fifo_writer writer(fifo, blanks, endless == fifo ? 5000 : 0);
    refuses({"run", "grammar", endless}, ": more than 16777216 bytes; expected a file with a task grammar");
  }
  refuses({"run", "grammar", here.path()}, ": is a folder; expected a file with a task grammar");
  refuses({"explain", here.write("gz", "\x1f\x8b\x08")}, "gz: is compressed by gzip");
}

}  // namespace recorded_test
