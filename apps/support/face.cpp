#include "apps/support/face.hpp"

#include <jackdaw/base/clock.hpp>

#include "apps/support/input_error.hpp"

namespace jackdaw::apps {

void face_choice::declare(CLI::App& command) {
  command
      .add_option("--face", name_,
                  std::string("Written as tasks that put tasks (pool), or as joins (fork_join)") +
                      (threads_ ? ", or as threads with a part each" : ""))
      ->type_name("NAME")
      ->capture_default_str();
}

void face_choice::validate() const {
  if (name_ == "pool" || is_fork_join() || (threads_ && is_threads())) return;
  throw input_error("--face " + name_ + ": no such face; expected " +
                    (threads_ ? "pool, fork_join or threads" : "pool or fork_join"));
}

double face_choice::run_joins(const any_scheduler& chosen, const std::function<void(worker&)>& root) {
  const scheduler_choice preset;
  if (chosen.choice().pool != preset.pool) {
    throw input_error("--face fork_join: joins do not run on the pool " + chosen.choice().pool +
                      "; expected the pool " + preset.pool);
  }
  scheduler flagship({.workers = chosen.workers(), .pin = chosen.choice().options.pin});
  const base::stopwatch watch;
  flagship.run([&root](worker& w) { root(w); });
  return watch.seconds();
}

}  // namespace jackdaw::apps
