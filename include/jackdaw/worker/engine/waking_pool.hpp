// A pool whose workers are woken when there is something for them.
//
// Callers: any busy worker puts, and answers steal requests; the engine's loop does the rest.
// Why no wake-up is lost: worker/idle/idle_policy.hpp; steal requests: pool/task_pool.hpp, work_requesting_pool, and
// docs/internals/scheduler/split-deque.md.
#pragma once

#include <utility>

#include <jackdaw/base/full_fence.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>

namespace jackdaw::working {

/// For how many: the workers, and the places with those of reserve threads (worker/external/reserve_threads.hpp).
struct room {
  room(unsigned all) : room(all, all) {}  // NOLINT(google-explicit-constructor): most have no others
  room(unsigned some, unsigned all) : workers(some), places(all) {}

  unsigned workers;
  unsigned places;
};

/// A pool and an idle policy, each of which knows nothing of the other.
template <pool::task_pool Pool, idle_policy Idle>
class waking_pool {
 public:
  using task_type = typename Pool::task_type;

  template <class... IdleArguments>
  explicit waking_pool(room size, IdleArguments&&... idle)
      : workers_(size.workers),
        pool_(make_pool(size)),
        idle_(size.workers, std::forward<IdleArguments>(idle)...) {}
  /// With the pool that `with` makes.
  template <class Make, class... IdleArguments>
  waking_pool(room size, const pool::made_by<Make>& with, IdleArguments&&... idle)
      : workers_(size.workers),
        pool_(make_pool(size, with)),
        idle_(size.workers, std::forward<IdleArguments>(idle)...) {}
  waking_pool(const waking_pool&) = delete;
  waking_pool& operator=(const waking_pool&) = delete;

  [[nodiscard]] unsigned workers() const noexcept { return workers_; }
  [[nodiscard]] Pool& pool() noexcept { return pool_; }

  /// Answers a steal request to worker `id`: makes some tasks visible, and wakes a worker for it. If there are none,
  /// the request stands until the next put.
  [[gnu::noinline, gnu::cold]] void answer_steal_request(unsigned id)
    requires pool::work_requesting_pool<Pool>
  {
    if (pool_.work_requested(id)) answer(id, pool_.answer_steal_request(id));
  }

 protected:
  ~waking_pool() = default;

  /// By worker `id`, whose part of the pool is `own`.
  void put_and_wake(unsigned id, task_type& item, auto& own)
    requires pool::work_requesting_pool<Pool> && pool::pool_by_worker<Pool>
  {
    if (own.put(item)) [[unlikely]]
      answer_steal_request_after_put(id);
  }

  /// By worker `id`.
  void put_and_wake(unsigned id, task_type& item) {
    if constexpr (pool::work_requesting_pool<Pool>) {
      if (pool_.put(id, item)) [[unlikely]]
        answer_steal_request_after_put(id);
    } else if constexpr (Pool::balances && pool::telling_pool<Pool>) {
      tell_of_put(idle_, id, pool_.put(id, item));
      wake_for_revealed(id);
    } else {
      pool_.put(id, item);
      if constexpr (Pool::balances) idle_.put(id);
      wake_for_revealed(id);
    }
  }

  /// A worker that fell asleep between two runs has requested no work: this requests work from all on its behalf.
  void ask_for_sleepers() {
    if constexpr (pool::work_requesting_pool<Pool>) {
      base::full_fence();               // FF-F2: the open phase, then sleepers; parking.hpp prepare
      if (idle_.none_sleeps()) return;  // a worker that goes to sleep now sees the open phase first
      for (unsigned id = 0; id < workers_; ++id) pool_.request_work(id);
    }
  }

  /// What worker `id` has made visible without a put is as good as put.
  void wake_for_revealed([[maybe_unused]] unsigned id) {
    if constexpr (pool::revealing_pool<Pool>) {
      for (unsigned pieces = pool_.revealed(id); pieces > 0; --pieces) {
        idle_.put(id);
        sync::notify();
      }
    }
  }

  const unsigned workers_;
  Pool pool_;
  Idle idle_;

 private:
  static Pool make_pool(room size) {
    if constexpr (pool::roomy_pool<Pool>) {
      return Pool(size.workers, size.places);
    } else {
      return Pool(size.workers);
    }
  }
  static Pool make_pool(room size, const auto& with) {
    if constexpr (pool::roomy_pool<Pool>) {
      return with.make(size.workers, size.places);
    } else {
      return with.make(size.workers);
    }
  }

  [[gnu::noinline, gnu::cold]] void answer_steal_request_after_put(unsigned id)
    requires pool::work_requesting_pool<Pool>
  {
    answer(id, pool_.answer_steal_request_after_put(id, !idle_.none_sleeps()));
  }

  /// `has_some`: tasks for the others; without any no worker is woken, and the request stands for sleepers.
  void answer(unsigned id, bool has_some)
    requires pool::work_requesting_pool<Pool>
  {
    if (has_some) {
      idle_.put(id < workers_ ? id : 0);  // no reserve thread sleeps there
      sync::notify();
    }
    if (!idle_.none_sleeps() || !pool_.may_clear_request(id)) return;
    // A sleeper has requested work: it announces itself, passes a full fence and looks whether the request stands;
    // here the request is cleared, then a full fence, then a look at the sleepers.
    pool_.clear_request(id);
    base::full_fence();  // FF-F2: pairs with heavy() in sync/parking.hpp prepare
    if (!idle_.none_sleeps()) pool_.request_work(id);
  }
};

}  // namespace jackdaw::working
