// Worker 0: callers of run() and of waits, and the thread that stands in for them, are it by turns.
//
// The seat is worker/external/first_seat.hpp. A thread may leave it between two tasks; then worker 0 stays counted as
// busy, on behalf of the next one (worker/external/stand_in_thread.hpp SI-V3).
#pragma once

#include <utility>

#include <jackdaw/base/threads/thread_start.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/engine/thread_owner.hpp>
#include <jackdaw/worker/external/stand_in_thread.hpp>

namespace jackdaw::working {

/// A part of the engine `Engine`, of which it is a friend.
template <class Engine>
class first_worker {
 public:
  explicit first_worker(Engine& of) : of_(&of), stand_in_(of.first_seat_, of.termination_) {}

  [[nodiscard]] stand_in_thread& stand_in() noexcept { return stand_in_; }

  /// For as long as it lives, the calling thread, which has taken the first seat, is worker 0.
  class occupation {
   public:
    explicit occupation(first_worker& place)
        : of_(*place.of_), until_end_{place}, here_(of_.owner_), as_(of_.crew_[0], of_.notes_) {
      of_.take_seat(0);
      of_.reserves_.takes_place(0);
    }
    occupation(const occupation&) = delete;
    occupation& operator=(const occupation&) = delete;
    ~occupation() { of_.limit_.leave_seat(0); }

   private:
    struct leaving {
      first_worker& place;
      ~leaving() { place.leave(); }
    };

    Engine& of_;
    const leaving until_end_;  // left last
    thread_owner::seat here_;
    worker_scope<typename Engine::worker_type> as_;
  };

  /// As worker 0, also where the last one has left between two tasks (stand_in_thread.hpp SI-V3).
  void sit_until(const auto& over, const auto& leaves) {
    using ending = typename Engine::ending;
    if (std::exchange(left_busy_, false)) {
      const ending how = of_->work(0, leaves);
      left_busy_ = how == ending::left_busy;
      if (left_busy_ || how == ending::left) return;
    }
    left_busy_ = !of_->serve(0, over, leaves);
  }

  /// Leaves the seat, and tells the stand-in, or a worker where there is none.
  void leave() noexcept {
    of_->first_seat_.leave();
    stand_in_.left();
    if (!stand_in_.is_made() && of_->termination_.is_open()) [[unlikely]]
      of_->idle_.put(0);
  }

  /// For a run: takes the seat. Claims the phase, too, unless a phase of guests is open that the stand-in is to bring
  /// to its end.
  [[nodiscard]] bool takes_turn(bool& claimed) {
    if (of_->termination_.is_open() && stand_in_.is_made()) {
      stand_in_.hurry();
      return false;
    }
    if (!of_->first_seat_.take()) return false;
    claimed = of_->termination_.claim();
    if (claimed || !of_->termination_.is_open() || !stand_in_.is_made()) return true;
    leave();  // a guest was faster
    return false;
  }

  /// Before a guest puts the first task: makes the stand-in.
  void make_stand_in() {
    stand_in_.make([this](unsigned tries) { (this->*engage_)(tries); });
  }

 private:
  void engage(unsigned tries) {
    const auto lives = [this] {
      of_->pin(0);
      const auto mark = [this] { return of_->external_tasks_.mark(); };
      stand_in_.live(of_->stops(), mark, [this, &mark] {
        const occupation as_first(*this);
        [[maybe_unused]] const auto seen = observe::enter(of_->observer_, 0);
        const auto stops = of_->stops();  // SI-V3
        sit_until([this, stops] { return stand_in_.has_done() || stops(); },
                  [this, stops, &mark] { return stand_in_.gives_way(mark) && !stops(); });
      });
    };
    of_->owner_.stand_in_thread = base::start_thread(lives, tries);
  }

  Engine* of_;
  void (first_worker::* const engage_)(unsigned tries) = &first_worker::engage;  // current_worker.hpp
  stand_in_thread stand_in_;
  bool left_busy_ = false;  // worker 0 is counted as busy; with the seat
};

}  // namespace jackdaw::working
