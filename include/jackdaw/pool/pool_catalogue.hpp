// The task pools by name: each a composition, with its source.
#pragma once

#include <string_view>

#include <jackdaw/base/entries.hpp>
#include <jackdaw/pool/papers/blumofe_papadopoulos.hpp>
#include <jackdaw/pool/papers/hoffmann_rauber.hpp>
#include <jackdaw/pool/papers/korch_rauber.hpp>
#include <jackdaw/pool/papers/tillenius.hpp>
#include <jackdaw/pool/papers/wirz_suess_leopold.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>

namespace jackdaw::pool {

/// A task_pool (pool/task_pool.hpp), of which only the name is needed here: the file that uses it compiles it.
template <class Pool>
struct catalogue_entry {
  using type = Pool;
  std::string_view name;
  std::string_view source;
  std::string_view line;
  std::string_view idle;  ///< the idle policy that the source uses, by name
};

/// Every pool that can be chosen by name. Tests, benches, the command and the docs iterate it.
inline constexpr base::entries catalogue{
    catalogue_entry<split_pool>{
        "jackdaw", "docs/internals/scheduler/split-deque.md",
        "the default: a split deque for each worker, public on demand, nothing hidden", "spin_yield_park"},
    catalogue_entry<sq1>{"sq1", "KR02 table 2", "one central single-linked list, LIFO, one lock",
                         "wake_every_put"},
    catalogue_entry<sq2>{"sq2", "KR02 table 2", "one central array, LIFO, one lock", "wake_every_put"},
    catalogue_entry<sq3>{"sq3", "KR02 table 2",
                         "one central double-linked list, FIFO, single tasks are locked", "wake_every_put"},
    catalogue_entry<sq4>{"sq4", "KR02 table 2", "one central two-lock queue, FIFO", "wake_every_put"},
    catalogue_entry<dq1>{"dq1", "KR02 table 2", "a private list for each worker, LIFO, no balancing",
                         "wake_every_put"},
    catalogue_entry<dq2>{"dq2", "KR02 table 2",
                         "a locked list for each worker, stealing from the working end", "wake_every_put"},
    catalogue_entry<dq3>{"dq3", "KR02 table 2", "a private array for each worker, LIFO, no balancing",
                         "wake_every_put"},
    catalogue_entry<dq4>{
        "dq4", "KR02 table 2",
        "two locked lists for each worker, one at random, the other when that is locked, stealing",
        "wake_every_put"},
    catalogue_entry<dq5>{"dq5", "KR02 table 2",
                         "a locked double-linked list for each worker, stealing from the opposite end",
                         "wake_every_put"},
    catalogue_entry<dq6>{"dq6", "KR02 table 2",
                         "the same with single tasks locked: both ends can be taken from at once",
                         "wake_every_put"},
    catalogue_entry<dq7>{"dq7", "KR02 table 2",
                         "a locked array for each worker, stealing from the working end", "wake_every_put"},
    catalogue_entry<dq8>{
        "dq8", "KR02 table 2",
        "a private block of 4 and a public list of blocks for each worker, blocks are stolen",
        "wake_every_put"},
    catalogue_entry<dq2>{"dq9", "KR02 table 3", "dq2, but only a put into an empty queue wakes a worker",
                         "wake_at_empty"},
    catalogue_entry<dq2>{"dq10", "KR02 table 3", "dq2, but a worker without work spins on a flag",
                         "spin_on_flag"},
    catalogue_entry<sdq1>{"sdq1", "KR02 table 2",
                          "a private block of 4 for each worker, and one central list of blocks",
                          "wake_every_put"},
    catalogue_entry<rq1>{"rq1", "KR02 table 2",
                         "four locked lists for each worker, visited at random: rand_r, floating point",
                         "wake_every_put"},
    catalogue_entry<rq2>{"rq2", "KR02 table 2", "the same, drawn by Mersenne Twister and integers",
                         "wake_every_put"},
    catalogue_entry<rq3>{"rq3", "KR02 table 2", "the same, drawn by Mersenne Twister and floating point",
                         "wake_every_put"},
    catalogue_entry<sdq1w>{"sdq1w", "WSL06 table 1 (sdq1)",
                           "up to 2 private tasks for each worker, and a central list of all others",
                           "sleep_until"},
    catalogue_entry<dq8w>{"dq8w", "WSL06 table 1 (dq8)",
                          "up to 2 private tasks and a locked list of all others for each worker, stealing",
                          "sleep_until"},
    catalogue_entry<dq9w>{
        "dq9w", "WSL06 table 1 (dq9)",
        "a private list for each worker, and a locked one that gets a task when it is empty", "sleep_until"},
    catalogue_entry<dq9w1>{
        "dq9w1", "WSL06 table 1 (dq9-1)",
        "the same, but an only task stays private, and stealing starts below 2 private tasks", "sleep_until"},
    catalogue_entry<atp>{"atp", "HR10 sections 2 and 3",
                         "a locked forest of balanced trees for each worker, the largest tree is stolen",
                         "wake_every_put"},
    catalogue_entry<atp2>{"atp2", "HR10 section 3",
                          "the same, with up to 3 levels private while 2 others are public",
                          "wake_every_put"},
    catalogue_entry<hood>{"hood", "BP98 section 3.2",
                          "a non-blocking deque for each worker, random victims; thieves give way",
                          "lower_then_yield"},
    catalogue_entry<hood>{"hood-naive", "BP98 section 4", "the same; thieves do not give way", "spin"},
    catalogue_entry<hood_spin>{"hood-spin", "BP98 section 4",
                               "a deque under a test-and-test-and-set lock for each worker, random victims",
                               "spin"},
    catalogue_entry<hood_block>{"hood-block", "BP98 section 4",
                                "a deque under a blocking lock for each worker, random victims", "spin"},
    catalogue_entry<hood_spin_strict>{"hood-spin-strict", "BP98 section 4",
                                      "as hood-spin; thieves lock empty deques, too, as in the paper",
                                      "spin"},
    catalogue_entry<hood_block_strict>{"hood-block-strict", "BP98 section 4",
                                       "as hood-block; thieves lock empty deques, too, as in the paper",
                                       "spin"},
    catalogue_entry<superglue>{
        "superglue", "T15 sections 3 and 4.1",
        "ready queues: a locked list for each worker, stealing from the end, round trip "
        "from a random victim",
        "yield"},
};

}  // namespace jackdaw::pool
