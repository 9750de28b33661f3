// Which parameters each pool of the catalogue has, with their presets: those of the papers.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include <jackdaw/pool/parameters/chosen_victims.hpp>
#include <jackdaw/pool/parameters/parameter.hpp>

namespace jackdaw::pool {

/// The parameters of one pool, by its name in the catalogue. The first one needs no name: `dq8:16`.
struct parameters_entry {
  std::string_view pool;
  std::span<const parameter> parameters;
};

namespace parameters {

constexpr std::string_view locks = "mutex spin stubborn";

constexpr parameter lock(std::string_view preset) {
  return {"lock", "mutex: waiters sleep; spin: they spin, then yield; stubborn: they spin on", preset, 0, 0,
          locks};
}
constexpr parameter victims(std::string_view preset) {
  return {"victims",
          "next: upwards by number; nearest: by distance of numbers; round: upwards from a random one; "
          "random: drawn "
          "anew each time; topology: same core, same chip, others",
          preset,
          0,
          0,
          chosen_victims::names};
}
inline constexpr parameter steal{"steal", "how many tasks, or blocks, a thief takes at once", "1", 1, 1024,
                                 "half"};
constexpr parameter queue(std::string_view preset) {
  return {
      "queue", "list: linked tasks; array: it doubles when full; arrays: linked arrays (KR02 section 4.2)",
      preset,  0,
      0,       "list array arrays"};
}
inline constexpr parameter trees{"l",      "how many trees a level of the forest has (HR10's l)", "2", 0, 0,
                                 "2 3 4 8"};
constexpr parameter block(std::string_view preset) {
  return {"block", "how many tasks may be private", preset, 1, 64};
}
constexpr parameter reserve(std::string_view preset) {
  return {"reserve", "a worker looks for public work when it has fewer private tasks", preset, 1, 1024};
}

// Each array is what some pools have.
inline constexpr std::array central_list{lock("mutex"), queue("list")};
inline constexpr std::array central_array{lock("mutex"), queue("array")};
inline constexpr std::array central_two_locks{lock("mutex")};
inline constexpr std::array central_task_locked{lock("spin")};
inline constexpr std::array several{parameter{"lists", "how many lists each worker has", "2", 0, 0, "2 4 8"},
                                    lock("mutex"), victims("next"), steal};
inline constexpr std::array stealing{steal, lock("mutex"), victims("next"), queue("list")};
inline constexpr std::array stealing_array{lock("mutex"), victims("next"), steal, queue("array")};
inline constexpr std::array stealing_opposite{steal, lock("mutex"), victims("next")};
inline constexpr std::array task_locked{victims("next"), lock("spin")};
inline constexpr std::array blocks{block("4"), lock("mutex"), victims("next"), steal};
inline constexpr std::array central_blocks{block("4"), lock("mutex")};
inline constexpr std::array two_private{block("2"), lock("mutex"), victims("next"), steal};
inline constexpr std::array central_two_private{block("2"), lock("mutex")};
inline constexpr std::array randomized{
    parameter{"queues", "how many lists there are for each worker", "4", 1, 64}, lock("mutex")};
inline constexpr std::array greedy{reserve("1"), lock("mutex"), victims("next"), steal};
inline constexpr std::array greedy_early{reserve("2"), lock("mutex"), victims("next"), steal};
inline constexpr std::array forest{trees, lock("spin"), victims("nearest")};
inline constexpr std::array two_part_forest{
    trees, parameter{"private", "how many levels may be private (HR10's MAX_PRIV_LENGTH)", "3", 0, 16},
    parameter{"public", "public levels without which none is private (HR10's MIN_PUB_LENGTH)", "2", 1, 16},
    lock("spin"), victims("nearest")};
inline constexpr std::array non_blocking{victims("random"), steal};
inline constexpr std::array deque_under_spin_lock{steal, lock("stubborn"), victims("random")};
inline constexpr std::array deque_under_mutex{steal, lock("mutex"), victims("random")};
inline constexpr std::array split{parameter{"victims",
                                            "round: upwards from a random one; random: drawn anew each time; "
                                            "nearest: by distance of numbers",
                                            "round", 0, 0, "round random nearest"}};
inline constexpr std::array ready_queues{steal, lock("stubborn"), victims("round")};

inline constexpr std::array catalogue{
    parameters_entry{"jackdaw", split},
    parameters_entry{"sq1", central_list},
    parameters_entry{"sq2", central_array},
    parameters_entry{"sq3", central_task_locked},
    parameters_entry{"sq4", central_two_locks},
    parameters_entry{"dq2", stealing},
    parameters_entry{"dq4", several},
    parameters_entry{"dq5", stealing_opposite},
    parameters_entry{"dq6", task_locked},
    parameters_entry{"dq7", stealing_array},
    parameters_entry{"dq8", blocks},
    parameters_entry{"dq9", stealing},
    parameters_entry{"dq10", stealing},
    parameters_entry{"sdq1", central_blocks},
    parameters_entry{"rq1", randomized},
    parameters_entry{"rq2", randomized},
    parameters_entry{"rq3", randomized},
    parameters_entry{"sdq1w", central_two_private},
    parameters_entry{"dq8w", two_private},
    parameters_entry{"dq9w", greedy},
    parameters_entry{"dq9w1", greedy_early},
    parameters_entry{"atp", forest},
    parameters_entry{"atp2", two_part_forest},
    parameters_entry{"hood", non_blocking},
    parameters_entry{"hood-naive", non_blocking},
    parameters_entry{"hood-spin", deque_under_spin_lock},
    parameters_entry{"hood-block", deque_under_mutex},
    parameters_entry{"hood-spin-strict", deque_under_spin_lock},
    parameters_entry{"hood-block-strict", deque_under_mutex},
    parameters_entry{"superglue", ready_queues},
};

/// Why pools have no parameter that their likes have.
struct absence {
  std::string_view pools;  ///< names, with blanks between them
  std::string_view parameter;
  std::string_view why;
};
inline constexpr std::array absences{
    absence{"dq1 dq3", "lock", "its queues are private, so nobody locks them"},
    absence{"hood hood-naive", "lock", "its deques have no locks; hood-spin and hood-block have"},
    absence{"jackdaw", "lock", "its deques have no locks"},
    absence{"dq1 dq3", "steal", "there are no thieves"},
    absence{"dq1 dq3", "victims", "there are no thieves"},
    absence{"sq1 sq2 sq3 sq4 sdq1 sdq1w", "steal", "what is public is in one queue for all"},
    absence{"sq1 sq2 sq3 sq4 sdq1 sdq1w", "victims", "what is public is in one queue for all"},
    absence{"rq1 rq2 rq3", "steal", "queues belong to nobody, so there are no thieves"},
    absence{"rq1 rq2 rq3", "victims", "queues belong to nobody, and are visited at random"},
    absence{"dq6", "steal", "each task costs three locks, and nobody counts them"},
    absence{"atp atp2", "steal", "a thief takes the largest tree, a quarter to half of all tasks"},
    absence{"jackdaw", "steal", "a thief takes up to half of what is public"},
    absence{"dq1 dq3", "queue", "a pool that shares nothing takes no values; dq1 has lists, dq3 arrays"},
    absence{"dq5", "queue", "thieves take at the opposite end, and arrays have only one"},
    absence{"sq3 dq6", "queue", "single tasks are locked, so they are linked"},
    absence{"sq4", "queue", "the two-lock queue is a list"},
    absence{"dq8 sdq1 dq8w sdq1w", "queue",
            "it has a list of blocks; parameter block, where there is one, says how long"},
    absence{"dq9w dq9w1", "queue", "WSL06 has it with its own list"},
    absence{"dq4 rq1 rq2 rq3", "queue",
            "only the pools that share one kind of queue with KR02's section 4.2 offer it"},
    absence{"atp atp2", "queue", "it keeps tasks in trees"},
    absence{"hood hood-naive hood-spin hood-block hood-spin-strict hood-block-strict jackdaw", "queue",
            "its deques are what the pool is about"},
    absence{"superglue", "queue", "its queues are SuperGlue's"},
};

}  // namespace parameters

/// The parameters of the catalogued pool of this name; none where it has none, or there is no such pool.
[[nodiscard]] constexpr std::span<const parameter> parameters_of(std::string_view pool) noexcept {
  for (const parameters_entry& each : parameters::catalogue) {
    if (each.pool == pool) return each.parameters;
  }
  return {};
}

/// Why the catalogued pool of this name has no such parameter; empty where there is nothing to say.
[[nodiscard]] constexpr std::string_view why_absent(std::string_view pool,
                                                    std::string_view parameter) noexcept {
  for (const parameters::absence& each : parameters::absences) {
    if (each.parameter == parameter && is_word_of(each.pools, pool)) return each.why;
  }
  return {};
}

}  // namespace jackdaw::pool
