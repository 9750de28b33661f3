// What `jackdaw run` is asked to explain: a recorder, the forms in which its run is written, and the recording itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "apps/app.hpp"
#include "cli/explain/explained_run.hpp"
#include "cli/run/run_forms.hpp"
#include "cli/run/surroundings/crowd.hpp"

namespace jackdaw::cli {

/// Records runs, keeps the quickest one, since what disturbs a run only adds to it, and writes it in the forms that
/// were asked for.
class explanation {
 public:
  void declare(CLI::App& command);
  [[nodiscard]] bool asked() const;

  /// For a run without tasks, by `what`: throws input_error where a file is asked for.
  void require_no_file(const std::string& what) const;

  /// Before anything is run: throws input_error for a wrong number or name, and for a file that cannot be
  /// written. A choice with a recorder.
  [[nodiscard]] scheduler_choice with_recorder(scheduler_choice choice);

  void begin(const any_scheduler& scheduler) const;
  /// The run has taken so many seconds.
  void end(const any_scheduler& scheduler, double seconds);

  /// Whether it helps to know how long the run takes without the recorder: for replays.
  [[nodiscard]] bool wants_plain_time() const { return !record_.empty(); }
  void set_plain_times(const crowding& found) { plain_ = found; }
  void set_memory(const trace::memory_use& found) { memory_ = found; }

  /// Why nothing is explained though it was asked for; empty where it is.
  [[nodiscard]] std::string note() const;

  /// Figures of the run that is kept: work, span, class of the graph; null when nothing was asked for. Measures what a
  /// steal costs here, for the burdened span.
  [[nodiscard]] apps::json figures();

  /// After figures(). Writes all files; their paths. `title`: what was run, in a line.
  [[nodiscard]] std::vector<std::string> write(const std::string& title) const;

 private:
  run_forms forms_;
  std::string record_;
  std::string events_;
  std::string full_ = "stop";
  trace::capacity much_;
  std::optional<explained_run> kept_;
  double kept_seconds_ = 0;
  crowding plain_;
  trace::memory_use memory_;
};

}  // namespace jackdaw::cli
