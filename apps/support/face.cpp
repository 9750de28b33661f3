#include "apps/support/face.hpp"

#include <string_view>

#include <CLI/App.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/support/input_error.hpp"

namespace jackdaw::apps {

namespace {

/// How a flagship is made with as many workers as were chosen.
scheduler_options flagship_like(const any_scheduler& chosen) {
  const scheduler_choice preset;
  if (chosen.choice().pool != preset.pool) {
    throw input_error("--face fork_join: joins do not run on the pool " + chosen.choice().pool +
                      "; expected the pool " + preset.pool);
  }
  return {.workers = chosen.workers(), .pin = chosen.choice().options.pin};
}

/// The task from which all joins of a run come.
template <class Worker>
struct first_join {
  static constexpr std::string_view name = "(first join)";
  const std::function<void(Worker&)>* root;
  void operator()(Worker& w) const { (*root)(w); }
};

template <class Scheduler>
double seconds_of(Scheduler& flagship, const std::function<void(typename Scheduler::worker_type&)>& root) {
  const base::stopwatch watch;
  flagship.run(first_join<typename Scheduler::worker_type>{&root});
  return watch.seconds();
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

double face_choice::run_joins(any_scheduler& chosen, const rooted<worker>& root,
                              const rooted<observed_flagship::worker_type>& observed) {
  const scheduler_options options = flagship_like(chosen);
  if (chosen.choice().observer == nullptr) {
    scheduler flagship(options);
    return seconds_of(flagship, root);
  }
  double seconds = 0;
  chosen.lend_observer([&](observe::any_observer& lent) {
    observed_flagship flagship(options);
    flagship.observer().show(lent);
    seconds = seconds_of(flagship, observed);
  });
  return seconds;
}

}  // namespace jackdaw::apps
