// The versions of one object: which accesses are registered, and what each of them requires.
//
// Source: T15 sections 2 and 3, listings 3 to 5. Deviations: the count, the lock of the waiting list and the right to
// contend share one word (version_word.hpp); waiting tasks are sorted; tasks that contend for several handles are woken
// one by one. Callers: threads register through a biased_registration.
// Invariants
//   VE-V1  an access requires as version the number of accesses that were registered before the first of its
//          group; so it is available as soon as all groups before it are over (T15 listing 3). A group:
//          accesses of the same commutative type without another between them, or one access.
//   VE-V3  a thread that registers a task has all of its handles for itself meanwhile: of two tasks with two common
//          handles one comes first at both (submit-cycle, docs/internals/verification/bugs-of-others.md). They are its
//          own already, or it locks them, in the order of addresses.
// Progress: registering waits for a lock that is held for a few instructions. Orderings: VE-X3 unlock_registration ->
// lock_registration: what was registered.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/flow/version/biased_registration.hpp>
#include <jackdaw/flow/version/version_word.hpp>
#include <jackdaw/observe/names/data_names.hpp>

namespace jackdaw::dataflow {

class alignas(64) versions : public version_word {
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

  [[nodiscard]] bool in_use() const noexcept { return is_at_work_after(registered()); }

 private:
  static constexpr std::uintptr_t locked = 1;  // of owner_
  static constexpr std::uint32_t most_in_group = ~std::uint32_t{0};

  [[nodiscard]] std::uint64_t registered() const noexcept { return registered_.load(base::relaxed); }

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

  // For the thread that registers; so are the next one and in_group_.
  base::atomic<std::uint64_t> registered_{0};
  const void* last_type_ = nullptr;
  base::atomic<std::uintptr_t> owner_{0};  // bit 0 locked; a biased_registration, or none
  base::atomic<std::uint64_t> mark_{0};
  std::uint32_t in_group_ = 0;  // how many accesses the last group has
  base::atomic<std::uint32_t> name_{observe::data_names::none};
};

}  // namespace jackdaw::dataflow
