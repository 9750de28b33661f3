// The task pools of WSL06 (table 1) that KR02 does not have. Its sq1 is KR02's. Its sdq1, dq8 and dq9 are called
// sdq1w, dq8w and dq9w here, since KR02 has others of these names.
#pragma once

#include <cstddef>
#include <type_traits>

#include <jackdaw/pool/families/greedy.hpp>
#include <jackdaw/pool/families/spilling.hpp>
#include <jackdaw/pool/papers/korch_rauber.hpp>

namespace jackdaw::pool {

/// Private queues of 2 (table 1), and the tasks beyond them in a central queue, or in one of each worker.
template <task_pool Public>
using two_private = spilling<Public, std::integral_constant<std::size_t, 2>>;
using sdq1w = two_private<sq1>;
using dq8w = two_private<dq2>;

// The shared queue of each worker is what it is in dq2, and so are the victims.
using dq9w = greedy<dq2, only_task::shared, 1>;
using dq9w1 = greedy<dq2, only_task::kept, 2>;

}  // namespace jackdaw::pool
