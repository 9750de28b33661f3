// What a thread registers accesses through: without a lock at the handles that belong to it.
//
// Nearly always one thread registers all accesses of a handle, and yet it would pay an atomic exchange for each. So a
// handle belongs to the biased_registration that was the last to lock it. That one needs no lock there from then on:
// it marks itself as at work, looks whether all handles of the task are its own and free, and registers. Another one
// locks the handle, and waits until the owner is not at work. Source: biased locks (Kawachiya, Koseki, Onodera: Lock
// Reservation, OOPSLA 2002) with the end of the bias in bulk (Russell, Detlefs: OOPSLA 2006). Callers: each
// thread its own, from here(); any thread await_rest().
// Invariants
//   BR-R1  accesses are registered at a handle by its owner at work, which saw it free after having marked itself. Or
//          they are registered by a thread that has locked it and has seen its former owner not at work since
//          (Dekker: AF-F1). Never by both.
//   BR-R2  a thread at work waits for no other, so waiting for it ends.
//   BR-R3  AF-F1 is paid only a limited number of times: a biased_registration that has lost handles often enough is
//          retired. It is not trusted from then on; when it was seen to rest after that, no thread waits for it any
//          more. It stays so, also when another thread takes its place.
//   BR-R4  places of threads are used again and never freed: handles outlive the threads that own them.
// Orderings: BR-R5 rest -> await_rest: what was registered; retired -> await_rest: the same, seen by another.
#pragma once

#include <mutex>
#include <new>
#include <utility>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/base/threads/thread_end.hpp>

namespace jackdaw::dataflow {

class alignas(base::cache_line) biased_registration {
 public:
  /// After other threads have taken so many handles from it, a thread registers under locks only. Each costs the
  /// other thread a fence for all, up to 20 us. So this bounds what a program pays whose threads share all handles.
  static constexpr unsigned most_losses = 32;

  explicit constexpr biased_registration(unsigned losses = most_losses) noexcept
      : losses_left_(losses), trusted_(losses != 0), retired_(losses == 0) {}
  biased_registration(const biased_registration&) = delete;
  biased_registration& operator=(const biased_registration&) = delete;
  ~biased_registration() = default;

  /// That of the calling thread. Cost: a look at a thread-local word; on the first call of a thread, a mutex.
  [[nodiscard]] static biased_registration& here() noexcept {
    if (own == nullptr) [[unlikely]]
      take_place();
    return *own;
  }

  /// Whether handles may belong to it.
  [[nodiscard]] bool trusted() const noexcept { return trusted_.load(base::relaxed); }

  /// True: what is seen free and its own from now on stays so until rest(). Call that in any case.
  [[nodiscard]] bool work() noexcept {
    at_work_.store(true, base::relaxed);
    base::asymmetric_fence::light();  // AF-F1: then a look at trusted_ and at the owners of handles
    return trusted();
  }
  void rest() noexcept { at_work_.store(false, base::release); }  // BR-R5

  /// Called by another thread, which has locked a handle that belongs to this one: returns when it does not register
  /// there.
  void await_rest() noexcept {
    if (retired_.load(base::acquire)) return;  // BR-R3, BR-R5
    const bool last = losses_left_.fetch_sub(1, base::relaxed) == 1;
    if (last) trusted_.store(false, base::relaxed);
    base::asymmetric_fence::heavy();  // AF-F1: the lock and trusted_, then a look whether it is at work
    for (base::bounded_spin p; at_work_.load(base::acquire); p.wait()) {}  // BR-R5
    if (last) retired_.store(true, base::release);                         // BR-R3
  }

  /// For fork().
  static void lock_all() noexcept { places.lock(); }
  static void unlock_all() noexcept { places.unlock(); }

 private:
  /// For a thread without a place: never trusted.
  [[nodiscard]] static biased_registration& stranger() noexcept {
    static constinit biased_registration no_owner(0);
    return no_owner;
  }

  /// Where there is no memory for a place, or for its return, the thread goes on as a stranger.
  [[gnu::noinline, gnu::cold]] static void take_place() noexcept {
    own = &stranger();
    biased_registration* place = nullptr;
    {
      const std::lock_guard hold(places);
      if (free_places != nullptr) place = std::exchange(free_places, free_places->next_);
    }
    if (place == nullptr) place = new (std::nothrow) biased_registration;
    if (place == nullptr) return;
    if (at_end.set(place)) {
      own = place;
    } else {
      give_back(place);
    }
  }

  /// The thread that had this place ends.
  static void leave(void* place) noexcept {
    own = &stranger();
    give_back(static_cast<biased_registration*>(place));
  }

  static void give_back(biased_registration* place) noexcept {
    const std::lock_guard hold(places);
    place->next_ = std::exchange(free_places, place);
  }

  inline static thread_local constinit biased_registration* own = nullptr;
  inline static constinit base::mutex places;
  inline static constinit biased_registration* free_places = nullptr;  // under `places`
  inline static base::thread_end at_end{&leave};

  base::atomic<bool> at_work_{false};
  base::atomic<unsigned> losses_left_;
  base::atomic<bool> trusted_;
  base::atomic<bool> retired_;
  biased_registration* next_ = nullptr;  // of free_places
};

}  // namespace jackdaw::dataflow
