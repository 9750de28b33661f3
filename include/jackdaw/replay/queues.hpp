// The simulated queues of a pool: where tasks are put, which workers may take them, and how long that takes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include <jackdaw/base/random.hpp>
#include <jackdaw/replay/machine.hpp>
#include <jackdaw/replay/policy.hpp>

namespace jackdaw::replay {

/// A pool of tasks, by number, that follows a policy. Times are nanoseconds of the simulation; the caller goes on
/// at the time that it gets back.
class queues {
 public:
  struct taken {
    std::uint32_t task;
    double when;  ///< the worker can begin
    unsigned shown =
        0;  ///< units of others that are to be seen now and were not before, in the thief's queue
    bool is_stolen = false;
  };

  queues(const policy& how, const machine& on, std::uint64_t seed)
      : how_(how), on_(on), random_(seed), own_(how.where == policy::home::own), private_(on.workers) {
    const unsigned count = own_ ? on.workers : how.where == policy::home::central ? 1 : 4 * on.workers;
    queues_.resize(count);
  }

  /// An initial task, dealt to this worker before any worker begins.
  void init(unsigned worker, std::uint32_t task) { queues_[home_of(worker)].units.push_back(unit{task}); }

  /// When the worker is done with that; `shown`: whether others can see more than before.
  [[nodiscard]] double put(unsigned worker, std::uint32_t task, double now, bool& shown) {
    auto& hidden = private_[worker];
    shown = false;
    if (how_.hides == policy::hiding::nothing) {
      shown = !how_.shares_nothing();
      return push(worker, unit{task}, now);
    }
    if (how_.hides == policy::hiding::block) {
      double when = now + on_.price.put;
      if (hidden.size() >= how_.few) {
        when = push(worker, unit(hidden), now);
        shown = true;
        hidden.clear();
      }
      hidden.push_back(task);
      return when;
    }
    if (how_.hides == policy::hiding::newest) return put_newest(worker, task, now, shown);
    if (how_.hides == policy::hiding::oldest) {
      shown = hidden.size() >= how_.few;
      if (shown) return push(worker, unit{task}, now);
      hidden.push_back(task);
      return now + on_.price.put;
    }
    const bool shares = how_.hides == policy::hiding::all_but_one || !hidden.empty();
    if (shares && queues_[worker].units.empty()) {
      shown = true;
      return push(worker, unit{task}, now);
    }
    hidden.push_back(task);
    return now + on_.price.put;
  }

  /// What the worker takes at `now`, if there is something for it.
  [[nodiscard]] std::optional<taken> get(unsigned worker, double now) {
    auto& hidden = private_[worker];
    if (how_.hides == policy::hiding::newest && !hidden.empty()) return get_newest(worker, now);
    if (!hidden.empty()) {
      const std::uint32_t task = hidden.back();
      hidden.pop_back();
      return taken{task, now + on_.price.get};
    }
    if (own_) {
      if (!queues_[worker].units.empty()) {
        const taken own = pop(worker, queues_[worker], how_.taken, now);
        if (how_.hides == policy::hiding::newest) hide(worker);
        return own;
      }
      return steal(worker, now);
    }
    const auto count = static_cast<unsigned>(queues_.size());
    const unsigned start = count == 1 ? 0 : random_.below(count);
    for (unsigned i = 0; i < count; ++i) {
      queue& each = queues_[(start + i) % count];
      if (!each.units.empty()) return pop(worker, each, how_.taken, now);
    }
    return std::nullopt;
  }

 private:
  /// What moves from one to another: a task, or a block of them.
  struct unit {
    static constexpr std::size_t few = 4;

    explicit unit(std::uint32_t task) : first{task}, count(1) {}
    explicit unit(const std::vector<std::uint32_t>& block) : count(block.size()) {
      const std::size_t here = std::min(count, few);
      std::copy_n(block.begin(), here, first.begin());
      if (count > few) rest.assign(block.begin() + few, block.end());
    }
    [[nodiscard]] std::uint32_t task(std::size_t i) const { return i < few ? first[i] : rest[i - few]; }

    std::array<std::uint32_t, few> first{};
    std::vector<std::uint32_t> rest;  // of a block that is larger
    std::size_t count;
  };
  struct queue {
    struct guard {
      double free_at = 0;
      unsigned used_by = 0;
    };
    std::deque<unit> units;  // the oldest first
    std::array<guard, 2> guards;
  };

  // ---- policy::hiding::newest: what is hidden is newer than all units ----

  [[nodiscard]] bool may_hide(unsigned worker, std::size_t many) const {
    return many <= how_.few && queues_[worker].units.size() >= 2 * many;
  }

  /// Makes the `many` oldest hidden tasks of the worker public.
  void reveal(unsigned worker, std::size_t many) {
    auto& hidden = private_[worker];
    for (std::size_t i = 0; i < many; ++i) queues_[worker].units.emplace_back(hidden[i]);
    hidden.erase(hidden.begin(), hidden.begin() + static_cast<std::ptrdiff_t>(many));
  }

  /// As few as the rule asks for. Returns how many.
  unsigned reveal_until_allowed(unsigned worker) {
    unsigned many = 0;
    for (; !may_hide(worker, private_[worker].size()); ++many) reveal(worker, 1);
    return many;
  }

  /// Makes as many public tasks private as the rule allows, with the lock that is held anyway.
  void hide(unsigned worker) {
    auto& units = queues_[worker].units;
    auto& hidden = private_[worker];
    const std::size_t many = std::min<std::size_t>(how_.few, units.size() / 3);
    for (std::size_t i = units.size() - many; i < units.size(); ++i) hidden.push_back(units[i].task(0));
    units.erase(units.end() - static_cast<std::ptrdiff_t>(many), units.end());
  }

  [[nodiscard]] double put_newest(unsigned worker, std::uint32_t task, double now, bool& shown) {
    auto& hidden = private_[worker];
    if (may_hide(worker, hidden.size() + 1)) {
      hidden.push_back(task);
      return now + on_.price.put;
    }
    shown = true;
    if (hidden.size() >= how_.few) {
      reveal(worker, (hidden.size() + 1) / 2);  // as a new root takes full levels below it
    } else {
      reveal(worker, hidden.size());
    }
    const double when = used(queues_[worker], worker, now, on_.price.put, policy::end::newest);
    if (hidden.empty()) {
      queues_[worker].units.emplace_back(task);
    } else {
      hidden.push_back(task);
    }
    return when;
  }

  [[nodiscard]] taken get_newest(unsigned worker, double now) {
    auto& hidden = private_[worker];
    const std::uint32_t task = hidden.back();
    const bool is_free = may_hide(worker, hidden.size());
    hidden.pop_back();
    if (is_free) return {task, now + on_.price.get};
    const unsigned shown = reveal_until_allowed(worker);
    return {task, used(queues_[worker], worker, now, on_.price.get, policy::end::newest), shown};
  }

  [[nodiscard]] std::size_t home_of(unsigned worker) {
    if (own_) return worker;
    return queues_.size() == 1 ? 0 : random_.below(static_cast<std::uint32_t>(queues_.size()));
  }

  [[nodiscard]] double push(unsigned worker, const unit& item, double now) {
    queue& home = queues_[home_of(worker)];
    home.units.push_back(item);
    return used(home, worker, now, on_.price.put, policy::end::newest);
  }

  [[nodiscard]] taken pop(unsigned worker, queue& from, policy::end at, double now) {
    const double when = used(from, worker, now, on_.price.get, at);
    return begun(worker, removed(from, at), when);
  }

  /// Runs the newest of a unit's tasks; the others become private.
  [[nodiscard]] taken begun(unsigned worker, const unit& item, double when) {
    for (std::size_t i = 0; i + 1 < item.count; ++i) private_[worker].push_back(item.task(i));
    return {item.task(item.count - 1), when};
  }

  [[nodiscard]] std::optional<taken> steal(unsigned worker, double now) {
    if (how_.amount == policy::loot::nothing) return std::nullopt;
    const unsigned victim = find_victim(worker);
    if (victim == worker) return std::nullopt;
    queue& from = queues_[victim];
    const std::size_t count = how_.amount == policy::loot::half ? (from.units.size() + 1) / 2 : 1;
    const double when = used(from, worker, now, on_.price.get, how_.stolen) + on_.price.steal;
    taken found = begun(worker, removed(from, how_.stolen), when);
    found.is_stolen = true;
    for (std::size_t i = 1; i < count; ++i) queues_[worker].units.push_back(removed(from, how_.stolen));
    found.shown = static_cast<unsigned>(count - 1);
    return found;
  }

  /// The first worker in the order of the policy that has something; the thief itself: none has.
  [[nodiscard]] unsigned find_victim(unsigned thief) {
    const unsigned count = on_.workers;
    const auto has = [&](unsigned victim) { return victim != thief && !queues_[victim].units.empty(); };
    if (how_.victims == policy::order::nearest) {
      for (unsigned distance = 1; distance < count; ++distance) {
        if (thief + distance < count && has(thief + distance)) return thief + distance;
        if (distance <= thief && has(thief - distance)) return thief - distance;
      }
      return thief;
    }
    const unsigned start = how_.victims == policy::order::neighbours ? thief + 1 : random_.below(count);
    for (unsigned i = 0; i < count; ++i) {
      if (has((start + i) % count)) return (start + i) % count;
    }
    return thief;
  }

  static unit removed(queue& from, policy::end at) {
    const unit item = at == policy::end::newest ? from.units.back() : from.units.front();
    if (at == policy::end::newest) {
      from.units.pop_back();
    } else {
      from.units.pop_front();
    }
    return item;
  }

  /// Under a lock, the last part of an operation waits until no other worker uses the queue.
  [[nodiscard]] double used(queue& item, unsigned worker, double now, double price, policy::end at) const {
    queue::guard& own = item.guards[guard_of(item, at)];
    const double moved = own.used_by == worker ? 0 : on_.price.transfer;
    own.used_by = worker;
    if (!how_.locked) return now + price + moved;
    const double held = std::min(on_.price.lock, price);
    // A last task is at both ends.
    const bool needs_both = how_.locks == policy::locking::ends && item.units.size() <= 1;
    const double free_at =
        needs_both ? std::max(item.guards[0].free_at, item.guards[1].free_at) : own.free_at;
    const double begin = std::max(now + price - held, free_at);
    own.free_at = begin + held + moved;
    if (needs_both) item.guards[0].free_at = item.guards[1].free_at = own.free_at;
    return own.free_at;
  }

  [[nodiscard]] std::size_t guard_of(const queue& item, policy::end at) const {
    if (how_.locks == policy::locking::ends) return at == policy::end::newest ? 0 : 1;
    if (how_.locks == policy::locking::lists) return item.guards[0].free_at <= item.guards[1].free_at ? 0 : 1;
    return 0;
  }

  const policy& how_;
  const machine& on_;
  base::random random_;
  bool own_;
  std::vector<queue> queues_;
  std::vector<std::vector<std::uint32_t>> private_;
};

}  // namespace jackdaw::replay
