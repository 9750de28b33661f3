// The seats of a crew: numbers that threads take and leave, and with which they use the pool.
//
// Callers: any thread takes a seat; its member leaves it; any busy member looks into a seat that was
// left, for a moment, to see whether tasks are stored there. One thread at a time announces members, and withdraws
// them.
// Invariants
//   MB-S1  a seat is `taken`, `present` or `watched` by one thread at a time, and only that one uses the pool with
//          its number.
//   MB-S2  a seat in state `left` or `watched` has no member, and may have tasks; it is counted as busy
//          (crew_termination.hpp, CT-I2).
//   MB-S3  left_ is at least the number of seats in state `left`.
//   MB-S4  missing_ is at least the number of seats in state `announced` or `away`: of members that are waited for, and
//          have not done anything yet, or nothing since they gave up. Such a seat is counted as a busy member. Its
//          member makes it `present`.
// Orderings: MB-O1 leave, give_back -> take, look_into: what was done with that number. Progress: a thread that looks
// for a seat while others are watched waits till one is not any more, that is, for one get() of the pool.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/threads/pause.hpp>

namespace jackdaw::working {

class member_slots {
 public:
  explicit member_slots(unsigned count)
      : count_(count), states_(std::make_unique<base::padded<word>[]>(count)) {}

  [[nodiscard]] unsigned count() const noexcept { return count_; }

  struct seat {
    unsigned id;
    bool was_left;  ///< and is counted as busy
  };

  /// A seat for the calling thread; nothing when all are taken.
  [[nodiscard]] std::optional<seat> take() noexcept {
    for (;; base::pause()) {
      for (const state wanted : {state::left, state::free}) {
        if (const auto id = changed(wanted, state::taken)) return seat{*id, wanted == state::left};
      }
      if (all_taken()) return std::nullopt;
    }
  }

  /// What announce() has found.
  enum class found : std::uint8_t { free, left, member, joined };

  /// Member `id` is waited for from now on: it is announced if no thread has that seat. `joined`: a thread has it
  /// that was not announced, and keeps it.
  [[nodiscard]] found announce(unsigned id) noexcept {
    missing_.fetch_add(1, base::relaxed);  // MB-S4
    for (;; base::pause()) {
      if (change(id, state::free, state::announced)) return found::free;
      if (change(id, state::left, state::announced)) {
        left_.fetch_sub(1, base::relaxed);
        return found::left;
      }
      const state now = states_[id]->load(base::relaxed);
      if (now < state::announced) continue;  // watched, for a moment
      missing_.fetch_sub(1, base::relaxed);
      return now == state::taken ? found::joined : found::member;
    }
  }

  /// Member `id`, if it was announced, is there. Whether this call says so first.
  bool arrive(unsigned id) noexcept {
    if (!change(id, state::announced, state::present) && !change(id, state::away, state::present))
      return false;
    missing_.fetch_sub(1, base::relaxed);  // MB-S4
    return true;
  }

  /// Member `id`, which was announced and is there, gives up: it may not come back.
  void give_up(unsigned id) noexcept {
    missing_.fetch_add(1, base::relaxed);  // MB-S4
    if (!change(id, state::present, state::away)) missing_.fetch_sub(1, base::relaxed);
  }

  /// Whether the member of seat `id` was announced, and is to leave it: it is not missing any more.
  [[nodiscard]] bool withdraw(unsigned id) noexcept {
    return arrive(id) || states_[id]->load(base::relaxed) == state::present;
  }

  /// Whether a member was announced that has not come; old when it is read.
  [[nodiscard]] bool some_missing() const noexcept { return missing() != 0; }
  [[nodiscard]] unsigned missing() const noexcept { return missing_.load(base::relaxed); }
  /// The same as it is now: a read-modify-write, since a member that has come orders nothing by that (MB-S4).
  [[nodiscard]] unsigned missing_now() noexcept { return missing_.fetch_add(0, base::relaxed); }
  [[nodiscard]] bool is_missing(unsigned id) const noexcept {
    return states_[id]->load(base::relaxed) == state::announced;
  }

  /// Whether it was there, and gave up.
  [[nodiscard]] bool is_away(unsigned id) const noexcept {
    return states_[id]->load(base::relaxed) == state::away;
  }

  /// Whether there is a member with this number, come or announced.
  [[nodiscard]] bool has_member(unsigned id) const noexcept {
    return id < count_ && states_[id]->load(base::relaxed) >= state::announced;
  }

  /// Whether there is one that has come, and not given up.
  [[nodiscard]] bool is_taken(unsigned id) const noexcept {
    return id < count_ && states_[id]->load(base::relaxed) > state::away;
  }

  /// Whether it was not announced.
  [[nodiscard]] bool has_joined(unsigned id) const noexcept {
    return id < count_ && states_[id]->load(base::relaxed) == state::taken;
  }

  void leave(unsigned id) noexcept {
    left_.fetch_add(1, base::relaxed);               // MB-S3
    states_[id]->store(state::left, base::release);  // MB-O1
  }

  /// Whether some seat was left; old when it is read.
  [[nodiscard]] bool some_left() const noexcept { return left_.load(base::relaxed) != 0; }

  /// A seat that was left, for the caller to look into, until it calls leave or give_back; nothing when there is
  /// none.
  [[nodiscard]] std::optional<unsigned> look_into() noexcept { return changed(state::left, state::watched); }

  /// Nothing is stored there.
  void give_back(unsigned id) noexcept { states_[id]->store(state::free, base::release); }  // MB-O1

 private:
  enum class state : std::uint8_t {
    free,
    left,
    watched,
    announced,
    away,
    present,
    taken
  };  // members: announced, …
  using word = base::atomic<state>;

  [[nodiscard]] bool change(unsigned id, state from, state to) noexcept {
    state seen = states_[id]->load(base::relaxed);
    return seen == from &&
           states_[id]->compare_exchange_strong(seen, to, base::acquire, base::relaxed);  // MB-O1
  }

  /// The first seat that was in state `from`.
  [[nodiscard]] std::optional<unsigned> changed(state from, state to) noexcept {
    for (unsigned id = 0; id < count_; ++id) {
      if (change(id, from, to)) {
        if (from == state::left) left_.fetch_sub(1, base::relaxed);
        return id;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool all_taken() const noexcept {
    for (unsigned id = 0; id < count_; ++id) {
      if (!has_member(id)) return false;
    }
    return true;
  }

  const unsigned count_;
  std::unique_ptr<base::padded<word>[]> states_;
  alignas(base::cache_line) base::atomic<unsigned> left_{0};
  base::atomic<unsigned> missing_{0};
};

}  // namespace jackdaw::working
