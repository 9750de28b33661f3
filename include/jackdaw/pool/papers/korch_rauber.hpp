// The task pools of KR02 (tables 2 and 3) as compositions.
//
// A name is a family (central, distributed, stealing, private_public, randomized) × container × lock × which
// end is stolen × how much. Thieves visit their neighbours upwards and take one item a steal: a task, or a
// block. The Java pools dq9 and dq10 are dq2 with another idle policy: pool_catalogue.hpp.
#pragma once

#include <cstddef>

#include <jackdaw/pool/families/central.hpp>
#include <jackdaw/pool/families/distributed.hpp>
#include <jackdaw/pool/families/private_public.hpp>
#include <jackdaw/pool/families/randomized.hpp>
#include <jackdaw/pool/families/stealing.hpp>
#include <jackdaw/queue/locked/array.hpp>
#include <jackdaw/queue/locked/block.hpp>
#include <jackdaw/queue/locked/double_linked_list.hpp>
#include <jackdaw/queue/locked/drawing.hpp>
#include <jackdaw/queue/locked/fifo.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/list_of_arrays.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/queue/locked/several.hpp>
#include <jackdaw/queue/locked/task_locked_list.hpp>
#include <jackdaw/queue/locked/two_lock_queue.hpp>
#include <jackdaw/sync/blocking_lock.hpp>

namespace jackdaw::pool {

/// A single-linked list, an array, a double-linked list, each behind one mutex.
template <class Item = task>
using locked_list = queue::locked<queue::linked_list<Item>, sync::blocking_lock>;
using locked_array = queue::locked<queue::array<>, sync::blocking_lock>;
using locked_double_list = queue::locked<queue::double_linked_list, sync::blocking_lock>;

// Central (section 3.1).
using sq1 = central<locked_list<>>;
using sq2 = central<locked_array>;
using sq3 = central<queue::fifo<queue::task_locked_list>>;
using sq4 = central<queue::two_lock_queue<sync::blocking_lock>>;

// Distributed (section 3.3).
using dq1 = distributed<queue::linked_list<>>;
using dq3 = distributed<queue::array<>>;

// Dynamic task stealing (section 3.5).
using dq2 = stealing<locked_list<>, queue::end::working>;
using dq4 = stealing<queue::several<locked_list<>, 2>, queue::end::working>;
using dq5 = stealing<locked_double_list, queue::end::opposite>;
using dq6 = stealing<queue::task_locked_list, queue::end::opposite>;
using dq7 = stealing<locked_array, queue::end::working>;

/// Private and public queues. `Size`: tasks in a block; 4 in KR02, 2 in WSL06.
template <std::size_t Size>
using dq8_of =
    private_public<queue::block<Size>, stealing<locked_list<queue::block<Size>>, queue::end::working>>;
using dq8 = dq8_of<4>;

/// Combined central and distributed (section 3.4). `Size` as above.
template <std::size_t Size>
using sdq1_of = private_public<queue::block<Size>, central<locked_list<queue::block<Size>>>>;
using sdq1 = sdq1_of<4>;

// Randomized (section 3.2): four queues for each worker.
using rq1 = randomized<locked_list<>, queue::drawn_by<queue::rand_r_numbers, queue::by_floating_point>>;
using rq2 = randomized<locked_list<>, queue::drawn_by<queue::mersenne_twister_numbers, queue::by_integer>>;
using rq3 =
    randomized<locked_list<>, queue::drawn_by<queue::mersenne_twister_numbers, queue::by_floating_point>>;

}  // namespace jackdaw::pool
