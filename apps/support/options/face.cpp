#include "apps/support/options/face.hpp"

#include <string_view>

#include <CLI/App.hpp>

#include <jackdaw/base/clock.hpp>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps {

namespace {

/// Those policies of the catalogue that are settings of the default pool's own.
idle_use setting_of(const std::string& idle) {
  if (idle == scheduler_choice().idle || idle == "spin_yield_park") return idle_use::balanced;
  if (idle == "spin_long") return idle_use::latency;
  if (idle == "park_soon") return idle_use::thrifty;
  throw input_error("--face fork_join: workers of joins do not wait by " + idle +
                    "; expected --idle spin_yield_park, spin_long or park_soon");
}

/// How a default scheduler is made as the one that was chosen by name.
scheduler_options options_of(const any_scheduler& chosen) {
  const scheduler_choice preset;
  const scheduler_choice& choice = chosen.choice();
  if (choice.pool != preset.pool) {
    throw input_error("--face fork_join: joins do not run on the pool " + choice.pool +
                      "; expected the pool " + preset.pool);
  }
  if (choice.memory != preset.memory) {
    throw input_error("--face fork_join: joins do not run with the memory manager " + choice.memory +
                      "; expected --memory " + preset.memory);
  }
  scheduler_options options = choice.options;
  options.workers = chosen.workers();
  options.idle = setting_of(choice.idle);
  return options;
}

/// The task from which all joins of a run come.
template <class Worker>
struct first_join {
  static constexpr std::string_view name = "(first join)";
  const std::function<void(Worker&)>* root;
  void operator()(Worker& w) const { (*root)(w); }
};

template <class Scheduler>
double seconds_of(Scheduler& sched, const std::function<void(typename Scheduler::worker_type&)>& root) {
  const base::stopwatch watch;
  sched.run(first_join<typename Scheduler::worker_type>{&root});
  return watch.seconds();
}

}  // namespace

void face_choice::declare(CLI::App& command) {
  command
      .add_option("--face", name_,
                  std::string("Written as tasks that put tasks (pool), or as joins (fork_join)") +
                      (offers_flow() ? ", or as tasks that name the data they use (flow)" : "") +
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
                              const rooted<observed_default::worker_type>& observed) {
  const scheduler_options options = options_of(chosen);
  if (chosen.choice().observer == nullptr) {
    scheduler sched(options);
    return seconds_of(sched, root);
  }
  double seconds = 0;
  chosen.lend_observer([&](observe::any_observer& lent) {
    observed_default sched(options);
    sched.observer().show(lent);
    seconds = seconds_of(sched, observed);
  });
  return seconds;
}

}  // namespace jackdaw::apps
