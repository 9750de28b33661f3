// A pool for threads that do not belong to the library: they come, put and take tasks, wait for more, and go.
//
// Source: WSL06 section 2.1; KR02 section 6.1 (tpool_run). Callers: each thread with the number of its own
// seat. When a round ends: worker/termination/crew_termination.hpp. Which thread has which number:
// worker/crew/member_slots.hpp. Why no worker oversleeps: worker/idle/idle_policy.hpp; a member that leaves wakes
// all. A thread in sync::sleep_until is notified of all of this too, so that members may wait in that way, with
// in_sight() in the predicate.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/crew/member_slots.hpp>
#include <jackdaw/worker/engine/waking_pool.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/termination/crew_termination.hpp>

namespace jackdaw::working {

/// Throws std::invalid_argument.
inline unsigned checked_members(unsigned members) {
  if (members >= 1 && members <= crew_termination::most_members) return members;
  throw std::invalid_argument(std::to_string(members) + " members asked for; expected 1 to " +
                              std::to_string(crew_termination::most_members));
}

[[nodiscard]] inline std::string too_many_members(unsigned most) {
  return "one member too many; expected at most " + std::to_string(most);
}

template <pool::task_pool Pool, idle_policy Idle>
class crew_pool : public waking_pool<Pool, Idle> {
 public:
  using store = waking_pool<Pool, Idle>;
  using task_type = typename Pool::task_type;

  template <class... IdleArguments>
  explicit crew_pool(unsigned most_members, IdleArguments&&... idle)
      : store(most_members, std::forward<IdleArguments>(idle)...),
        slots_(most_members),
        traffic_(std::make_unique<base::padded<traffic>[]>(most_members)) {}

  /// The calling thread becomes a member; nothing when there is no seat.
  [[nodiscard]] std::optional<unsigned> join() noexcept {
    const auto seat = slots_.take();
    if (!seat) return std::nullopt;
    if (seat->was_left) {
      present_.join_seat();
    } else {
      present_.join();
    }
    return seat->id;
  }

  /// A thread will come as member `id`, and is waited for. False when a thread that has joined has that seat. One
  /// thread at a time announces and withdraws.
  [[nodiscard]] bool expect(unsigned id) noexcept {
    switch (slots_.announce(id)) {
      case member_slots::found::free:
        present_.join();
        return true;
      case member_slots::found::left:
        present_.join_seat();
        return true;
      case member_slots::found::member:
        return true;
      case member_slots::found::joined:
      default:
        break;
    }
    return false;
  }

  /// Member `id` is not waited for any more, if it was announced, whether it has come or not. Not while a thread
  /// uses the pool with that number.
  void withdraw(unsigned id) noexcept {
    if (slots_.withdraw(id)) leave(id);
  }

  /// Member `id`, which may have been announced, is there: get() calls this by itself. Returns whether it is a
  /// member.
  bool arrive(unsigned id) noexcept {
    if (id >= workers_) return false;
    if (slots_.arrive(id))
      sync::notify();  // a member that waits for the missing ones waits as usual from now on
    return slots_.is_taken(id);
  }

  /// Member `id` goes. What it has stored is for the others, or for the next member with that number.
  void leave(unsigned id) noexcept {
    present_.leave_seat();
    slots_.leave(id);
    idle_.wake_all();
    sync::notify();
  }

  /// Whether member `id` has come.
  [[nodiscard]] bool is_member(unsigned id) const noexcept { return slots_.is_taken(id); }
  /// Whether a thread has that seat that has joined, and was not announced.
  [[nodiscard]] bool has_joined(unsigned id) const noexcept { return slots_.has_joined(id); }
  /// Whether member `id` was announced, and has not come.
  [[nodiscard]] bool is_missing(unsigned id) const noexcept { return slots_.is_missing(id); }
  /// Whether it was there, and gave up.
  [[nodiscard]] bool is_away(unsigned id) const noexcept { return slots_.is_away(id); }
  [[nodiscard]] unsigned members() const noexcept { return present_.members(); }

  /// By member `id`. Throws std::bad_alloc where the pool's queues grow.
  void put(unsigned id, task_type& item) {
    this->put_and_wake(id, item);
    sync::notify();
    ++traffic_[id]->put;
  }

  /// A task for member `id`, waiting for one if need be; null when none is stored, and all members wait.
  [[nodiscard]] task_type* get(unsigned id) {
    return get(id, [](bool) { return false; }).item;
  }

  struct got {
    task_type* item;
    bool gave_up;  ///< the round is not over: members are missing
  };

  /// The same, but gives up waiting when `gives_up(all_others_wait)`, which is asked now and then while announced
  /// members have not come, and nothing is in sight.
  template <class GivesUp>
  [[nodiscard]] got get(unsigned id, GivesUp gives_up) {
    if (slots_.some_missing()) [[unlikely]]
      static_cast<void>(arrive(id));
    for (;;) {
      if (task_type* const item = next(id)) return {item, false};
      const std::uint32_t round = present_.round();
      if (present_.rest()) {
        idle_.wake_all();
        sync::notify();
        return {nullptr, false};
      }
      do {
        if (!slots_.some_missing()) [[likely]] {
          idle_.wait(id, [&] { return present_.round() != round || in_sight(id) || slots_.some_missing(); });
        } else if (is_given_up(id, round, gives_up)) {
          if (!present_.enter(round)) return {nullptr, false};
          slots_.give_up(id);
          idle_.wake_all();
          sync::notify();
          return {nullptr, true};
        }
        if (present_.round() != round) return {nullptr, false};
      } while (!in_sight(id));
      if (!present_.enter(round)) return {nullptr, false};
    }
  }

  /// The same without waiting: null when nothing is found now.
  [[nodiscard]] task_type* next(unsigned id) {
    for (;;) {
      if (task_type* const item = taken_by(id)) [[likely]] {
        ++traffic_[id]->got;
        return item;
      }
      if (!slots_.some_left()) [[likely]]
        return nullptr;
      const auto seat = slots_.look_into();
      if (!seat) return nullptr;  // another member looks there
      if (task_type* const item = taken_by(*seat)) {
        ++traffic_[id]->got;
        slots_.leave(*seat);
        idle_.put(id);  // there may be more
        sync::notify();
        return item;
      }
      slots_.give_back(*seat);
      present_.empty_seat();
    }
  }

  /// After a next(id) that found nothing: whether it is likely to find a task now. Member `id` only, waiting or
  /// busy: it may ask the others for some, and then looks once more.
  [[nodiscard]] bool in_sight(unsigned id) {
    if (slots_.some_left() || !pool_.looks_empty(id)) return true;
    if constexpr (pool::work_requesting_pool<Pool>) {
      return !pool_.ask_all(id);
    } else {
      return false;
    }
  }

  /// While no thread uses the pool any more: a task that is left, whichever member has stored it; null: none. All
  /// calls together look once at each member that has used the pool, and only as long as tasks are left.
  [[nodiscard]] task_type* leftover() {
    if (!counted_) left_ = count_left();
    counted_ = true;
    for (; left_ != 0 && asked_ < workers_; ++asked_) {
      if (traffic_[asked_]->put == 0 && traffic_[asked_]->got == 0) continue;  // has stored nothing
      if (task_type* const item = pool_.get(asked_)) {
        --left_;
        return item;
      }
    }
    return nullptr;
  }

 private:
  using store::idle_;
  using store::pool_;
  using store::workers_;

  [[nodiscard]] task_type* taken_by(unsigned id) {
    task_type* const item = pool_.get(id);
    if (item == nullptr) return nullptr;
    if constexpr (pool::work_requesting_pool<Pool>) {
      if (pool_.work_requested(id)) [[unlikely]]
        this->answer_steal_request(id);  // now: its member may not come back for long
    }
    this->wake_for_revealed(id);
    return item;
  }

  /// Member `id`, which waits since `round` while others are missing: until there is something else to do, or it
  /// gives up.
  template <class GivesUp>
  [[gnu::noinline, gnu::cold]] bool is_given_up(unsigned id, std::uint32_t round, GivesUp& gives_up) {
    bool given_up = false;
    sync::sleep_until([&] {
      if (present_.round() != round || in_sight(id)) return true;
      const unsigned busy = present_.busy();  // before missing: one that comes meanwhile is busy, not missing
      const unsigned missing = slots_.missing_now();
      given_up = missing != 0 && gives_up(busy <= missing);
      return missing == 0 || given_up;
    });
    return given_up;
  }

  [[nodiscard]] std::uint64_t count_left() const noexcept {
    std::uint64_t left = 0;
    for (unsigned id = 0; id < workers_; ++id) left += traffic_[id]->put - traffic_[id]->got;
    return left;
  }

  struct traffic {  // of one member, which counts
    std::uint64_t put = 0;
    std::uint64_t got = 0;
  };

  member_slots slots_;
  crew_termination present_;
  std::unique_ptr<base::padded<traffic>[]> traffic_;
  std::uint64_t left_ = 0;  // these for leftover()
  unsigned asked_ = 0;
  bool counted_ = false;
};

}  // namespace jackdaw::working
