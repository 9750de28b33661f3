// Jackdaw's own pool: split deques, questions of hungry thieves, and intrusion where an owner does not
// answer.
//
// Source: what KR02 (dq8), HR10 (atp2) and WSL06 (dq9) found: private work without synchronization plus
// public work for thieves; and against their flaw, that private work stays hidden behind a long task: an
// owner that does not answer a thief within some microseconds is overruled. The protocol and its proofs:
// docs/split-deque.md.
#pragma once

#include <memory>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/pause.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/pool/pool.hpp>
#include <jackdaw/queue/split_deque.hpp>

namespace jackdaw::pool {

/// The default pool.
/// P1: what a worker puts stays in its own deque until somebody takes it, and get() empties that first.
class flagship {
 public:
  using task_type = task;
  static constexpr bool balances = true;

  explicit flagship(unsigned workers) : workers_(workers), own_(std::make_unique<local[]>(workers)) {
    for (unsigned id = 0; id < workers; ++id) own_[id].random = base::random(id + 1);
  }

  /// What one worker uses alone, but for the deque's thief end. Its address never changes.
  struct alignas(base::cache_line) local {
    queue::split_deque deque;
    queue::split_deque::index floor = 0;  // where the private part begins for the task that waits innermost
    base::random random;
  };
  [[nodiscard]] local& at(unsigned id) noexcept { return own_[id]; }

  /// True when somebody waits for work, or for room: the caller then calls attend().
  [[nodiscard]] bool put(unsigned id, task& item) noexcept { return own_[id].deque.push(item); }

  void init(unsigned id, task& item) {
    static_cast<void>(own_[id].deque.push(item));
    own_[id].deque.attend();
  }

  [[nodiscard]] task* get(unsigned id) {
    local& own = own_[id];
    if (task* const item = own.deque.pop()) return item;
    own.deque.rewind(own.floor);
    if (task* const item = own.deque.reclaim()) return item;
    return steal(id);
  }

  /// Takes from the others, from a random one on.
  [[nodiscard]] task* steal(unsigned id) {
    if (workers_ == 1) return nullptr;
    const unsigned start = own_[id].random.below(workers_);
    if (task* const item = steal_public(id, start)) return item;
    // Somebody may have private work only: ask, give him time to answer, then overrule him.
    if (!somebody_has_private(id)) return nullptr;
    ask_all(id);
    for (int patience = 0; patience < answer_pauses; ++patience) {
      base::pause();
      if (patience % 8 != 0) continue;
      if (task* const item = steal_public(id, start)) return item;
      if (!somebody_has_private(id)) return nullptr;
    }
    queue::batch taken;
    for (unsigned i = 0; i < workers_; ++i) {
      const unsigned victim = next(start, i);
      if (victim == id || !own_[victim].deque.has_private()) continue;
      own_[victim].deque.seize(taken, own_[id].deque.most_to_take());
      if (taken.count != 0) return keep(id, taken);
    }
    return nullptr;
  }

  [[nodiscard]] bool looks_empty(unsigned id) const noexcept {
    return all_workers(workers_, [&](unsigned other) {
      const auto& deque = own_[other].deque;
      return !deque.has_public() && (other == id || !deque.has_private());
    });
  }

  // ---- questions of hungry workers (pool.hpp, asking_pool) ----

  /// Asks all others. True when all had been asked already.
  bool ask_all(unsigned id) noexcept {
    bool all_asked = true;
    for (unsigned other = 0; other < workers_; ++other) {
      if (other == id || own_[other].deque.asked()) continue;
      own_[other].deque.ask();
      all_asked = false;
    }
    return all_asked;
  }

  [[nodiscard]] bool asked(unsigned id) const noexcept { return own_[id].deque.asked(); }

  /// Makes half of what is private public, and room for more.
  void attend(unsigned id) { own_[id].deque.attend(); }
  void answered(unsigned id) noexcept { own_[id].deque.answered(); }
  void ask(unsigned id) noexcept { own_[id].deque.ask(); }

 private:
  static constexpr int answer_pauses = 400;  // about 5 µs

  [[nodiscard]] unsigned next(unsigned start, unsigned step) const noexcept {
    return start + step < workers_ ? start + step : start + step - workers_;
  }

  [[nodiscard]] bool somebody_has_private(unsigned id) const noexcept {
    return !all_workers(workers_,
                        [&](unsigned other) { return other == id || !own_[other].deque.has_private(); });
  }

  task* steal_public(unsigned id, unsigned start) {
    queue::batch taken;
    const std::size_t most = own_[id].deque.most_to_take();
    for (unsigned i = 0; i < workers_; ++i) {
      const unsigned victim = next(start, i);
      if (victim == id) continue;
      while (own_[victim].deque.steal(taken, most) == queue::outcome::lost) base::pause();
      if (taken.count != 0) return keep(id, taken);
    }
    return nullptr;
  }

  /// Runs the oldest of the stolen tasks first; the others become private.
  task* keep(unsigned id, const queue::batch& taken) {
    for (std::size_t i = 1; i < taken.count; ++i) own_[id].deque.push_taken(*taken.items[i]);
    return taken.items[0];
  }

  unsigned workers_;
  std::unique_ptr<local[]> own_;
};

static_assert(task_pool<flagship>);

}  // namespace jackdaw::pool
