// The task pools by name: each a composition, with its source.
#pragma once

#include <string_view>
#include <tuple>

#include <jackdaw/pool/central.hpp>
#include <jackdaw/pool/distributed.hpp>
#include <jackdaw/pool/flagship.hpp>
#include <jackdaw/pool/pool.hpp>
#include <jackdaw/pool/private_public.hpp>
#include <jackdaw/pool/stealing.hpp>
#include <jackdaw/queue/block.hpp>
#include <jackdaw/queue/double_linked_list.hpp>
#include <jackdaw/queue/linked_list.hpp>
#include <jackdaw/queue/locked.hpp>
#include <jackdaw/sync/blocking_lock.hpp>
#include <jackdaw/sync/no_lock.hpp>

namespace jackdaw::pool {

using sq1 = central<queue::locked<queue::linked_list<>, sync::blocking_lock>>;
using dq1 = distributed<queue::linked_list<>>;
using dq2 = stealing<queue::locked<queue::linked_list<>, sync::blocking_lock>, queue::end::working>;
using dq5 = stealing<queue::locked<queue::double_linked_list, sync::blocking_lock>, queue::end::opposite>;

/// `Size` is 4 in KR02, 2 in WSL06.
template <std::size_t Size>
using dq8_of = private_public<queue::block<Size>,
                              queue::locked<queue::linked_list<queue::block<Size>>, sync::blocking_lock>>;
using dq8 = dq8_of<4>;

template <task_pool Pool>
struct catalogue_entry {
  using type = Pool;
  std::string_view name;
  std::string_view source;
  std::string_view line;
  std::string_view idle;  ///< the idle policy that the source uses, by name
};

/// Every pool that can be chosen by name. Tests, benches, the command and the docs iterate it.
inline constexpr std::tuple catalogue{
    catalogue_entry<flagship>{"jackdaw", "docs/split-deque.md",
                              "the default: a split deque for each worker, public on demand, nothing hidden",
                              "spin_yield_park"},
    catalogue_entry<sq1>{"sq1", "KR02 table 2", "one central single-linked list, LIFO, one lock",
                         "wake_every_put"},
    catalogue_entry<dq1>{"dq1", "KR02 table 2", "a private list for each worker, LIFO, no balancing",
                         "wake_every_put"},
    catalogue_entry<dq2>{"dq2", "KR02 table 2",
                         "a locked list for each worker, stealing from the working end", "wake_every_put"},
    catalogue_entry<dq5>{"dq5", "KR02 table 2",
                         "a locked double-linked list for each worker, stealing from the opposite end",
                         "wake_every_put"},
    catalogue_entry<dq8>{
        "dq8", "KR02 table 2",
        "a private block of 4 and a public list of blocks for each worker, blocks are stolen",
        "wake_every_put"},
};

}  // namespace jackdaw::pool
