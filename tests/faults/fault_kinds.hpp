// The kinds of faults; each is a file of its own. Those of memory and threads are in shortages/.
#pragma once

#include "tests/faults/fault_cases.hpp"

namespace jackdaw::tests {

void allocations_that_fail(fault_cases& cases);
void threads_that_fail(fault_cases& cases);
void calls_that_are_refused(fault_cases& cases);
void stops_and_signals(fault_cases& cases);
void forks_at_odd_places(fault_cases& cases);
void callables_that_throw(fault_cases& cases);
void many_workers_and_schedulers(fault_cases& cases);

}  // namespace jackdaw::tests
