// `--report`: a run on one page.
#pragma once

#include <iosfwd>
#include <string>

#include <jackdaw/replay/machine.hpp>
#include <jackdaw/replay/policy.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/graph/task_graph.hpp>
#include <jackdaw/trace/read/history.hpp>
#include <jackdaw/trace/record/recording.hpp>

namespace jackdaw::cli {

/// What a page is about.
struct page_content {
  std::string title;
  const trace::recording& seen;
  const trace::history& run;
  const trace::graph& order;
  const replay::policy* how = nullptr;  ///< of the pool; null: there are no predictions
  replay::costs price = {};             ///< for predictions
  trace::schedule_style style = {};
};

/// Writes an HTML page that needs nothing else: figures, the schedule, parallelism over time, lengths of
/// tasks, steals, the critical path by kinds of tasks and by handles, bounds and predictions for other numbers of
/// processors. Cost: a reading of the recording for each of the kinds and handles that the path spends most on, 32 at
/// most; eleven replays, where it is not too long for that.
void write_page(std::ostream& out, const page_content& about);

}  // namespace jackdaw::cli
