// The compiled library, jackdaw::jackdaw_compiled: what the headers declare with JACKDAW_COMPILED (base/compiled.hpp).
#include <jackdaw/base/processors/budget/cgroup_mounts_impl.hpp>
#include <jackdaw/base/processors/budget/cpu_budget_impl.hpp>
#include <jackdaw/base/processors/cpu_list_impl.hpp>
#include <jackdaw/base/processors/numa_nodes_impl.hpp>
#include <jackdaw/base/processors/pinning_impl.hpp>
#include <jackdaw/base/processors/processor_impl.hpp>
#include <jackdaw/base/processors/topology_impl.hpp>
#include <jackdaw/base/threads/inside_exit_impl.hpp>
#include <jackdaw/base/threads/this_process_impl.hpp>
#include <jackdaw/base/threads/thread_state_impl.hpp>
#include <jackdaw/flow/deadlock/awaiting_subtasks_impl.hpp>
#include <jackdaw/flow/deadlock/cycles_impl.hpp>
#include <jackdaw/flow/deadlock/flow_error_impl.hpp>
#include <jackdaw/flow/deadlock/nested_waits_impl.hpp>
#include <jackdaw/flow/deadlock/promise_impl.hpp>
#include <jackdaw/flow/deadlock/reservations_impl.hpp>
#include <jackdaw/flow/event/awaited_event_impl.hpp>
#include <jackdaw/flow/event/missing_events_impl.hpp>
#include <jackdaw/flow/failure/failure_record_impl.hpp>
#include <jackdaw/flow/failure/flow_failures_impl.hpp>
#include <jackdaw/flow/graph/graph_failures_impl.hpp>
#include <jackdaw/flow/graph/graph_plan_impl.hpp>
#include <jackdaw/flow/part/index_range_impl.hpp>
#include <jackdaw/flow/part/index_space_impl.hpp>
#include <jackdaw/flow/resource/required_units_impl.hpp>
#include <jackdaw/flow/resource/unit_sharing_impl.hpp>
#include <jackdaw/flow/version/version_text_impl.hpp>
#include <jackdaw/flow/wait/fork_handlers_impl.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/observe/names/data_names_impl.hpp>
#include <jackdaw/pool/split_pool/split_pool_impl.hpp>
#include <jackdaw/worker/by_name/names_impl.hpp>
#include <jackdaw/worker/options/idle_setting_impl.hpp>
#include <jackdaw/worker/options/scheduler_options_impl.hpp>
#include <jackdaw/worker/oversubscription/budget_reader_impl.hpp>
#include <jackdaw/worker/oversubscription/oversubscription_impl.hpp>
#include <jackdaw/worker/oversubscription/worker_limit_impl.hpp>

#ifndef JACKDAW_COMPILED
#error "expected JACKDAW_COMPILED, here and in all that is linked with it: link jackdaw::jackdaw_compiled"
#endif

namespace jackdaw {

template class basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof>;
template class working::engine<pool::split_pool, working::spin_yield_park, observe::null_observer, worker>;
template class working::loop<pool::split_pool, working::spin_yield_park, observe::null_observer, worker>;
template class working::task_execution<pool::split_pool, working::spin_yield_park, observe::null_observer,
                                       worker>;
template class working::terminating_pool<pool::split_pool, working::spin_yield_park>;
template class working::waking_pool<pool::split_pool, working::spin_yield_park>;
template class basic_flow<scheduler>;
template class basic_task_group<worker>;
template class basic_subtasks<scheduler>;
template class dataflow::flow_core<scheduler>;
template class dataflow::flow_waits<scheduler>;
template class dataflow::inner_wait<scheduler>;
template class dataflow::waiting_threads<scheduler>;
template bool fork_join::await(worker&, fork_join::branch_state<worker>&);

}  // namespace jackdaw
