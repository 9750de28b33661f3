// What a pool does with tasks, as far as it matters for a schedule.
#pragma once

#include <array>
#include <string_view>

namespace jackdaw::replay {

/// Where a worker puts tasks, and from where it takes them. A value, without behaviour of its own.
///     policy mine = *policy_of("dq8");
///     mine.few = 16;
///
/// Threads: a value, as any other. Cost: some bytes. Throws nothing.
struct policy {
  /// Where a worker puts tasks.
  enum class home : unsigned char {
    central,     ///< one queue for all
    randomized,  ///< a random one of four queues for each worker
    own          ///< the worker's own queue
  };
  /// Which task of a queue is taken.
  enum class end : unsigned char { newest, oldest };
  /// How much a thief takes.
  enum class loot : unsigned char {
    nothing,  ///< there are no thieves
    one,      ///< a task, or a block where these are what is public
    half      ///< half of the victim's tasks
  };
  /// Which tasks thieves cannot take.
  enum class hiding : unsigned char {
    nothing,      ///< all tasks can be taken by others
    block,        ///< up to `few` newest tasks are private; that many together become public
    newest,       ///< up to `few` newest tasks are private, while at least twice as many are public
    oldest,       ///< a worker's first `few` tasks are private; those beyond them are public
    all_but_one,  ///< a task becomes public only while no other is
    all_but_two   ///< the same, and a worker's only task stays private
  };
  /// How many locks a queue has, where it has any.
  enum class locking : unsigned char {
    one,   ///< for the whole of it
    ends,  ///< one at each end: they exclude each other only where a task is left at most
    lists  ///< two lists with a lock each; a worker takes the one that is free sooner
  };
  /// In which order a thief looks at victims.
  enum class order : unsigned char { neighbours, nearest, random_start };

  std::string_view pool;              ///< its name in pool::catalogue
  home where = home::own;             ///< where a worker puts tasks
  end taken = end::newest;            ///< by the owner; from a central queue by all
  end stolen = end::newest;           ///< by thieves
  loot amount = loot::one;            ///< how much a thief takes
  hiding hides = hiding::nothing;     ///< which tasks thieves cannot take
  order victims = order::neighbours;  ///< in which order a thief looks
  bool locked = true;                 ///< a worker that puts or takes excludes others
  bool gives_way = true;              ///< a worker without work gives its processor away
  unsigned few = 4;                   ///< of hiding::block, newest and oldest, 1 to 64
  locking locks = locking::one;       ///< where `locked`

  /// Whether a task stays with the worker that has put it, or to which it was dealt.
  [[nodiscard]] constexpr bool shares_nothing() const noexcept {
    return where == home::own && amount == loot::nothing;
  }
};

/// A policy for each name of pool::catalogue. Simplified: dq4 has two locks, but one order of tasks; atp and atp2 steal
/// half of the tasks instead of the largest tree. The private levels of atp2 are 22 tasks: two trees of 1, 3 and 7. Two
/// public levels above have more than twice as many. For jackdaw, a request to the owner is a part of the
/// costs of a steal. hood draws victims from a random one on.
inline constexpr auto policies = [] {
  using home = policy::home;
  using end = policy::end;
  using loot = policy::loot;
  using hiding = policy::hiding;
  using order = policy::order;
  const auto with = [](policy how, policy::locking locks) {
    how.locks = locks;
    return how;
  };
  return std::array{
      policy{"jackdaw", home::own, end::newest, end::oldest, loot::half, hiding::nothing, order::random_start,
             false},
      policy{"sq1", home::central},
      policy{"sq2", home::central},
      with(policy{"sq3", home::central, end::oldest}, policy::locking::ends),
      with(policy{"sq4", home::central, end::oldest}, policy::locking::ends),
      policy{"dq1", home::own, end::newest, end::newest, loot::nothing, hiding::nothing, order::neighbours,
             false},
      policy{"dq2"},
      policy{"dq3", home::own, end::newest, end::newest, loot::nothing, hiding::nothing, order::neighbours,
             false},
      with(policy{"dq4"}, policy::locking::lists),
      policy{"dq5", home::own, end::newest, end::oldest},
      with(policy{"dq6", home::own, end::newest, end::oldest}, policy::locking::ends),
      policy{"dq7"},
      policy{"dq8", home::own, end::newest, end::newest, loot::one, hiding::block},
      policy{"dq9"},
      policy{"dq10"},
      policy{"sdq1", home::central, end::newest, end::newest, loot::one, hiding::block},
      policy{"rq1", home::randomized},
      policy{"rq2", home::randomized},
      policy{"rq3", home::randomized},
      policy{"sdq1w", home::central, end::newest, end::newest, loot::one, hiding::oldest, order::neighbours,
             true, true, 2},
      policy{"dq8w", home::own, end::newest, end::newest, loot::one, hiding::oldest, order::neighbours, true,
             true, 2},
      policy{"dq9w", home::own, end::newest, end::newest, loot::one, hiding::all_but_one},
      policy{"dq9w1", home::own, end::newest, end::newest, loot::one, hiding::all_but_two},
      policy{"atp", home::own, end::newest, end::oldest, loot::half, hiding::nothing, order::nearest},
      policy{"atp2", home::own, end::newest, end::oldest, loot::half, hiding::newest, order::nearest, true,
             true, 22},
      policy{"hood", home::own, end::newest, end::oldest, loot::one, hiding::nothing, order::random_start,
             false},
      policy{"hood-naive", home::own, end::newest, end::oldest, loot::one, hiding::nothing,
             order::random_start, false, false},
      policy{"hood-spin", home::own, end::newest, end::oldest, loot::one, hiding::nothing,
             order::random_start},
      policy{"hood-block", home::own, end::newest, end::oldest, loot::one, hiding::nothing,
             order::random_start},
      policy{"hood-spin-strict", home::own, end::newest, end::oldest, loot::one, hiding::nothing,
             order::random_start},
      policy{"hood-block-strict", home::own, end::newest, end::oldest, loot::one, hiding::nothing,
             order::random_start},
      policy{"superglue", home::own, end::newest, end::oldest, loot::one, hiding::nothing,
             order::random_start}};
}();

/// The policy of the pool with this name; null where there is none.
///     const policy* how = policy_of("dq8");
///
/// Cost: a look through the list. Threads: any.
[[nodiscard]] constexpr const policy* policy_of(std::string_view pool) noexcept {
  for (const policy& each : policies) {
    if (each.pool == pool) return &each;
  }
  return nullptr;
}

}  // namespace jackdaw::replay
