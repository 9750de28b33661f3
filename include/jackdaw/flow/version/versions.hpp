// The versions of one object: which accesses may begin, and which tasks wait for that.
//
// Source: T15 sections 2 and 3, listings 3 to 5. Deviations: the count, the lock of the waiting list and the right to
// contend share one word; waiting tasks are sorted; tasks that contend for several handles are woken one by one.
// Callers: threads register through a biased_registration; any thread parks a task, acquires, and finishes an
// access of a task that has run.
//
// Word: bit 0 locked, bit 1 a task waits, bit 2 held, bits 3-63 the version: how many accesses are over.
// Invariants
//   VE-V1  an access requires as version the number of accesses that were registered before the first of its
//          group; so it is available as soon as all groups before it are over (T15 listing 3). A group:
//          accesses of the same commutative type without another between them, or one access.
//   VE-V2  versions only grow, so an access that was available once stays so; a task looks at each handle once.
//   VE-V3  a thread that registers a task has all of its handles for itself meanwhile: of two tasks with two common
//          handles one comes first at both (submit-cycle, docs/internals/verification/bugs-of-others.md). They are its
//          own already, or it locks them, in the order of addresses.
//   VE-W1  no task waits that could be woken. A thread that unlocks compares the word as a whole with the one for
//          which it has taken out all that are ready. A thread that changes the word while another holds the lock
//          leaves the waking to that one.
//   VE-W2  while the handle is not held and some task awaits its turn here, a task that was woken here has still to
//          take its turn: then its end wakes the next. A task that has to wait elsewhere first passes the turn on
//          (pass_on, and each release), so that the others do not wait for a handle that they do not need.
//   VE-W3  a thread that ends an access touches nothing of the handle after its last change of the word: the next
//          access may destroy it (join-after-free, docs/internals/verification/bugs-of-others.md).
// Progress: finish and acquire lock-free; park, pass_on and registering wait for a lock that is held for a few
// instructions. Orderings: VE-X1 finish -> available, acquire, unlock: what the task wrote. VE-X3 unlock_registration
// -> lock_registration: what was registered. VE-X4 count_over orders nothing: the access of its caller ends later, by
// VE-X1, and before that its group is not over. All changes of the word are read-modify-writes: none ends a release
// sequence.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/flow/version/waiters.hpp>
#include <jackdaw/observe/names/data_names.hpp>

namespace jackdaw::dataflow {

class alignas(64) versions {
 public:
  versions() noexcept = default;
  versions(const versions&) = delete;
  versions& operator=(const versions&) = delete;
  ~versions() {
    if (in_use()) [[unlikely]] {
      if (base::inside_exit()) return;  // no mistake: the thread in exit() waits for no task
      refuse_to_end();
    }
    if (const std::uint32_t number = name_number(); number != observe::data_names::none)
      observe::data_names::drop(number);
  }

  /// Brings it into the cache, to be written: for several handles at once, so that their misses overlap.
  void fetch() const noexcept { __builtin_prefetch(this, 1); }

  // ---- its name ----

  /// Sets the name of the handle in messages, traces and pictures from now on. The text is copied, once for all
  /// handles of that name. It is kept until the last of them, and the last recording of them, is gone. Call it before
  /// the tasks whose accesses are to show the name. Throws std::bad_alloc.
  void name(std::string_view text) {
    observe::data_names::drop(name_.exchange(observe::data_names::number_of(text), base::relaxed));
  }
  /// Empty: it has no name. It can be read until the name of the handle changes, or the handle ends.
  [[nodiscard]] std::string_view name() const noexcept { return observe::data_names::text_of(name_number()); }
  [[nodiscard]] std::uint32_t name_number() const noexcept { return name_.load(base::relaxed); }

  // ---- registering (T15 listing 3) ----

  /// Whether it is free, and belongs to `by`, which is at work.
  [[nodiscard]] bool belongs_to(const biased_registration& by) const noexcept {
    return owner_.load(base::relaxed) == address_of(by);
  }

  /// Locks it, also against its owner.
  void lock_registration(const biased_registration& by) noexcept {
    std::uintptr_t owner = owner_.load(base::relaxed);
    for (base::bounded_spin p;;) {
      if ((owner & locked) != 0) {
        p.wait();
        owner = owner_.load(base::relaxed);
      } else if (owner_.compare_exchange_weak(owner, owner | locked, base::acquire,
                                              base::relaxed)) {  // VE-X3
        break;
      }
    }
    if (owner == 0 || owner == address_of(by)) return;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): with a flag
    reinterpret_cast<biased_registration*>(owner)->await_rest();
  }

  /// It belongs to `by` from now on.
  void unlock_registration(const biased_registration& by) noexcept {
    owner_.store(by.trusted() ? address_of(by) : 0, base::release);  // VE-X3
  }

  /// Registers one more access of the type that `type` stands for; returns the version that it requires. For a thread
  /// that has locked it, or that is at work and its owner.
  [[nodiscard]] std::uint64_t expect(const void* type, bool commutative) noexcept {
    if (type != last_type_ || !commutative || in_group_ == most_in_group) {
      in_group_ = 0;
      last_type_ = type;
    }
    const std::uint64_t before = registered();
    registered_.store(before + 1, base::relaxed);
    return before - in_group_++;
  }

  /// Accesses that are registered later join no group that has begun. Returns the version that the handle has when
  /// all accesses that are registered now are over. Locks it, also against the calling thread.
  [[nodiscard]] std::uint64_t close_group(
      const biased_registration& by = biased_registration::here()) noexcept {
    lock_registration(by);
    last_type_ = nullptr;
    const std::uint64_t all = registered();
    unlock_registration(by);
    return all;
  }

  /// The last group of accesses that were registered: its type, null where it is closed, and the versions at its
  /// beginning and end. While no thread registers here.
  struct group {
    const void* type;
    std::uint64_t first;
    std::uint64_t end;
  };
  [[nodiscard]] group last_group() const noexcept {
    const std::uint64_t all = registered();
    return {last_type_, all - in_group_, all};
  }

  // ---- before a task runs ----

  [[nodiscard]] bool reached(std::uint64_t version_wanted) const noexcept {
    return version_of(word_.load(base::acquire)) >= version_wanted;  // VE-X1
  }

  /// How many accesses have to end before `version_wanted`; old when it is read.
  [[nodiscard]] std::uint64_t missing(std::uint64_t version_wanted) const noexcept {
    const std::uint64_t now = version_of(word_.load(base::relaxed));
    return now < version_wanted ? version_wanted - now : 0;
  }

  /// Parks `w`, which needs its requirement at `position`. False when that is available now. True: parked, and
  /// perhaps woken again; `w` belongs to others then. Adds those tasks to `woken` that were found ready.
  [[nodiscard]] bool park(waiter& w, waiter*& woken) noexcept {
    const std::uint64_t wanted = w.wanted();
    const bool turn = w.awaits_turn;
    std::uint64_t seen = 0;
    if (!lock_unless(seen, [&] { return version_of(seen) >= wanted && !(turn && (seen & held) != 0); }))
      return false;
    waiting_.insert(w);
    unlock(seen | locked, woken);
    return true;
  }

  /// Takes out one task that waits here for `version_wanted`, and for which fits() holds, looked at under the lock.
  /// Null: none was found, but not all were looked at. Adds those tasks to `woken` that were found ready.
  [[nodiscard]] waiter* take_waiting(std::uint64_t version_wanted, auto&& fits, waiter*& woken) noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    if ((seen & waited_for) == 0) return nullptr;
    static_cast<void>(lock_unless(seen, [] { return false; }));
    waiter* const found = waiting_.take(version_wanted, fits);
    unlock(seen | locked, woken);
    return found;
  }

  /// Takes `w` out, which has parked here; false: it is not here any more. Adds those tasks to `woken` that were
  /// found ready.
  [[nodiscard]] bool take_out(const waiter& w, waiter*& woken) noexcept {
    std::uint64_t seen = 0;
    static_cast<void>(lock_unless(seen, [] { return false; }));
    const bool found = waiting_.take_out(w);
    unlock(seen | locked, woken);
    return found;
  }

  /// For an access that contends, whose version is available: takes the right to it.
  [[nodiscard]] bool acquire() noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    while ((seen & held) == 0) {
      if (word_.compare_exchange_weak(seen, seen | held, base::acquire, base::relaxed)) return true;  // VE-X1
    }
    return false;
  }

  /// Gives it back without having used it.
  void release(waiter*& woken) noexcept { change(0, true, woken); }

  /// Wakes another in the place of one that was woken here and cannot go on (VE-W2).
  void pass_on(waiter*& woken) noexcept { change(0, false, woken); }

  // ---- after it has run ----

  /// One access is over. Adds those tasks to `woken` that were found ready.
  void finish(bool contended, waiter*& woken) noexcept { change(step, contended, woken); }

  /// The accesses of tasks whose results the caller has applied are over. Wakes no task: the caller's own access is
  /// of the same group, has its turn, and is not over.
  void count_over(std::uint64_t accesses) noexcept {
    word_.fetch_add(accesses * step, base::relaxed);
  }  // VE-X4

  /// By this mark flows remember that a task has failed to write the object. No other handle of the process ever has
  /// the same mark. 0: no task has failed.
  [[nodiscard]] std::uint64_t mark() const noexcept { return mark_.load(base::relaxed); }
  [[nodiscard]] std::uint64_t make_mark() noexcept {
    static std::atomic<std::uint64_t> last{0};
    std::uint64_t known = mark();
    if (known != 0) return known;
    const std::uint64_t mine = last.fetch_add(1, std::memory_order_relaxed) + 1;
    return mark_.compare_exchange_strong(known, mine, base::relaxed, base::relaxed) ? mine : known;
  }

  // ---- for messages; old when they are read ----

  [[nodiscard]] std::uint64_t version() const noexcept {
    return version_of(word_.load(base::acquire));
  }  // VE-X1
  [[nodiscard]] bool is_held() const noexcept { return (word_.load(base::relaxed) & held) != 0; }
  [[nodiscard]] bool in_use() const noexcept {
    return word_.load(base::acquire) != registered() * step;  // VE-X1
  }

  /// Calls `see` with each task that waits here, while none of them can be woken. Adds those tasks to `woken` that
  /// were found ready then.
  void look_at_waiting(auto&& see, waiter*& woken) {
    std::uint64_t seen = 0;
    static_cast<void>(lock_unless(seen, [] { return false; }));
    try {
      waiting_.for_each(see);
    } catch (...) {
      unlock(seen | locked, woken);
      throw;
    }
    unlock(seen | locked, woken);
  }

 private:
  static constexpr std::uint64_t locked = 1;
  static constexpr std::uint64_t waited_for = 2;
  static constexpr std::uint64_t held = 4;
  static constexpr std::uint64_t step = 8;
  static constexpr std::uint32_t most_in_group = ~std::uint32_t{0};

  [[nodiscard]] std::uint64_t registered() const noexcept { return registered_.load(base::relaxed); }
  static std::uint64_t version_of(std::uint64_t word) noexcept { return word / step; }

  [[noreturn, gnu::noinline, gnu::cold]] void refuse_to_end() const noexcept {
    const std::string_view called = name();
    std::fprintf(
        stderr,
        "jackdaw: a handle%s%.*s%s is destroyed while tasks use it (%llu of %llu accesses are over); "
        "expected flow::wait() before\n",
        called.empty() ? "" : ", '", static_cast<int>(called.size()), called.data(),
        called.empty() ? "" : "',", static_cast<unsigned long long>(version()),
        static_cast<unsigned long long>(registered()));
    std::abort();
  }

  static std::uintptr_t address_of(const biased_registration& one) noexcept {
    return reinterpret_cast<std::uintptr_t>(&one);
  }

  /// Takes the lock, and finds the word as `seen`. False, without the lock, when found() holds for that.
  [[nodiscard]] bool lock_unless(std::uint64_t& seen, auto&& found) noexcept {
    seen = word_.load(base::acquire);  // VE-X1
    for (base::bounded_spin p;;) {
      if (found()) return false;
      if ((seen & locked) != 0) {
        p.wait();
        seen = word_.load(base::acquire);  // VE-X1
      } else if (word_.compare_exchange_weak(seen, seen | locked, base::acquire,
                                             base::acquire)) {  // VE-X1, VE-W1
        return true;
      }
    }
  }

  void change(std::uint64_t amount, bool gives_back, waiter*& woken) noexcept {
    std::uint64_t seen = word_.load(base::relaxed);
    for (;;) {
      std::uint64_t next = seen + amount;
      if (gives_back) next &= ~held;
      const bool wakes = (seen & (waited_for | locked)) == waited_for;
      if (wakes) next |= locked;  // VE-W1, VE-W3: in the same step
      JACKDAW_SLOW_PLACE("versions: about to end an access");
      if (!word_.compare_exchange_weak(seen, next, base::acq_rel, base::relaxed)) continue;  // VE-X1
      if (wakes) unlock(next, woken);
      return;
    }
  }

  void unlock(std::uint64_t seen, waiter*& woken) noexcept {
    for (;;) {
      waiting_.take_ready(version_of(seen), (seen & held) != 0, woken);
      JACKDAW_SLOW_PLACE("versions: about to unlock");
      const std::uint64_t next = (seen & ~(locked | waited_for)) | (waiting_.empty() ? 0 : waited_for);
      if (word_.compare_exchange_strong(seen, next, base::release, base::acquire)) return;  // VE-W1, VE-X1
    }
  }

  base::atomic<std::uint64_t> word_{0};
  waiters waiting_;  // under `locked`
  base::atomic<std::uint64_t> registered_{
      0};  // for the thread that registers; so are the next one and in_group_
  const void* last_type_ = nullptr;
  base::atomic<std::uintptr_t> owner_{0};  // bit 0 locked; a biased_registration, or none
  base::atomic<std::uint64_t> mark_{0};
  std::uint32_t in_group_ = 0;  // how many accesses the last group has
  base::atomic<std::uint32_t> name_{observe::data_names::none};
};

}  // namespace jackdaw::dataflow
