#include "cli/run/run.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include <CLI/App.hpp>

#include "cli/command.hpp"
#include "cli/last_steps.hpp"
#include "cli/replay/costs/memory_sharing.hpp"
#include "cli/run/counters.hpp"
#include "cli/run/footprint.hpp"
#include "cli/run/surroundings/crowd.hpp"
#include "cli/schedulers.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

run_command::run_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "run", "Runs an application once and checks its result"),
      workers_(by_budget),
      app_(*command_, here, [this](CLI::App& command) { declare(command); }) {}

void run_command::declare(CLI::App& command) {
  const std::string scheduler = "Options of the scheduler";
  const auto name = [&](const char* option, std::string& value, const char* help) {
    command.add_option(option, value, help)->type_name("NAME")->capture_default_str()->group(scheduler);
  };
  name("--pool", choice_.pool, "Task pool, one of `jackdaw list pools`");
  name("--memory", choice_.memory, "Memory manager, one of `jackdaw list managers`");
  name("--idle", choice_.idle, "What workers without work do, one of `jackdaw list idle`");
  command
      .add_option("--workers", workers_,
                  "Number of workers; budget: JACKDAW_WORKERS, or else the processors this process may use")
      ->type_name("P")
      ->capture_default_str()
      ->group(scheduler);

  placing_.declare(command, scheduler);

  const std::string run = "Options of the run";
  command.add_option("--repeat", repeat_, "Runs, of which the median time is shown")
      ->type_name("R")
      ->capture_default_str()
      ->group(run);
  command.add_flag("--serial", serial_, "Time the serial program, too, and show the speed-up")->group(run);
  command
      .add_flag("--counters", counters_,
                "Show what the workers did: steals, waiting, sleep, memory; and cache misses, where allowed")
      ->group(run);
  command.add_flag("--json", json_, "One JSON object instead of lines")->group(run);
  beside_.declare(command);
  explained_.declare(command);
  watching_.declare(command);
}

run_report run_command::measure(progress& shown) {
  const unsigned repeat = whole_number("--repeat", repeat_, 1, most_repetitions);
  apps::app& app = app_.app();
  run_report report;
  report.app = app_.name();
  const scheduler_choice choice = watching_.with_activity(explained_.with_recorder(choice_));
  beside_
      .start();  // after outputs are looked at, before the counters, which count all that is made after them
  std::optional<run_counters> counters;
  if (counters_) counters.emplace();
  any_scheduler scheduler = open_scheduler(choice);  // before the input, which may take long
  report.choice = scheduler.choice();

  shown.doing(report.app + ": preparing the input");
  app.prepare();
  report.input = app.input();

  const auto watch = watching_.begin(scheduler, shown);
  const unsigned steps = repeat > 1 ? repeat : 0;
  for (unsigned i = 1; i <= repeat && report.checked; ++i) {
    if (serial_) {
      shown.doing(report.app + ": serial program", steps > 0 ? i : 0, steps);
      report.serial_seconds.push_back(app.run_serial());
      report.take(app.check());
      if (!report.checked) {
        report.line = "serial program: " + report.line;
        break;
      }
    }
    shown.doing(report.app + ": running on " + choice_.pool, steps > 0 ? i : 0, steps);
    const std::uint64_t before = scheduler.tasks();
    if (counters) counters->begin(scheduler);
    explained_.begin(scheduler);
    beside_.begin();
    report.seconds.push_back(app.run(scheduler));
    scheduler.await_rest();  // a flow has said only that its tasks are over
    beside_.end(report.choice.workers);
    if (counters) counters->end(scheduler);
    explained_.end(scheduler, report.seconds.back());
    report.tasks = scheduler.tasks() - before;
    shown.doing(report.app + ": checking the result", steps > 0 ? i : 0, steps);
    report.take(app.check());
  }
  if (!report.seconds.empty()) report.counts = app.counts();
  if (counters) report.counters = counters->found();
  report.beside = beside_.found();
  report.explained = explained_.figures();
  if (report.checked) report.unexplained = explained_.note();
  return report;
}

void run_command::measure_plain(run_report& report, progress& shown) {
  shown.doing(report.app + ": running without the recorder");
  std::uint64_t touched = 0;
  {
    any_scheduler plain = open_scheduler(choice_);
    touched = touched_bytes([&] { app_.app().run(plain); });
  }
  report.take(app_.app().check());
  if (!report.checked) {
    report.line = "without the recorder: " + report.line;
    return;
  }
  shown.doing(report.app + ": running without the recorder, alone and in several copies");
  explained_.set_plain_times(measure_crowding([this] {
    return [this, own = std::make_shared<any_scheduler>(open_scheduler(choice_))] {
      return app_.app().run(*own);
    };
  }));
  report.take(app_.app().check());
  if (!report.checked) {
    report.line = "without the recorder: " + report.line;
    return;
  }
  shown.doing(report.app + ": measuring how processors slow each other down by memory");
  explained_.set_memory(measure_memory_sharing(touched));
}

int run_command::execute() {
  choice_.workers = worker_count(workers_);
  choice_.options = placing_.chosen();
  choice_ = resolved(std::move(choice_));
  if (app_.is_without_tasks()) explained_.require_no_file("--face threads");
  run_report report;
  last_steps steps;
  {
    progress shown(here_);
    report = measure(shown);
    if (report.checked && explained_.wants_plain_time() && !report.explained.is_null() &&
        report.choice.workers == 1)
      measure_plain(report, shown);
    if (report.checked) {
      // Schedulers are gone, and what shows the progress takes no signals: drawing can be interrupted, a file that is
      // half written not.
      shown.doing(report.app + ": writing files");
      steps.take([&] { report.outputs = app_.app().write_outputs(); });
      steps.take([&] {
        for (auto& path : explained_.write(title(report))) report.outputs.push_back(std::move(path));
      });
    }
    shown.stop();
  }
  if (json_) {
    here_.out << json_text(to_json(report));
  } else {
    print(here_.out, report);
  }
  steps.end();
  return report.checked ? done : wrong_result;
}

}  // namespace jackdaw::cli
