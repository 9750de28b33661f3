// Seeing a run while it goes on, and measuring it: observers for observed_scheduler.
//
//   task_count, run_counts, run_totals   counting, and what was counted
//   time_waits                   the time at locks and asleep is taken, too
//   activity, watch              what each worker does now; a thread that reports when nothing moves
//   work_span                    work and span while the program runs
//   hardware_counters            the processor's own counters, where the kernel lets us read them
//   both, any_observer           two observers at once; one chosen at run time
//   observer, null_observer      what a user's own observer must have
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>
#include <jackdaw/measure/hardware.hpp>
#include <jackdaw/measure/work_span.hpp>
#include <jackdaw/observe/any_observer.hpp>
#include <jackdaw/observe/both.hpp>
#include <jackdaw/observe/run_counts.hpp>
#include <jackdaw/observe/task_count.hpp>
#include <jackdaw/observe/watch/activity.hpp>
#include <jackdaw/observe/watch/watch.hpp>
#include <jackdaw/scheduler.hpp>

namespace jackdaw {

using measure::hardware_counters;
using measure::work_span;
using observe::activity;
using observe::any_observer;
using observe::both;
using observe::null_observer;
using observe::observer;
using observe::run_counts;
using observe::run_totals;
using observe::task_count;
using observe::time_waits;
using observe::watch;

}  // namespace jackdaw
