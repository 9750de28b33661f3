// In which order a thief visits the others.
//
// An order is made for a number of workers and has
//   first_of(thief, visit)   calls visit(victim), with any worker but the thief, until it returns something
//                            else than null, and returns that; null only after every other was visited
//                            (contract TP-P1 in pool/task_pool.hpp: their initial tasks are found)
// Called by thief's own thread; calls for different thieves may run at the same time.
#pragma once

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/random.hpp>

namespace jackdaw::pool {

/// The victims of a search: the `count` workers from `first` on, of `workers` in a round, but not the thief itself.
struct stretch {
  unsigned thief;
  unsigned first;
  unsigned count;
  unsigned workers;

  /// Whether `holds(victim)` for one of them. The first such ends the search.
  [[nodiscard]] bool any(auto holds) const {
    for (unsigned step = 0; step < count; ++step) {
      const unsigned victim = first + step < workers ? first + step : first + step - workers;
      if (victim != thief && holds(victim)) return true;
    }
    return false;
  }

  void each(auto visit) const {
    static_cast<void>(any([&](unsigned victim) {
      visit(victim);
      return false;
    }));
  }
};

/// Round once, from `start` on upwards, past the thief.
class round_trip {
 public:
  explicit round_trip(unsigned workers) noexcept : workers_(workers) {}

  auto from(unsigned start, unsigned thief, auto visit) const -> decltype(visit(thief)) {
    decltype(visit(thief)) found = nullptr;
    static_cast<void>(stretch{thief, start, workers_, workers_}.any([&](unsigned victim) {
      found = visit(victim);
      return static_cast<bool>(found);
    }));
    return found;
  }

 private:
  unsigned workers_;
};

/// Its neighbours upwards, round once: w+1, w+2, …, w-1. The order of KR02's stealing pools.
struct next_neighbours {
  explicit next_neighbours(unsigned workers) noexcept : all_(workers) {}

  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    return all_.from(thief, thief, visit);
  }

 private:
  round_trip all_;
};

/// The nearest numbers first: w+1, w-1, w+2, w-2, …. Source: HR10 section 3 (the neighbourhood, by numbers).
/// Decisions: numbers lie on a line. So 0 and P-1 are far apart, as they are on a machine that numbers its
/// processors by board. Of two that are equally near, the upper one comes first.
struct nearest {
  explicit nearest(unsigned workers) noexcept : workers_(workers) {}

  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    for (unsigned distance = 1; distance < workers_; ++distance) {
      if (thief + distance < workers_) {
        if (auto found = visit(thief + distance)) return found;
      }
      if (distance <= thief) {
        if (auto found = visit(thief - distance)) return found;
      }
    }
    return nullptr;
  }

 private:
  unsigned workers_;
};

/// A source of random numbers for each thief.
class thief_randoms {
 public:
  explicit thief_randoms(unsigned workers) : own_(workers) {
    for (unsigned id = 0; id < workers; ++id) *own_[id] = base::random(id + 1);
  }
  [[nodiscard]] base::random& of(unsigned thief) const noexcept { return *own_[thief]; }

 private:
  base::owned_array<base::padded<base::random>> own_;
};

/// Round once, from a random one on. Source: T15 section 4.1 (the default order of SuperGlue).
class random_start {
 public:
  explicit random_start(unsigned workers) : workers_(workers), all_(workers), randoms_(workers) {}

  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    return all_.from(randoms_.of(thief).below(workers_), thief, visit);
  }

 private:
  unsigned workers_;
  round_trip all_;
  thief_randoms randoms_;
};

/// Each victim drawn anew from all others, whether visited before or not. Source: BP98 section 3.1 (uniformly at
/// random, until a deque is not empty). Decision: the paper's thief never ends. After as many draws as there are
/// others, ours visits all of them from a random one on. For null has to mean that there was nothing.
class uniform_random {
 public:
  explicit uniform_random(unsigned workers) : others_(workers - 1), all_(workers), randoms_(workers) {}

  auto first_of(unsigned thief, auto visit) const -> decltype(visit(thief)) {
    if (others_ == 0) return nullptr;
    base::random& random = randoms_.of(thief);
    for (unsigned draw = 0; draw < others_; ++draw) {
      const unsigned victim = random.below(others_);
      if (auto found = visit(victim < thief ? victim : victim + 1)) return found;
    }
    return all_.from(random.below(others_ + 1), thief, visit);
  }

 private:
  unsigned others_;
  round_trip all_;
  thief_randoms randoms_;
};

}  // namespace jackdaw::pool
