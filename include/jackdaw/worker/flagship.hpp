// The scheduler to take without thinking about it.
#pragma once

#include <jackdaw/memory/korch_rauber.hpp>
#include <jackdaw/pool/flagship.hpp>
#include <jackdaw/worker/scheduler.hpp>
#include <jackdaw/worker/spin_yield_park.hpp>

namespace jackdaw {

/// The flagship pool with its idle policy and the fastest memory manager.
using scheduler = basic_scheduler<pool::flagship, working::spin_yield_park, memory::cgbkof>;

/// Its worker, as which tasks run.
using worker = basic_worker<scheduler>;

static_assert(task_worker<worker>);

}  // namespace jackdaw
