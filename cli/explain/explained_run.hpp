// A recorded run, and what it says of itself in figures.
#pragma once

#include <string>

#include <jackdaw/replay/machine.hpp>
#include <jackdaw/trace/graph/task_graph.hpp>
#include <jackdaw/trace/record/recording.hpp>

#include "apps/app.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

struct explained_run {
  trace::recording seen;
  std::string pool;     ///< on which it ran; not of the catalogue: there are no predictions
  replay::costs price;  ///< of scheduling on that pool
  trace::graph order;

  /// Puts tasks in order; a task that comes from elsewhere begins later by what a steal costs.
  void find_order();

  /// After find_order(): work, span, class of the graph.
  [[nodiscard]] apps::json figures() const;
};

/// The figures in lines, name and value with a unit.
void add_explanation(table& lines, const apps::json& figures);

}  // namespace jackdaw::cli
