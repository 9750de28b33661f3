// The scheduler for ordinary use: its parts need no choice.
#pragma once

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/memory/papers/default_manager.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/worker/basic_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

namespace jackdaw {

/// The default scheduler, seen by an observer: `observed_scheduler<recorder>`, `observed_scheduler<work_span>`.
///     observed_scheduler<work_span> sched;
///     sched.run([](auto& w) { work(w); });
///     std::printf("%.1f processors can be of use", sched.observer().result().parallelism());
///
/// Its workers are of another type than jackdaw::worker: tasks take them as `auto&`. Cost: that of the observer.
template <class Observer>
using observed_scheduler =
    basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;

/// The default scheduler: the split pool with its idle policy and the fastest memory manager.
///     scheduler all;                                 // as many workers as the CPU budget allows
///     scheduler four(4);                             // always four
///     scheduler bound({.pin = pinning::compact});    // as options say
using scheduler = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof>;

/// The worker of the default scheduler: `[](worker& w) { … }` is a task.
using worker = basic_worker<scheduler>;

static_assert(task_worker<worker>);

#ifdef JACKDAW_COMPILED
// In the library (src/jackdaw.cpp): all that is called for a run, and not for each task.
extern template class basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof>;
extern template class working::engine<pool::split_pool, working::spin_yield_park, observe::null_observer,
                                      worker>;
extern template class working::loop<pool::split_pool, working::spin_yield_park, observe::null_observer,
                                    worker>;
extern template class working::task_execution<pool::split_pool, working::spin_yield_park,
                                              observe::null_observer, worker>;
extern template class working::terminating_pool<pool::split_pool, working::spin_yield_park>;
extern template class working::waking_pool<pool::split_pool, working::spin_yield_park>;
#endif

}  // namespace jackdaw
