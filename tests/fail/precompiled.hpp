// What the cases include, compiled once.
#pragma once

#include <functional>
#include <list>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/cluster.hpp>
#include <jackdaw/cluster/serial/standard.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/flow/part/array_handle.hpp>
#include <jackdaw/flow/reduction/reduction.hpp>
#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/flow/steps.hpp>
#include <jackdaw/fork_join/join_n.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/parallel/parallel_reduce.hpp>
#include <jackdaw/parallel/parallel_sort.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
