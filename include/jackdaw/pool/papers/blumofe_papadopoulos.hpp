// The work stealers of BP98 (Hood) as compositions. hood-naive is hood with another idle policy: pool_catalogue.hpp.
#pragma once

#include <jackdaw/pool/families/stealing.hpp>
#include <jackdaw/pool/families/victim_order.hpp>
#include <jackdaw/queue/abp_deque.hpp>
#include <jackdaw/queue/locked/double_linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::pool {

using hood = stealing<queue::abp_deque<>, queue::end::opposite, uniform_random>;

/// Hood's deque under a lock; the deque is the double-linked list.
template <sync::lock Lock, queue::visit Visit = queue::visit::looks_first>
using hood_locked =
    stealing<queue::locked<queue::double_linked_list, Lock, Visit>, queue::end::opposite, uniform_random>;
using hood_spin = hood_locked<sync::stubborn_spin_lock>;
using hood_block = hood_locked<sync::blocking_lock>;

/// The same, with thieves that lock each deque at which they look: the paper's.
using hood_spin_strict = hood_locked<sync::stubborn_spin_lock, queue::visit::locks>;
using hood_block_strict = hood_locked<sync::blocking_lock, queue::visit::locks>;

}  // namespace jackdaw::pool
