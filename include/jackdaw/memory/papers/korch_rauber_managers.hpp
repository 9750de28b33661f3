// The memory managers of KR02 table 1.
//
// Source: KR02 section 6.2.
#pragma once

#include <jackdaw/memory/free_lists/balanced_lists.hpp>
#include <jackdaw/memory/free_lists/block_supply.hpp>
#include <jackdaw/memory/free_lists/central_list.hpp>
#include <jackdaw/memory/free_lists/distributed_lists.hpp>
#include <jackdaw/memory/free_lists/item_links.hpp>
#include <jackdaw/memory/free_lists/node_links.hpp>
#include <jackdaw/memory/papers/default_manager.hpp>
#include <jackdaw/memory/pooled.hpp>
#include <jackdaw/memory/system_memory.hpp>

namespace jackdaw::memory {

// Supplies, besides groups_whole.
using elements = single_elements;
using array_cut = groups<whole_list, handling::when_needed>;
using array_whole = groups<whole_list, handling::at_once>;
using groups_cut = groups<some_elements, handling::when_needed>;

/// Items in lists by worker, which come from the system as the blocks do.
template <class Supply>
using own_items = items<distributed<in_block, Supply>>;

/// Items in lists by worker and no central one, beside blocks in central lists (footnote a of KR02 table 1).
/// Items travel with the blocks that they link, so they would pile up with the worker that allocates. What is too
/// much goes back to the system. So each item is a call of the system of its own, also where the blocks come in
/// groups.
using returned_items = items<balanced<in_block, elements, asked_first::central, back_to_system>>;

/// Items in lists by worker and in central ones (suffix b).
template <class Supply>
using balanced_items = items<balanced<in_block, Supply, asked_first::central>>;

// KR02 table 1, in its order.
using bs = system_manager;
using l = pooled<central<own_items<elements>, elements>>;
using bk = pooled<central<own_items<array_cut>, array_cut>>;
using dl = pooled<distributed<own_items<elements>, elements>>;
using dlf = pooled<distributed<in_block, elements>>;
using dbk = pooled<distributed<own_items<array_cut>, array_cut>>;
using dbko = pooled<distributed<own_items<array_whole>, array_whole>>;
using dgbk = pooled<distributed<own_items<groups_cut>, groups_cut>>;
using dgbko = pooled<distributed<own_items<groups_whole>, groups_whole>>;
using dgbkof = pooled<distributed<in_block, groups_whole>>;
using cl = pooled<balanced<returned_items, elements, asked_first::central>>;
using clf = pooled<balanced<in_block, elements, asked_first::central>>;
using clb = pooled<balanced<balanced_items<elements>, elements, asked_first::central>>;
using cgbk = pooled<balanced<returned_items, groups_cut, asked_first::central>>;
using cgbkb = pooled<balanced<balanced_items<groups_cut>, groups_cut, asked_first::central>>;
using cgbko = pooled<balanced<returned_items, groups_whole, asked_first::central>>;
using cgbkob = pooled<balanced<balanced_items<groups_whole>, groups_whole, asked_first::central>>;
using cgbk1 = pooled<balanced<returned_items, groups_cut, asked_first::rest>>;
using cgbk1b = pooled<balanced<balanced_items<groups_cut>, groups_cut, asked_first::rest>>;

}  // namespace jackdaw::memory
