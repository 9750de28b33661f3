// Jackdaw: task pools and a task runtime for irregular parallel algorithms. This is what a user includes.
#pragma once

#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/flow.hpp>
#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/flow/steps.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/isolate.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/fork_join/parallel_for.hpp>
#include <jackdaw/fork_join/parallel_invoke.hpp>
#include <jackdaw/fork_join/parallel_reduce.hpp>
#include <jackdaw/fork_join/parallel_scan.hpp>
#include <jackdaw/fork_join/parallel_sort.hpp>
#include <jackdaw/fork_join/task_group.hpp>
#include <jackdaw/memory/catalogue.hpp>
#include <jackdaw/pool/catalogue.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/crew.hpp>
#include <jackdaw/worker/flagship.hpp>
#include <jackdaw/worker/idle_catalogue.hpp>
