// `jackdaw run --report`: a run on one page.
#pragma once

#include <iosfwd>
#include <string>

#include <jackdaw/trace/history.hpp>
#include <jackdaw/trace/recording.hpp>

namespace jackdaw::cli {

/// Writes an HTML page that needs nothing else: figures, the schedule, parallelism over time, lengths of
/// tasks, steals, the critical path by kind of task, bounds for other numbers of processors.
void write_page(std::ostream& out, const std::string& title, const trace::recording& seen,
                const trace::history& run);

}  // namespace jackdaw::cli
