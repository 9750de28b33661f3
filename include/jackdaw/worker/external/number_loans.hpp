// Numbers of workers that tasks on reserve threads borrow.
//
// Tasks that run at the same time have workers of different numbers, below workers(): programs keep something for each
// number, without locks. The workers have all of them. So a reserve thread (reserve_threads.hpp) has none, and its task
// gets one only when it asks, and waits for that. A worker that would begin a task now lends its own, and stands still
// until the other task is over, as if it executed that itself. Or the thread takes the empty seat of worker 0.
// A task that has a number and waits for others lends it likewise: what it waits for may ask for a number.
// Callers: a reserve thread borrow() and give_back(); a holder of a number, between two tasks, lend_all().
// States of a loan: none → asked (borrower) → number k is lent (holder of k) → none (borrower); asked → none (borrower,
// with the seat).
// Invariants
//   NL-N6  a number has one holder: worker k, or the borrower whose loan says so, while worker k, which has lent it,
//          does nothing else. Number 0 belongs to the thread that has the seat (worker/external/first_seat.hpp FS-Q1).
//   NL-N7  no request is missed: it is noted, then all are called (worker/external/pinned_tasks.hpp PT-N3). A worker
//          that is called answers before it looks at the loans; so either it sees the request, or it is called again. A
//          thread that asks calls itself, too, as it may have answered without a number before.
//   NL-N8  a loan cannot come round while the lender of k waits for its return: only the holder lends k.
// Orderings: NL-N9 lend -> borrow: what was done under that number. NL-N10 give_back -> lend_all: the same.
#pragma once

#include <array>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/sync/waiting_room.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/reserve_threads.hpp>

namespace jackdaw::working {

class number_loans {
 public:
  explicit number_loans(first_seat& seat) noexcept : seat_(&seat) {}

  /// By the reserve thread at `post`, which has no number: waits for one. `call_all()` calls all workers
  /// and reserve threads, this one included; `leave_seat()` leaves the seat.
  template <class CallAll, class LeaveSeat>
  void borrow(unsigned post, CallAll&& call_all, LeaveSeat&& leave_seat) noexcept {
    loan& own = loans_[post];
    own.state.store(asked, base::relaxed);  // NL-N7: before the calls, which release
    call_all();
    const bool seated =
        seat_->take_unless([&] { return own.state.load(base::relaxed) >= lent; });  // looked at again below
    own.with_seat = seated && withdraw(own);
    if (seated && !own.with_seat) leave_seat();                             // a worker was faster
    own.number = own.with_seat ? 0 : own.state.load(base::acquire) - lent;  // NL-N9: pairs with lend
    own.is_held = true;
  }

  /// By the same thread.
  [[nodiscard]] bool has_number(unsigned post) const noexcept { return loans_[post].is_held; }
  [[nodiscard]] unsigned number(unsigned post) const noexcept { return loans_[post].number; }

  /// The task is over.
  template <class LeaveSeat>
  void give_back(unsigned post, LeaveSeat&& leave_seat) noexcept {
    loan& own = loans_[post];
    own.is_held = false;
    if (own.with_seat) return leave_seat();
    own.state.store(none, base::release);  // NL-N10 -> lend_all
    returns_.tell();
  }

  /// By the holder of this number, which was called, and has answered that: lends it to all that ask, one by one.
  /// `meanwhile(wait)` calls wait().
  template <class Meanwhile>
  void lend_all(unsigned number, Meanwhile&& meanwhile) {
    for (loan& each : loans_) {
      if (!lend(each, number)) continue;
      seat_->tell();  // there the borrower waits
      meanwhile([&] { returns_.wait([&] { return !is_lent(each, number); }); });
    }
  }

 private:
  static constexpr unsigned none = 0;
  static constexpr unsigned asked = 1;
  static constexpr unsigned lent = 2;  // plus the number

  struct loan {
    base::atomic<unsigned> state{none};
    // Of the borrower alone:
    unsigned number = 0;
    bool is_held = false;
    bool with_seat = false;
  };

  /// False: a number was lent meanwhile.
  [[nodiscard]] static bool withdraw(loan& own) noexcept {
    unsigned seen = asked;
    return own.state.compare_exchange_strong(seen, none, base::relaxed);  // by the seat, or by borrow
  }

  [[nodiscard]] static bool lend(loan& to, unsigned number) noexcept {
    unsigned seen = asked;
    return to.state.load(base::relaxed) == asked &&
           to.state.compare_exchange_strong(seen, lent + number, base::release, base::relaxed);  // NL-N9
  }

  [[nodiscard]] static bool is_lent(const loan& to, unsigned number) noexcept {
    return to.state.load(base::acquire) == lent + number;  // NL-N8; NL-N10: pairs with give_back
  }

  first_seat* seat_;
  std::array<loan, reserve_threads::most> loans_{};
  sync::waiting_room returns_;
};

}  // namespace jackdaw::working
