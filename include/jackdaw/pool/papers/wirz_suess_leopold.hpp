// The task pools of WSL06 (table 1) that KR02 does not have. Its sq1 is KR02's; its sdq1 and dq8 are
// sdq1_of<2> and dq8_of<2>. Its dq9 is called dq9w here, since KR02 has another pool of that name.
#pragma once

#include <jackdaw/pool/families/greedy.hpp>
#include <jackdaw/pool/papers/korch_rauber.hpp>

namespace jackdaw::pool {

// The shared queue of each worker is what it is in dq2, and so are the victims.
using dq9w = greedy<dq2, only_task::shared, 1>;
using dq9w1 = greedy<dq2, only_task::kept, 2>;

}  // namespace jackdaw::pool
