// The default memory manager. The others of its kind are in korch_rauber_managers.hpp: a program that names none of
// them need not compile them.
//
// Source: KR02 section 6.2.
#pragma once

#include <jackdaw/memory/free_lists/balanced_lists.hpp>
#include <jackdaw/memory/free_lists/block_supply.hpp>
#include <jackdaw/memory/free_lists/node_links.hpp>
#include <jackdaw/memory/pooled.hpp>

namespace jackdaw::memory {

using groups_whole = groups<some_elements, handling::at_once>;

/// Ours, and the default: dgbkof, the fastest of table 8 that needs no items, with central lists. So the
/// memory held is bounded whatever the program does. KR02 has no such combination; the name is what its
/// scheme gives.
using cgbkof = pooled<balanced<in_block, groups_whole, asked_first::central>>;

}  // namespace jackdaw::memory
