// The memory managers by name: each a composition, with its source.
#pragma once

#include <string_view>
#include <tuple>

#include <jackdaw/memory/balanced.hpp>
#include <jackdaw/memory/central.hpp>
#include <jackdaw/memory/distributed.hpp>
#include <jackdaw/memory/items.hpp>
#include <jackdaw/memory/link.hpp>
#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/pooled.hpp>
#include <jackdaw/memory/supply.hpp>
#include <jackdaw/memory/system.hpp>

namespace jackdaw::memory {

// Supplies.
using elements = single_elements;
using array_cut = groups<whole_list, handling::when_needed>;
using array_whole = groups<whole_list, handling::at_once>;
using groups_cut = groups<some_elements, handling::when_needed>;
using groups_whole = groups<some_elements, handling::at_once>;

/// Items in lists by worker, which come from the system as the blocks do.
template <class Supply>
using own_items = items<distributed<in_block, Supply>>;

/// Items in lists by worker and no central one, beside blocks in central lists (footnote a of KR02 table 1).
/// Items travel with the blocks that they link, so they would pile up with who allocates; what is too much
/// goes back to the system, so they come from it one by one.
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

/// Ours, and the default: dgbkof, the fastest of table 8 that needs no items, with central lists, so that the
/// memory held is bounded whatever the program does. KR02 has no such combination; the name is what its
/// scheme gives.
using cgbkof = pooled<balanced<in_block, groups_whole, asked_first::central>>;

template <manager Manager>
struct catalogue_entry {
  using type = Manager;
  std::string_view name;
  std::string_view source;
  std::string_view line;
};

/// Every manager that can be chosen by name. Tests, benches and the command iterate it.
inline constexpr std::tuple catalogue{
    catalogue_entry<cgbkof>{
        "cgbkof", "docs/papers/KR02.md",
        "the default: lists by worker and central, linked in the block, groups put in whole"},
    catalogue_entry<bs>{"bs", "KR02 table 1", "the system's malloc and free, a call for every task"},
    catalogue_entry<l>{"l", "KR02 table 1", "central lists, linked by items, elements one by one"},
    catalogue_entry<bk>{"bk", "KR02 table 1",
                        "central lists, linked by items, one large array cut as needed"},
    catalogue_entry<dl>{"dl", "KR02 table 1", "lists by worker, linked by items, elements one by one"},
    catalogue_entry<dlf>{"dlf", "KR02 table 1", "lists by worker, linked in the block, elements one by one"},
    catalogue_entry<dbk>{"dbk", "KR02 table 1",
                         "lists by worker, linked by items, one large array cut as needed"},
    catalogue_entry<dbko>{"dbko", "KR02 table 1",
                          "lists by worker, linked by items, one large array put in whole"},
    catalogue_entry<dgbk>{"dgbk", "KR02 table 1", "lists by worker, linked by items, groups cut as needed"},
    catalogue_entry<dgbko>{"dgbko", "KR02 table 1", "lists by worker, linked by items, groups put in whole"},
    catalogue_entry<dgbkof>{"dgbkof", "KR02 table 1",
                            "lists by worker, linked in the block, groups put in whole"},
    catalogue_entry<cl>{"cl", "KR02 table 1",
                        "lists by worker and central, linked by items, elements one by one"},
    catalogue_entry<clf>{"clf", "KR02 table 1",
                         "lists by worker and central, linked in the block, elements one by one"},
    catalogue_entry<clb>{"clb", "KR02 table 1", "as cl, with a central list of items, too"},
    catalogue_entry<cgbk>{"cgbk", "KR02 table 1",
                          "lists by worker and central, linked by items, groups cut as needed"},
    catalogue_entry<cgbkb>{"cgbkb", "KR02 table 1", "as cgbk, with a central list of items, too"},
    catalogue_entry<cgbko>{"cgbko", "KR02 table 1",
                           "lists by worker and central, linked by items, groups put in whole"},
    catalogue_entry<cgbkob>{"cgbkob", "KR02 table 1", "as cgbko, with a central list of items, too"},
    catalogue_entry<cgbk1>{"cgbk1", "KR02 table 1",
                           "as cgbk, but what is left of a group is used before the central list"},
    catalogue_entry<cgbk1b>{"cgbk1b", "KR02 table 1", "as cgbk1, with a central list of items, too"},
};

}  // namespace jackdaw::memory
