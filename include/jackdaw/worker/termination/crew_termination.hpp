// When a round of a crew is over: exactly when no task is stored and every member waits for one.
//
// Source: WSL06 section 2.1 (tpool_get returns when the pool is empty and all threads are idle), KR02 section 4.1.
// Where threads belong to a scheduler, that is worker/termination/termination.hpp: there a worker without a task is
// not in the phase. Here a member that is not waiting may put a task at any time, so all that do not wait are busy,
// and a round is followed by the next at once. Word: bits 0-15 the number of busy members, bits 16-31 of members,
// bits 32-63 how many rounds are over.
// Invariants
//   CT-I1  a member that puts or takes a task is busy, and so is one that holds a task that it has taken.
//   CT-I2  while a task is stored some member is busy: the one that put it rests only after a get() that found
//          nothing, that is, after a busy member took the task (contract TP-P1 in pool/task_pool.hpp). A seat that a
//          member has left counts as busy until a busy member has found it empty (worker/crew/member_slots.hpp).
//   CT-I3  a round ends by one compare-and-swap from one busy, the caller, to as many as there are members: by CT-I1
//          and CT-I2 nothing is stored then, and no member holds a task.
// Orderings: CT-H1 rest -> rest, enter where the round is over, round, busy: what busy members wrote. Every change is a
// read-modify-write, so it does not end the release sequence of those before it. CT-H2 coming and going order nothing
// here. What was done with a seat goes from one member to the next by the seat (member_slots.hpp MB-O1). A busy member
// that has found it empty rests later, and passes it on to all. Progress: lock-free. ABA: none: while a member waits
// since a round, at most that one ends.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>

namespace jackdaw::working {

class crew_termination {
 public:
  static constexpr unsigned most_members = 0x7fff;

  /// How many rounds are over; for a busy member, until it rests.
  [[nodiscard]] std::uint32_t round() const noexcept {
    return static_cast<std::uint32_t>(word_.load(base::acquire) >> 32U);  // CT-H1
  }

  [[nodiscard]] unsigned members() const noexcept {
    return static_cast<unsigned>(word_.load(base::relaxed) >> 16U & most);
  }

  /// How many are busy: members that do not wait, and seats that were left; old when it is read.
  [[nodiscard]] unsigned busy() const noexcept {
    return static_cast<unsigned>(word_.load(base::acquire) & most);  // CT-H1
  }

  /// One more member, which is busy. Any thread.
  void join() noexcept { word_.fetch_add(member + 1, base::relaxed); }  // CT-H2

  /// One more member, which goes on where another one has left a busy seat.
  void join_seat() noexcept { word_.fetch_add(member, base::relaxed); }  // CT-H2

  /// A member that is busy leaves; its seat stays busy.
  void leave_seat() noexcept { word_.fetch_sub(member, base::relaxed); }  // CT-H2

  /// A seat that was left is empty; the caller is busy besides.
  void empty_seat() noexcept { word_.fetch_sub(1, base::relaxed); }  // CT-H2

  /// The caller, a member that is busy, has found nothing, and waits now. True when all do: then the round is
  /// over, and all members, the caller included, are busy in the next one.
  [[nodiscard]] bool rest() noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    for (;;) {
      const bool last = (seen & most) == 1;
      const std::uint64_t next =
          last ? (seen & ~most) + round_over + (seen >> 16U & most) : seen - 1;                // CT-I3
      if (word_.compare_exchange_weak(seen, next, base::acq_rel, base::relaxed)) return last;  // CT-H1
    }
  }

  /// The caller, which waits since `round`, has seen work. False when that round is over: it is busy already.
  [[nodiscard]] bool enter(std::uint32_t round) noexcept {
    std::uint64_t seen = word_.load(base::acquire);  // CT-H1
    while (seen >> 32U == round) {
      if (word_.compare_exchange_weak(seen, seen + 1, base::acquire, base::acquire)) return true;  // CT-H1
    }
    return false;
  }

 private:
  static constexpr std::uint64_t most = 0xffff;
  static constexpr std::uint64_t member = std::uint64_t{1} << 16U;
  static constexpr std::uint64_t round_over = std::uint64_t{1} << 32U;
  alignas(base::cache_line) base::atomic<std::uint64_t> word_{0};
};

}  // namespace jackdaw::working
