#include "cli/run/surroundings/cycler.hpp"

#include <ostream>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include "apps/support/files/output_file.hpp"
#include "cli/command.hpp"
#include "cli/text/numbers.hpp"
#include "cli/text/progress.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

namespace {

/// CPU seconds of the processes that have ended and were waited for.
double children_cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

cycler_command::cycler_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "cycler",
                 "Uses a changing number of processors, and says how many it got (BP98 section 6)") {
  const auto number = [&](const char* option, std::string& value, const char* type, const char* help) {
    command_->add_option(option, value, help)->type_name(type)->capture_default_str();
  };
  number("--processes", processes_, "P", "Processes, of which a random number computes in each turn");
  number("--increments", increments_, "W",
         "Most increments of the counter by one of them in a turn; each takes 200 µs");
  number("--total", total_, "N", "Ends when the counter has reached this");
  number("--seed", seed_, "S", "Seed of the random numbers");
  command_->add_option("--log", log_, "Write time and counter to this file, every 16 increments, as CSV")
      ->type_name("FILE");
}

int cycler_command::execute() {
  apps::cycler_options options;
  options.processes = whole_number("--processes", processes_, 1, 1000);
  options.increments = whole_number("--increments", increments_, 1, 1'000'000'000);
  options.total = whole_number("--total", total_, 1, 1'000'000'000);
  options.seed = whole_number("--seed", seed_, 0, 1'000'000'000);
  apps::require_writable(std::vector<apps::named_output>{{"--log", log_, apps::file_kind::csv}});
  progress shown(here_);
  shown.doing("cycler: timing one process alone");
  options.turns = apps::cycler_turns();
  const double rate = apps::increments_per_second(options);
  shown.doing("cycler: counting");
  const double before = children_cpu_seconds();
  apps::cycler running(options);
  const auto from = running.now();
  running.wait();
  const auto to = running.now();
  const double seconds = to.seconds - from.seconds;
  shown.stop();

  table lines({{}, {}});
  lines.row({"increments", fmt::format("{} in {}", to.count, duration(seconds))});
  lines.row({"of one alone", fmt::format("{:.0f} per second", rate)});
  lines.row({"processors", fmt::format("{:.2f} by the counter, {:.2f} by CPU time",
                                       apps::processors_between(from, to, rate),
                                       (children_cpu_seconds() - before) / seconds)});
  if (!log_.empty()) {
    apps::output_file file(log_);
    file.stream() << "seconds,count\n";
    for (const auto& stamp : running.stamps())
      file.stream() << fmt::format("{:.6f},{}\n", stamp.seconds - from.seconds, stamp.count);
    file.commit();
    lines.row({"written", log_});
  }
  lines.print(here_.out);
  return done;
}

}  // namespace jackdaw::cli
