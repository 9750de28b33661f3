// The catalogue: all pools, memory managers and idle policies of the literature, by type and by name. Slow to
// compile: make_scheduler instantiates every pool; call it in one source file of a program.
//
//   make_scheduler, any_scheduler, any_worker   a scheduler whose parts are chosen by name at run time
//   scheduler_choice             the names, the options and the observer
//   pool_names, memory_names, idle_names   the names there are
//   pool_parameters              what can be chosen after the name of a pool: "dq8:16"
//   add_pool, add_memory, add_idle, part_description   parts of one's own, by name
//   idle_of, idle_of_source      the idle policy of a pool's source, and the name that asks for it
//   unknown_name                 what is thrown for another one
//   pools::, managers::, idle::  the types, for basic_scheduler
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>
#include <jackdaw/memory/memory_catalogue.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/scheduler.hpp>
#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/make_scheduler.hpp>
#include <jackdaw/worker/by_name/names.hpp>
#include <jackdaw/worker/by_name/pool_name.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>

namespace jackdaw {

/// The pools by type, called as in the catalogue: `basic_scheduler<pools::dq8, idle::spin_yield_park,
/// managers::cgbkof>`.
namespace pools = pool;

/// The memory managers by type, called as in the catalogue.
namespace managers = memory;

/// The idle policies by type, called as in the catalogue.
namespace idle {

using working::batch_then_yield;
using working::lower_then_yield;
using working::park_soon;
using working::sleep_until_ready;
using working::spin;
using working::spin_long;
using working::spin_on_flag;
using working::spin_yield_park;
using working::wake_at_empty;
using working::wake_every_put;
using working::yield;

}  // namespace idle

}  // namespace jackdaw
