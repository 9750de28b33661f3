// What `jackdaw run` is asked to explain: the options --trace, --schedule, --graph, --paje, --report,
// --record, and the files that they name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <jackdaw/replay/machine.hpp>
#include <jackdaw/trace/recorder.hpp>
#include <jackdaw/trace/task_graph.hpp>

#include "apps/app.hpp"
#include "cli/crowd.hpp"
#include "cli/table.hpp"

namespace jackdaw::cli {

/// Records runs, keeps the last one, writes it in the forms that were asked for.
class explanation {
 public:
  void declare(CLI::App& command);
  [[nodiscard]] bool asked() const;

  /// Before anything is run: throws input_error for a wrong number or name, and for a file that cannot be
  /// written. A choice with a recorder.
  [[nodiscard]] scheduler_choice with_recorder(scheduler_choice choice);

  void begin(const any_scheduler& scheduler) const;
  void end(const any_scheduler& scheduler);

  /// Whether it helps to know how long the run takes without the recorder: for who replays it.
  [[nodiscard]] bool wants_plain_time() const { return !record_.empty(); }
  void set_plain_times(const crowding& found) { plain_ = found; }

  /// Figures of the last run: work, span, class of the graph; null when nothing was asked for. Measures what a steal
  /// costs here, for the burdened span.
  [[nodiscard]] apps::json figures();

  /// After figures(). Writes all files; their paths. `title`: what was run, in a line; `pool`: on which.
  [[nodiscard]] std::vector<std::string> write(const std::string& title, const std::string& pool) const;

 private:
  std::string trace_;
  std::string schedule_;
  std::string shape_ = "bars";
  std::string graph_;
  std::string paje_;
  std::string report_;
  std::string record_;
  std::string events_;
  std::string full_ = "stop";
  trace::capacity much_;
  std::optional<trace::recording> seen_;
  std::string pool_;  // of the last run
  replay::costs price_;
  trace::graph order_;
  crowding plain_;
};

/// The figures in lines, name and value with a unit.
void add_explanation(table& lines, const apps::json& figures);

}  // namespace jackdaw::cli
