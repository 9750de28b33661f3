// A pool for threads that belong to somebody else: they come, put and take tasks, wait for more, and go.
//
// Source: WSL06 section 2.1; KR02 section 6.1 (tpool_run). Who calls what: each thread with the number of its
// own seat. When get() gives up: worker/attendance.hpp. Who has which number: worker/seats.hpp. Why no worker
// oversleeps: worker/idle.hpp; a member that leaves wakes all. Who sleeps by sync::sleep_until is told of all
// of this too, so that members may wait in that way, with in_sight() in the predicate.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <jackdaw/pool/pool.hpp>
#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/attendance.hpp>
#include <jackdaw/worker/idle.hpp>
#include <jackdaw/worker/seats.hpp>
#include <jackdaw/worker/waking_pool.hpp>

namespace jackdaw::working {

/// Throws std::invalid_argument.
inline unsigned checked_members(unsigned members) {
  if (members >= 1 && members <= attendance::most_members) return members;
  throw std::invalid_argument(std::to_string(members) + " members asked for; expected 1 to " +
                              std::to_string(attendance::most_members));
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
      : store(most_members, std::forward<IdleArguments>(idle)...), seats_(most_members) {}

  /// The calling thread becomes a member; nothing when there is no seat.
  [[nodiscard]] std::optional<unsigned> join() noexcept {
    const auto seat = seats_.take();
    if (!seat) return std::nullopt;
    if (seat->was_left) {
      present_.join_seat();
    } else {
      present_.join();
    }
    return seat->id;
  }

  /// Somebody will come and be member `id`, and is waited for. False when the seat is not free.
  [[nodiscard]] bool expect(unsigned id) noexcept {
    if (!seats_.take(id)) return false;
    present_.join();
    return true;
  }

  /// Member `id` goes. What it has stored is for the others, or for who comes next.
  void leave(unsigned id) noexcept {
    present_.leave_seat();
    seats_.leave(id);
    idle_.wake_all();
    sync::notify();
  }

  [[nodiscard]] bool is_member(unsigned id) const noexcept { return seats_.is_taken(id); }
  [[nodiscard]] unsigned members() const noexcept { return present_.members(); }

  /// By member `id`. Throws std::bad_alloc where the pool's queues grow.
  void put(unsigned id, task_type& item) {
    this->put_and_wake(id, item);
    sync::notify();
  }

  /// A task for member `id`, waiting for one if need be; null when none is stored, and all members wait.
  [[nodiscard]] task_type* get(unsigned id) {
    for (;;) {
      if (task_type* const item = next(id)) return item;
      const std::uint32_t round = present_.round();
      if (present_.rest()) {
        idle_.wake_all();
        sync::notify();
        return nullptr;
      }
      do {
        idle_.wait(id, [&] { return present_.round() != round || in_sight(id); });
        if (present_.round() != round) return nullptr;
      } while (!in_sight(id));
      if (!present_.enter(round)) return nullptr;
    }
  }

  /// The same without waiting: null when nothing is found now.
  [[nodiscard]] task_type* next(unsigned id) {
    for (;;) {
      if (task_type* const item = taken_by(id)) return item;
      if (!seats_.some_left()) [[likely]]
        return nullptr;
      const auto seat = seats_.look_into();
      if (!seat) return nullptr;  // another member looks there
      if (task_type* const item = taken_by(*seat)) {
        seats_.leave(*seat);
        idle_.put(id);  // there may be more
        sync::notify();
        return item;
      }
      seats_.give_back(*seat);
      present_.empty_seat();
    }
  }

  /// After a next(id) that found nothing: whether it is likely to find a task now. Member `id` only, waiting or
  /// busy: it may ask the others for some, and then looks once more.
  [[nodiscard]] bool in_sight(unsigned id) {
    if (seats_.some_left() || !pool_.looks_empty(id)) return true;
    if constexpr (pool::asking_pool<Pool>) {
      return !pool_.ask_all(id);
    } else {
      return false;
    }
  }

  /// While nobody uses the pool any more: a task that is left, whoever has stored it; null: none.
  [[nodiscard]] task_type* leftover() {
    for (unsigned id = 0; id < workers_; ++id) {
      if (task_type* const item = pool_.get(id)) return item;
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
    if constexpr (pool::asking_pool<Pool>) {
      if (pool_.asked(id)) [[unlikely]]
        this->attend(id);  // now: its member may be long in coming back
    }
    this->wake_for_revealed(id);
    return item;
  }

  seats seats_;
  attendance present_;
};

}  // namespace jackdaw::working
