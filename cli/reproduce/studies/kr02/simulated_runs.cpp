#include "cli/reproduce/studies/kr02/simulated_runs.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "apps/support/system/child_program.hpp"
#include "apps/support/system/ending_signals.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/command.hpp"
#include "cli/uninterrupted.hpp"

namespace jackdaw::cli {

namespace {

/// A folder of its own among temporary files, which goes with it.
class scratch {
 public:
  scratch() : path_((std::filesystem::temp_directory_path() / "jackdaw-caches-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) throw apps::input_error(path_ + ": " + std::strerror(errno));
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

template <class Value, class Text>
std::string listed(const std::vector<Value>& all, Text text) {
  std::string line;
  for (const Value& each : all) line += (line.empty() ? "" : ",") + text(each);
  return line;
}

std::vector<std::string> words_of(const simulation_plan& plan, unsigned rounds, const std::string& dumps,
                                  const std::string& log) {
  const std::string app = "*synthetic_app::";
  std::vector<std::string> words{"valgrind",
                                 "--tool=callgrind",
                                 "--cache-sim=yes",
                                 "--fair-sched=try",
                                 "--I1=" + std::string(plan.caches.instructions),
                                 "--D1=" + std::string(plan.caches.data),
                                 "--LL=" + std::string(plan.caches.last),
                                 "--callgrind-out-file=" + dumps,
                                 "--log-file=" + log,
                                 "--zero-before=" + app + "run(jackdaw::any_scheduler*",
                                 "--dump-before=" + app + "check*",
                                 plan.program,
                                 "compare"};
  std::istringstream input(plan.input);
  for (std::string word; input >> word;) words.push_back(word);
  const std::string pools = listed(plan.pools, [](const std::string& each) { return each; });
  const std::string workers = listed(plan.workers, [](unsigned each) { return std::to_string(each); });
  words.insert(words.end(),
               {"--pools", pools, "--memory", "dgbkof", "--workers", workers, "--surplus", "work", "--repeat",
                std::to_string(rounds), "--no-warm-up", "--no-serial", "--json"});
  return words;
}

/// The sums of a dump: a line with the names of all events, and one with their counts.
simulated_misses misses_in(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> names;
  simulated_misses found;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "events:") {
      while (words >> word) names.push_back(word);
    } else if (word == "summary:") {
      double count = 0;
      for (std::size_t i = 0; i < names.size() && words >> count; ++i) {
        if (names[i] == "D1mr" || names[i] == "D1mw") found.first_level += count;
        if (names[i] == "DLmr" || names[i] == "DLmw") found.last_level += count;
      }
      return found;
    }
  }
  throw apps::input_error("callgrind: a dump has no sums; expected valgrind 3.19 or one like it");
}

/// What one process found: misses in the order of its runs.
struct part {
  std::vector<simulated_misses> runs;
  std::string wrong;
};

/// The line in which valgrind's log says why it has ended a program, or an empty text.
std::string reason_in(const std::string& log) {
  constexpr std::array<std::string_view, 4> beginnings{"Process terminating", "unhandled instruction",
                                                       "out of memory", "valgrind: "};
  std::ifstream file(log);
  for (std::string line; std::getline(file, line);) {
    for (const std::string_view each : beginnings) {
      if (const std::size_t at = line.find(each); at != std::string::npos)
        return line.substr(at, line.find_last_not_of(':') + 1 - at);
    }
  }
  return "";
}

/// What is wrong where the command has ended like this, in which case it has written no result. `said`: its last line.
std::string failure(int status, const std::string& said, const std::string& log) {
  constexpr int by_signal = 128;
  const std::string why = said.empty() ? reason_in(log) : said;
  const bool is_unknown = status == by_signal + SIGILL || why.find("nhandled") != std::string::npos;
  return "under valgrind the command has ended " +
         (status > by_signal
              ? "by signal " + std::to_string(status - by_signal) + " (" + strsignal(status - by_signal) + ")"
              : "with status " + std::to_string(status)) +
         (why.empty() ? "" : ": " + apps::quoted(why)) +
         (is_unknown ? "; expected one that is built without -march=native, since valgrind does not know all "
                       "processors"
                     : "; expected limits that suffice for valgrind (ulimit -a)");
}

part simulate_rounds(const simulation_plan& plan, unsigned rounds) {
  const scratch folder;
  const std::string dumps = folder.file("misses");
  std::string last;
  const apps::child_end end = apps::run_program(
      words_of(plan, rounds, dumps, folder.file("log")), apps::child_stream::errors,
      [&](const std::string& line) {
        const bool is_table_of_valgrind = line.starts_with("--");
        if (!is_table_of_valgrind) last = line.substr(0, line.find('\n'));
      },
      apps::other_stream::is_dropped);
  if (apps::is_interrupted()) throw apps::input_error(plan.name + ": interrupted; expected to be left alone");
  if (end.status == apps::child_end::not_started)
    throw apps::input_error(plan.name +
                            ": valgrind cannot be started; expected it in PATH, to simulate caches");
  if (end.status != done && end.status != wrong_result)
    throw apps::input_error(failure(end.status, last, folder.file("log")));
  part found;
  if (end.status == wrong_result) found.wrong = "under valgrind: " + apps::quoted(last, 400);
  const std::size_t runs = rounds * plan.pools.size() * plan.workers.size();
  for (std::size_t i = 1; i <= runs; ++i) {
    const std::string path = dumps + '.' + std::to_string(i);
    if (!std::filesystem::exists(path) && i == 1 &&
        end.status == wrong_result)  // valgrind has failed with it
      throw apps::input_error(failure(end.status, last, folder.file("log")));
    if (!std::filesystem::exists(path))
      throw apps::input_error("valgrind has seen " + std::to_string(i - 1) + " of " + std::to_string(runs) +
                              " runs; expected a command with its symbols, not a stripped one");
    found.runs.push_back(misses_in(path));
  }
  return found;
}

}  // namespace

simulation simulate_runs(const simulation_plan& plan) {
  const unsigned processes = std::min(plan.repeat, base::cpu_budget::affinity());
  std::vector<unsigned> rounds(processes, plan.repeat / processes);
  for (unsigned i = 0; i < plan.repeat % processes; ++i) ++rounds[i];
  std::vector<part> parts(processes);
  std::vector<std::exception_ptr> failures(processes);
  const uninterrupted
      simulating;  // so the folders of all threads are gone, and valgrind is, when a signal ends this
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < processes; ++i) {
    threads.emplace_back([&, i] {
      try {
        parts[i] = simulate_rounds(plan, rounds[i]);
      } catch (...) { failures[i] = std::current_exception(); }
    });
  }
  for (std::thread& each : threads) each.join();
  for (const std::exception_ptr& each : failures) {
    if (each) std::rethrow_exception(each);
  }
  simulation found;
  const std::size_t choices = plan.pools.size() * plan.workers.size();
  found.runs.resize(choices);
  for (unsigned i = 0; i < processes; ++i) {
    if (!parts[i].wrong.empty()) found.wrong = parts[i].wrong;
    for (std::size_t run = 0; run < parts[i].runs.size(); ++run) {
      const std::size_t round = run / choices;
      found.runs[(round + run) % choices].push_back(parts[i].runs[run]);  // as compare() goes round
    }
  }
  return found;
}

bool has_valgrind() {
  const apps::child_end end =
      apps::run_program({"valgrind", "--version"}, apps::child_stream::output, [](const std::string&) {});
  return end.status == 0;
}

}  // namespace jackdaw::cli
