// The memory managers by name: each a composition, with its source.
#pragma once

#include <string_view>

#include <jackdaw/base/entries.hpp>
#include <jackdaw/memory/papers/korch_rauber_managers.hpp>

namespace jackdaw::memory {

/// A manager (memory/manager.hpp), of which only the name is needed here: the file that uses it compiles it.
template <class Manager>
struct catalogue_entry {
  using type = Manager;
  std::string_view name;
  std::string_view source;
  std::string_view line;
};

/// Every manager that can be chosen by name. Tests, benches and the command iterate it.
inline constexpr base::entries catalogue{
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
