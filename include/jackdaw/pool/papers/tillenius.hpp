// The ready queues of T15 (SuperGlue) as a composition.
#pragma once

#include <jackdaw/pool/families/stealing.hpp>
#include <jackdaw/pool/families/victim_order.hpp>
#include <jackdaw/queue/locked/double_linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::pool {

using superglue = stealing<queue::locked<queue::double_linked_list, sync::stubborn_spin_lock>,
                           queue::end::opposite, random_start>;

}  // namespace jackdaw::pool
