// Jackdaw: task pools and a task runtime for irregular parallel algorithms. This is what a user includes.
#pragma once

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/flow/steps.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/isolate.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/fork_join/task_group.hpp>
#include <jackdaw/memory/memory_catalogue.hpp>
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/parallel/parallel_invoke.hpp>
#include <jackdaw/parallel/parallel_reduce.hpp>
#include <jackdaw/parallel/parallel_scan.hpp>
#include <jackdaw/parallel/parallel_sort.hpp>
#include <jackdaw/pool/pool_catalogue.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/crew/basic_crew.hpp>
#include <jackdaw/worker/default_scheduler.hpp>
#include <jackdaw/worker/idle/idle_catalogue.hpp>
