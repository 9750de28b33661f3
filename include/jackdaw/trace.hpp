// Recording a run, and what is made of the recording.
//
//   recorder, recorded_scheduler      an observer that records, and the default scheduler with it
//   recording_capacity, when_full     how much a recorder keeps, and what it loses when that is full
//   recording, recorded_run           what was recorded; the same with its title, as in a file
//   write_run, read_run, bad_run_file the file
//   history, read_history             which task ran where and when
//   graph, graph_reader               the task graph: work, span, the critical path
//   profile, profile_of               figures
//   write_schedule, write_chrome, write_paje, write_dot   pictures and traces for other tools
//   schedule_style                    how write_schedule draws
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/scheduler.hpp>
#include <jackdaw/trace/formats/chrome.hpp>
#include <jackdaw/trace/formats/graph_dot.hpp>
#include <jackdaw/trace/formats/paje.hpp>
#include <jackdaw/trace/formats/schedule_svg.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/graph/profile.hpp>
#include <jackdaw/trace/read/read_history.hpp>
#include <jackdaw/trace/read/read_run_file.hpp>
#include <jackdaw/trace/read/run_file.hpp>
#include <jackdaw/trace/record/recorder.hpp>

namespace jackdaw {

using trace::bad_run_file;
using trace::graph;
using trace::graph_reader;
using trace::history;
using trace::profile;
using trace::profile_of;
using trace::read_history;
using trace::read_run;
using trace::recorded_run;
using trace::recorder;
using trace::recording;
using trace::schedule_style;
using trace::when_full;
using trace::write_chrome;
using trace::write_dot;
using trace::write_paje;
using trace::write_run;
using trace::write_schedule;

/// How much recorder::keep() is to keep: `keep({.events_per_worker = 1'000'000, .then = when_full::ring})`.
using recording_capacity = trace::capacity;

/// The default scheduler, recorded. Cost: see recorder.
using recorded_scheduler = observed_scheduler<recorder>;

}  // namespace jackdaw
