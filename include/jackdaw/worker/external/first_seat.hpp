// The seat of worker 0: a thread that calls run() or waits takes it, works as worker 0, and leaves it; while no caller
// does, a thread of the scheduler's own may (worker/external/stand_in_thread.hpp).
//
// Callers: any thread takes the seat, or waits for it; the thread that has it leaves it; a thread that has made
// something true for which callers may wait reports that.
// Invariants
//   FS-Q1  one thread has the seat at a time.
//   FS-Q2  no caller waits for the seat alone. A caller that waits for its work asks whether that is over before it
//          asks for the seat. It asks both again whenever one of them may have changed: the seat is left, a phase
//          ends, or a worker reports an end (sync/waiting_room.hpp WR-I1). So it returns when its work is over,
//          whichever thread has the seat.
//   FS-Q3  a caller that needs the seat, to run a phase of its own, waits for a bounded time (take_soon), and then does
//          without: it runs elsewhere (worker/engine/run_interface.hpp). It does not even wait where another one has
//          waited in vain for the same occupant.
//   FS-Q5  a caller that waits for the seat is counted; a stand-in that has it leaves at its next task
//          (stand_in_thread.hpp SI-V1).
//   FS-Q6  a caller that has the seat learns that its work is over at its next task. The thread that reports the end
//          has made it true before; the caller takes the report back before it asks. So either it sees the end, or
//          the report stands. A report is a read-modify-write: a caller that takes back a later one has acquired those
//          before it, too.
// So no caller waits for another one whose work waits for its own. Orderings: FS-Q4 leave -> take: what was done as
// worker 0. By FS-Q6, report -> is_recalled.
#pragma once

#include <cstdint>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/sync/waiting_room.hpp>

namespace jackdaw::working {

class first_seat {
 public:
  /// How long a run waits for its turn, in nanoseconds: longer than most runs take, and short for a person.
  static constexpr std::int64_t patience = 10'000'000;

  /// Takes the seat if it is free.
  [[nodiscard]] bool take() noexcept {
    if (is_taken() || taken_.exchange(true, base::acquire)) return false;  // FS-Q1; FS-Q4: pairs with leave
    turn_.store(turn_.load(base::relaxed) + 1, base::relaxed);
    return true;
  }

  void leave() noexcept {
    taken_.store(false, base::release);  // FS-Q4 -> take
    tell();
  }

  /// Old when it is returned.
  [[nodiscard]] bool is_taken() const noexcept { return taken_.load(base::relaxed); }

  /// How often it has been taken; old when it is returned.
  [[nodiscard]] std::uint64_t turn() const noexcept { return turn_.load(base::relaxed); }

  /// Whether a caller waits for the seat; old when it is returned.
  [[nodiscard]] bool is_wanted() const noexcept { return wanted_.load(base::relaxed) != 0; }

  /// Waits until `over()` holds, or the seat is free and taken: then true.
  template <class Over>
  [[nodiscard]] bool take_unless(Over&& over) {
    bool taken = false;
    wanted_.fetch_add(1, base::relaxed);                        // FS-Q5
    waiting_.wait([&] { return over() || (taken = take()); });  // FS-Q2
    wanted_.fetch_sub(1, base::relaxed);
    return taken;
  }

  /// The same; calls `still()` each time that it has waited for `patience`.
  template <class Over, class Still>
  [[nodiscard]] bool take_unless(Over&& over, Still&& still) {
    bool taken = false;
    const auto ready = [&] { return over() || (taken = take()); };
    wanted_.fetch_add(1, base::relaxed);  // FS-Q5
    waiting_.wait(ready, patience, still);
    wanted_.fetch_sub(1, base::relaxed);
    return taken;
  }

  /// Waits until `takes()` holds, which takes the seat, for `patience` at most. Whether it does.
  template <class Takes>
  [[nodiscard]] bool take_soon(Takes&& takes) {
    if (takes()) return true;
    const std::uint64_t turn = turn_.load(base::relaxed);
    if (in_vain_.load(base::relaxed) == turn) return false;  // FS-Q3
    if (waiting_.wait_for(patience, takes)) return true;
    in_vain_.store(turn, base::relaxed);
    return false;
  }

  /// The seat is left, or a phase has ended: a look at one word where no caller waits without the seat.
  void tell() noexcept { waiting_.tell(); }

  /// The work of some caller may be over.
  void report() noexcept {
    recalled_.exchange(true, base::release);  // FS-Q6 -> is_recalled
    tell();
  }

  /// By the caller that has the seat, between two tasks: whether there was a report since it asked last.
  [[nodiscard]] bool is_recalled() noexcept {
    return recalled_.load(base::relaxed) &&
           recalled_.exchange(false, base::acquire);  // FS-Q6: pairs with report
  }

 private:
  alignas(base::cache_line) base::atomic<bool> taken_{false};
  base::atomic<std::uint64_t> turn_{0};     // written with the seat
  base::atomic<std::uint64_t> in_vain_{0};  // the turn whose end a caller has waited for too long
  alignas(base::cache_line) base::atomic<unsigned> wanted_{0};
  base::atomic<bool> recalled_{false};
  sync::waiting_room waiting_;
};

}  // namespace jackdaw::working
