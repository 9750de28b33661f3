// Numbers of workers that tasks on reserve threads borrow.
//
// Tasks that run at the same time have workers of different numbers, below workers(): programs keep something for each
// number, without locks. The workers have all of them. So a reserve thread (reserve_threads.hpp) has none, and its task
// gets one only when it asks, and waits for that. A worker that would begin a task now lends its own, and stands still
// until the other task is over, as if it executed that itself. Or the thread takes the empty seat of worker 0.
// A task that has borrowed a number and waits does not need it meanwhile. So the lender may take it back then. It may
// go on, as the task may wait for it. Or it lends it to another one that asks, for which the task may wait.
// Callers: a reserve thread borrow() and give_back(), pause() and resume() where its task waits; a worker, between two
// tasks, lend_all().
// States of a loan: none → asked (borrower) → number k is lent (worker k) → none (borrower). Asked → none (borrower,
// with the seat). Where the task waits: lent → paused → lent (borrower). Paused → k is back (worker k) → k is wanted
// (borrower) → lent (worker k). With the seat: none → 0 is back → 0 is wanted → none (borrower), or lent (worker 0).
// Invariants
//   NL-N6  a number has one holder: worker k, or the borrower whose loan says so, while worker k, which has lent it,
//          does nothing else. Number 0 belongs to the thread that has the seat (worker/external/first_seat.hpp FS-Q1).
//   NL-N7  no request is missed: it is noted, then all are called (worker/external/pinned_tasks.hpp PT-N3). A worker
//          that is called answers before it looks at the loans; so either it sees the request, or it is called again.
//   NL-N8  a loan cannot come round while the lender of k waits for its return: only the holder lends k.
//   NL-N11 a lender does not wait for a borrower that waits for it, or for another one that asks. Whenever a task waits
//          that has borrowed, its thread pauses, tells the lenders, and sleeps for a bounded time. So a lender that
//          needs its number looks while the loan is paused. A task whose number was taken back gets the same one again
//          before it goes on: it asks as in NL-N7. One that has the seat leaves it if worker 0 is called.
// Orderings: NL-N9 lend -> borrow, resume: what was done under that number. NL-N10 give_back, pause -> lend_all: the
// same. A lender that looks late may see a later state: each store after it releases, and what is no store goes on with
// its release sequence.
#pragma once

#include <algorithm>
#include <array>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/sync/waiting_room.hpp>
#include <jackdaw/worker/external/first_seat.hpp>
#include <jackdaw/worker/external/reserve_threads.hpp>

namespace jackdaw::working {

class number_loans {
 public:
  explicit number_loans(first_seat& seat) noexcept : seat_(&seat) {}

  /// By the reserve thread at `post`, which has no number: waits for one. `call_all()` calls all workers;
  /// `leave_seat()` leaves the seat.
  template <class CallAll, class LeaveSeat>
  void borrow(unsigned post, CallAll&& call_all, LeaveSeat&& leave_seat) noexcept {
    loan& own = loans_[post];
    own.state.store(asked, base::release);  // NL-N7: before the calls; NL-N10 -> lend_all: in place of none
    call_all();
    await_seat_or_loan(own, asked, leave_seat);
    own.number = own.with_seat ? 0 : number_in(own.state.load(base::relaxed));
    own.is_held = true;
  }

  /// By the same thread, whose task waits: the number may go back until resume(), which follows soon. `needs_seat()`:
  /// whether another thread is needed as worker 0.
  template <class NeedsSeat, class LeaveSeat>
  void pause(unsigned post, NeedsSeat&& needs_seat, LeaveSeat&& leave_seat) noexcept {
    loan& own = loans_[post];
    if (!own.is_held) return;
    if (!own.with_seat) {
      own.state.store(paused + of_number(own.number), base::release);  // NL-N10 -> lend_all
      returns_.tell();                                                 // NL-N11
    } else if (needs_seat()) {
      own.with_seat = false;
      own.state.store(back + of_number(0), base::release);  // NL-N10 -> lend_all, as in borrow
      leave_seat();
    }
  }

  /// By the same thread: waits for the number again, if it has gone back. As borrow().
  template <class CallAll, class LeaveSeat>
  void resume(unsigned post, CallAll&& call_all, LeaveSeat&& leave_seat) noexcept {
    loan& own = loans_[post];
    if (!own.is_held || own.with_seat) return;
    unsigned seen = paused + of_number(own.number);
    if (own.state.compare_exchange_strong(seen, lent + of_number(own.number), base::relaxed)) return;
    // NL-N7; NL-N10: no store, which would end the release sequence.
    own.state.exchange(wanted + of_number(own.number), base::relaxed);
    call_all();
    if (own.number == 0) return await_seat_or_loan(own, wanted, leave_seat);
    returns_.wait([&] {
      return own.state.load(base::acquire) == lent + of_number(own.number);  // NL-N9: pairs with lend
    });
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

  /// By the worker of this number, which was called, and has answered that: lends it to all that ask, one by one.
  /// `meanwhile(wait)` calls wait(). `needed()`: whether it has something to do, and takes its number back.
  template <class Meanwhile, class Needed>
  void lend_all(unsigned number, Meanwhile&& meanwhile, Needed&& needed) {
    for (loan& each : loans_) {
      if (!lend(each, number)) continue;
      seat_->tell();  // there the borrower waits, or with the other lenders
      returns_.tell();
      meanwhile([&] {
        returns_.wait([&] {
          return !is_lent(each, number) || ((needed() || is_asked_for(number)) && take_back(each, number));
        });
      });
    }
  }

 private:
  static constexpr unsigned none = 0;
  static constexpr unsigned asked = 1;
  static constexpr unsigned lent = 2;    // plus of_number()
  static constexpr unsigned paused = 3;  // the same
  static constexpr unsigned back = 4;    // the same
  static constexpr unsigned wanted = 5;  // the same
  static constexpr unsigned kinds = 4;

  [[nodiscard]] static constexpr unsigned of_number(unsigned number) noexcept { return kinds * number; }
  [[nodiscard]] static constexpr unsigned number_in(unsigned state) noexcept {
    return (state - lent) / kinds;
  }
  [[nodiscard]] static constexpr bool is_loan(unsigned state) noexcept {
    return state >= lent && (state - lent) % kinds == 0;
  }

  struct loan {
    base::atomic<unsigned> state{none};
    // Of the borrower alone:
    unsigned number = 0;
    bool is_held = false;
    bool with_seat = false;
  };

  /// By the borrower, whose `request` is noted, and for which 0 would do.
  template <class LeaveSeat>
  void await_seat_or_loan(loan& own, unsigned request, LeaveSeat&& leave_seat) noexcept {
    const bool seated =
        seat_->take_unless([&] { return is_loan(own.state.load(base::acquire)); });  // NL-N9: pairs with lend
    own.with_seat = seated && withdraw(own, request);
    if (seated && !own.with_seat) leave_seat();  // a worker was faster
  }

  /// False: a number was lent meanwhile.
  [[nodiscard]] static bool withdraw(loan& own, unsigned request) noexcept {
    return own.state.compare_exchange_strong(request, none,
                                             base::acquire);  // NL-N9, if false: pairs with lend
  }

  [[nodiscard]] static bool asks_for(unsigned number, unsigned state) noexcept {
    return state == asked || state == wanted + of_number(number);
  }

  /// By its worker: whether a loan is left that was asked for before it answered. Later ones call again.
  [[nodiscard]] bool is_asked_for(unsigned number) const noexcept {
    return std::any_of(loans_.begin(), loans_.end(),
                       [&](const loan& each) { return asks_for(number, each.state.load(base::relaxed)); });
  }

  [[nodiscard]] static bool lend(loan& to, unsigned number) noexcept {
    unsigned seen = to.state.load(base::relaxed);
    return asks_for(number, seen) &&
           to.state.compare_exchange_strong(seen, lent + of_number(number), base::release,
                                            base::relaxed);  // NL-N9
  }

  [[nodiscard]] static bool is_lent(const loan& to, unsigned number) noexcept {
    const unsigned seen = to.state.load(base::acquire);  // NL-N8; NL-N10: pairs with give_back
    return seen == lent + of_number(number) || seen == paused + of_number(number);
  }

  /// By the lender. False: the borrower goes on.
  [[nodiscard]] static bool take_back(loan& from, unsigned number) noexcept {
    unsigned seen = paused + of_number(number);
    return from.state.compare_exchange_strong(seen, back + of_number(number), base::acquire,
                                              base::relaxed);  // NL-N10
  }

  first_seat* seat_;
  std::array<loan, reserve_threads::most> loans_{};
  sync::waiting_room returns_;
};

}  // namespace jackdaw::working
