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
    if (!hidden.empty()) {
      const std::uint32_t task = hidden.back();
      hidden.pop_back();
      return taken{task, now + on_.price.get};
    }
    if (own_) {
      if (!queues_[worker].units.empty()) return pop(worker, queues_[worker], how_.taken, now);
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
    std::deque<unit> units;  // the oldest first
    double free_at = 0;
    unsigned used_by = 0;
  };

  [[nodiscard]] std::size_t home_of(unsigned worker) {
    if (own_) return worker;
    return queues_.size() == 1 ? 0 : random_.below(static_cast<std::uint32_t>(queues_.size()));
  }

  [[nodiscard]] double push(unsigned worker, const unit& item, double now) {
    queue& home = queues_[home_of(worker)];
    home.units.push_back(item);
    return used(home, worker, now, on_.price.put);
  }

  [[nodiscard]] taken pop(unsigned worker, queue& from, policy::end at, double now) {
    return begun(worker, removed(from, at), used(from, worker, now, on_.price.get));
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
    const double when = used(from, worker, now, on_.price.get) + on_.price.steal;
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
  [[nodiscard]] double used(queue& item, unsigned worker, double now, double price) const {
    const double moved = item.used_by == worker ? 0 : on_.price.transfer;
    item.used_by = worker;
    if (!how_.locked) return now + price + moved;
    const double held = std::min(on_.price.lock, price);
    const double begin = std::max(now + price - held, item.free_at);
    return item.free_at = begin + held + moved;
  }

  const policy& how_;
  const machine& on_;
  base::random random_;
  bool own_;
  std::vector<queue> queues_;
  std::vector<std::vector<std::uint32_t>> private_;
};

}  // namespace jackdaw::replay
