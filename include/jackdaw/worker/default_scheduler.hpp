// The scheduler to take without thinking about it.
#pragma once

#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

namespace jackdaw {

/// The default pool pool with its idle policy and the fastest memory manager.
using scheduler = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof>;

/// Its worker, as which tasks run.
using worker = basic_worker<scheduler>;

static_assert(task_worker<worker>);

}  // namespace jackdaw
