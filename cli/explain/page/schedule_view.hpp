// The schedule of a run in a page, to be looked at closely: every task, whatever their number.
#pragma once

#include <iosfwd>

#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/read/history.hpp>

namespace jackdaw::cli {

/// Writes an element of an HTML page and the script that draws it: workers from top to bottom, time from left to right.
/// The wheel zooms, dragging moves, a double click shows all again; + and - and the arrow keys do the same. Tasks that are
/// wide enough show their names; the mouse over a task shows which it is. Where few tasks are in sight, lines go from
/// where a task was created to where it begins, as in KR02 figure 1. All tasks are in the page: some 10 bytes each.
void write_schedule_view(std::ostream& out, const trace::history& run, trace::task_shape shape);

}  // namespace jackdaw::cli
