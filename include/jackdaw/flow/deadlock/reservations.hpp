// The reservations of the process that are not used yet: why a flow may be stuck.
//
// A reservation is promised when a task is submitted for it that has further reads: that task begins when its reader
// does, a task that waits for these reads (flow/task/further_reads.hpp). So it holds up other tasks only where it also
// holds up its reader, or another one does.
// Callers: the thread that makes, uses or promises one; the worker of its reader; searches, and the end of the flow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/threads/mutex.hpp>
#include <jackdaw/flow/deadlock/awaited.hpp>
#include <jackdaw/flow/deadlock/promise.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class blocked_tasks;
class reserved;

/// Those of one flow. All of this under the lock of the reservations.
struct reserved_list {
  reserved_list() = default;
  reserved_list(const reserved_list&) = delete;
  reserved_list& operator=(const reserved_list&) = delete;
  ~reserved_list() = default;  // empty: the flow has given up what was left

  reserved* first = nullptr;  // the newest
  reserved_list* next = nullptr;
  reserved_list** link = nullptr;  // what points to this; null: it is empty, and in no list
};

/// One of them.
class reserved {
 public:
  explicit reserved(reserved_list& of_flow) noexcept : of_(&of_flow) {}
  reserved(const reserved&) = delete;
  reserved& operator=(const reserved&) = delete;

  /// Releases the tasks that wait for it; called by the list, which has taken it out before.
  virtual void give_up() noexcept = 0;
  [[nodiscard]] virtual std::span<const requirement> needs() const noexcept = 0;

 protected:
  virtual ~reserved() = default;  // g++ warns of one that is not virtual, since there is a friend

 private:
  friend class reservations;
  reserved_list* of_;
  reserved* next = nullptr;        // these under the lock
  reserved** link = nullptr;       // what points to this; null: it is in no list
  const waiter* reader = nullptr;  // null: it is not promised
};

/// All of them, by flow: tasks of one flow may wait for reservations of another. Rarely used, so there is a lock. Cost:
/// constant, but for searches. Threads: any.
class reservations {
 public:
  /// `register_accesses()` registers the accesses of `one`, and does not throw.
  template <class Enrol>
  static void put(reserved& one, Enrol&& register_accesses) noexcept {
    const std::lock_guard hold(mutex);
    if (one.of_->first == nullptr) enter(*one.of_, flows);
    enter(one, one.of_->first);
    count.store(count.load(base::relaxed) + 1, base::relaxed);
    register_accesses();
  }

  /// Whether it was there.
  static bool take(reserved& one) noexcept {
    const std::lock_guard hold(mutex);
    return remove(one);
  }

  /// Whether it is still there.
  static bool has(const reserved& one) noexcept {
    const std::lock_guard hold(mutex);
    return one.link != nullptr;
  }

  /// From now on `one` waits for this reader, which has not been started yet. Whether it was there.
  static bool promise_to(reserved& one, const waiter& reader) noexcept {
    const std::lock_guard hold(mutex);
    if (one.link == nullptr) return false;
    one.reader = &reader;
    ++promised;
    return true;
  }

  /// Makes a change at which no search looks meanwhile.
  static auto unseen(auto&& change) {
    const std::lock_guard hold(mutex);
    return change();
  }

  /// Those that are not promised, the newest first. Without reservations it takes no lock: those of the flow were
  /// counted before it ends. Whether there were some.
  static bool give_up_all(reserved_list& of) noexcept {
    if (!any()) return false;
    bool found = false;
    for (reserved* one = take_newest(of); one != nullptr; one = take_newest(of)) {
      one->give_up();
      found = true;
    }
    return found;
  }

  /// For fork().
  static void lock_all() noexcept { mutex.lock(); }
  static void unlock_all() noexcept { mutex.unlock(); }
  /// In a child, between the two: no thread uses those of the parent there.
  static void forget_all() noexcept;

  [[nodiscard]] static bool any() noexcept { return count.load(base::relaxed) != 0; }

  /// Whether a thread that waits for `what` waits for a task that cannot run before a reservation is used, or never.
  /// Then `why` is the text for a message. Adds those tasks to `woken` that were found ready meanwhile.
  [[nodiscard]] static bool hold_up(const awaited& what, std::string& why, waiter*& woken);

  /// How many tasks of a flow cannot run before unused reservations are used. Adds those tasks to `woken` that were
  /// found ready meanwhile. Throws std::bad_alloc.
  [[nodiscard]] static std::uint64_t count_blocked(const flow_base& of, waiter*& woken);

  /// Those that are promised; under the lock.
  [[nodiscard]] static promise_list promises();

  /// Takes one out that is promised; under the lock. Its give_up() is called without.
  static void break_promise(reserved& one) noexcept { static_cast<void>(remove(one)); }

 private:
  /// What waits for those that are not promised; under the lock.
  [[nodiscard]] static blocked_tasks search_unused(waiter*& woken);
  [[nodiscard]] static bool unused_hold_up(const awaited& what, std::string& why, waiter*& woken);

  template <class One>
  static void enter(One& one, One*& first) noexcept {
    one.next = first;
    one.link = &first;
    if (one.next != nullptr) one.next->link = &one.next;
    first = &one;
  }

  template <class One>
  static void leave(One& one) noexcept {
    *one.link = one.next;
    if (one.next != nullptr) one.next->link = one.link;
    one.link = nullptr;
  }

  static bool remove(reserved& one) noexcept {
    if (one.link == nullptr) return false;
    leave(one);
    if (one.reader != nullptr) --promised;
    one.reader = nullptr;
    if (one.of_->first == nullptr) leave(*one.of_);
    count.store(count.load(base::relaxed) - 1, base::relaxed);
    return true;
  }

  static reserved* take_newest(const reserved_list& of) noexcept {
    const std::lock_guard hold(mutex);
    reserved* one = of.first;
    while (one != nullptr && one->reader != nullptr) one = one->next;
    if (one != nullptr) remove(*one);
    return one;
  }

  inline static base::atomic<std::size_t> count{0};
  inline static base::mutex mutex;
  inline static reserved_list* flows = nullptr;  // those that have some
  inline static std::size_t promised = 0;        // how many; under the lock
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/deadlock/reservations_impl.hpp>
#endif
