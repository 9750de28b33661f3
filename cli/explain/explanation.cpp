#include "cli/explain/explanation.hpp"

#include <ostream>
#include <utility>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/trace/read/run_file.hpp>

#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "cli/replay/costs/calibration.hpp"
#include "cli/replay/costs/recorded_costs.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

constexpr unsigned most_events = 1U << 30U;  // a worker; 16 GiB

}  // namespace

void explanation::declare(CLI::App& command) {
  const std::string group = "Options that explain the run (docs/guide/observing/recording.md)";
  forms_.declare(command, group);
  command.add_option("--record", record_, "Write what was recorded, for jackdaw explain, replay and grammar")
      ->type_name("FILE.jd")
      ->group(group);
  command
      .add_option("--events", events_,
                  "Events to keep for each worker, 16 bytes each; three for each task (default 1048576)")
      ->type_name("N")
      ->group(group);
  command
      .add_option("--when-full", full_,
                  "Which events to lose when there are more: stop (the last), ring (the first)")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(group);
}

bool explanation::asked() const { return forms_.asked() || !record_.empty(); }

void explanation::require_no_file(const std::string& what) const {
  if (!asked()) return;
  throw apps::input_error((record_.empty() ? forms_.first_option() : "--record") + ": " + what +
                          " has no tasks that could be recorded; expected another face, or no such file");
}

scheduler_choice explanation::with_recorder(scheduler_choice choice) {
  require_known({"way to lose events", "jackdaw run --help"}, full_, {"stop", "ring"});
  if (!events_.empty()) much_.events_per_worker = whole_number("--events", events_, 1, most_events);
  much_.then = full_ == "ring" ? trace::when_full::ring : trace::when_full::stop;
  if (!asked()) {
    const std::string expected = "; expected --record, --trace or another file of the run beside it";
    if (!events_.empty())
      throw apps::input_error("--events " + events_ + ": says how many events are kept" + expected);
    if (much_.then == trace::when_full::ring)
      throw apps::input_error("--when-full ring: says which events are lost" + expected);
  }
  apps::require_writable(std::vector<apps::named_output>{{"--record", record_, apps::file_kind::recording}});
  forms_.require_writable("jackdaw run");
  if (asked()) choice.observer = &observe::any_observer::make<trace::recorder>;
  return choice;
}

void explanation::begin(const any_scheduler& scheduler) const {
  if (asked()) scheduler.observer<trace::recorder>()->keep(much_);
}

void explanation::end(const any_scheduler& scheduler, double seconds) {
  if (!asked()) return;
  trace::recording seen = scheduler.observer<trace::recorder>()->take();
  if (kept_ && seconds >= kept_seconds_) return;
  kept_seconds_ = seconds;
  kept_.emplace();
  kept_->seen = std::move(seen);
  kept_->pool = scheduler.choice().pool;
  if (kept_->seen.has_task() || !kept_->seen.complete()) return;
  kept_.reset();  // a run without a task: its result is as good as any
}

std::string explanation::note() const {
  if (!asked() || kept_) return {};
  return "nothing, and no file is written: no task was recorded";
}

apps::json explanation::figures() {
  if (!kept_) return nullptr;
  kept_->price = measured_costs(kept_->pool);
  kept_->find_order();
  return kept_->figures();
}

std::vector<std::string> explanation::write(const std::string& title) const {
  if (!kept_) return {};
  std::vector<std::string> written = forms_.write(title, *kept_);
  if (record_.empty()) return written;
  const auto nanoseconds = [](double seconds) { return static_cast<std::uint64_t>(1e9 * seconds); };
  apps::output_file out(record_);
  trace::write_run(out.stream(),
                   {title, kept_->pool, kept_->seen, nanoseconds(plain_.alone), nanoseconds(plain_.crowded),
                    plain_.crowded > 0 ? plain_.among : 0, memory_, measured_event(), costs_of_all_pools()});
  out.commit();
  written.push_back(record_);
  return written;
}

}  // namespace jackdaw::cli
