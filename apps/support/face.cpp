#include "apps/support/face.hpp"

#include <CLI/CLI.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/support/input_error.hpp"

namespace jackdaw::apps {

namespace {

/// The default scheduler with as many workers as were chosen. `refused`: what cannot run on other pools.
scheduler flagship_like(const any_scheduler& chosen, const std::string& refused) {
  const scheduler_choice preset;
  if (chosen.choice().pool != preset.pool) {
    throw input_error(refused + " do not run on the pool " + chosen.choice().pool + "; expected the pool " +
                      preset.pool);
  }
  return scheduler({.workers = chosen.workers(), .pin = chosen.choice().options.pin});
}

}  // namespace

void face_choice::declare(CLI::App& command) {
  command
      .add_option("--face", name_,
                  std::string("Written as tasks that put tasks (pool), or as joins (fork_join)") +
                      (offers_flow() ? ", or as tasks that say which data they use (flow)" : "") +
                      (offers_threads() ? ", or as threads with a part each" : ""))
      ->type_name("NAME")
      ->capture_default_str();
}

void face_choice::validate() const {
  if (name_ == "pool" || is_fork_join()) return;
  if ((offers_flow() && is_flow()) || (offers_threads() && is_threads())) return;
  const char* const expected = offers_flow()      ? "pool, fork_join, flow or threads"
                               : offers_threads() ? "pool, fork_join or threads"
                                                  : "pool or fork_join";
  throw input_error("--face " + name_ + ": no such face; expected " + expected);
}

double face_choice::run_joins(const any_scheduler& chosen, const std::function<void(worker&)>& root) {
  scheduler flagship = flagship_like(chosen, "--face fork_join: joins");
  const base::stopwatch watch;
  flagship.run([&root](worker& w) { root(w); });
  return watch.seconds();
}

double face_choice::run_flow(const any_scheduler& chosen, const std::function<void(scheduler&)>& submit) {
  scheduler flagship = flagship_like(chosen, "--face flow: tasks that say which data they use");
  const base::stopwatch watch;
  submit(flagship);
  return watch.seconds();
}

}  // namespace jackdaw::apps
