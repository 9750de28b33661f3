// The reservations of the process that are not used yet: why a flow may be stuck.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/flow/blocked_tasks.hpp>
#include <jackdaw/flow/circles.hpp>
#include <jackdaw/flow/waiter.hpp>

namespace jackdaw::dataflow {

/// One of them.
class reserved {
 public:
  explicit reserved(const flow_base& flow) noexcept : of_(&flow) {}
  reserved(const reserved&) = delete;
  reserved& operator=(const reserved&) = delete;

  /// Lets those pass who wait for it; by the list, which has taken it out before.
  virtual void give_up() noexcept = 0;
  [[nodiscard]] virtual const requirement* needs(std::uint16_t& count) const noexcept = 0;
  [[nodiscard]] bool is_of(const flow_base& flow) const noexcept { return of_ == &flow; }

 protected:
  ~reserved() = default;

 private:
  const flow_base* of_;
};

/// All of them: tasks of one flow may wait for reservations of another. Rarely used, so there is a lock. Threads:
/// any.
class reservations {
 public:
  /// `enrol()` registers the accesses of `one`, and does not throw.
  template <class Enrol>
  static void put(reserved& one, Enrol&& enrol) {
    const std::lock_guard hold(mutex);
    all.push_back(&one);
    count.store(all.size(), base::relaxed);
    enrol();
  }

  /// Whether it was there.
  static bool take(reserved& one) noexcept {
    const std::lock_guard hold(mutex);
    return remove(one);
  }

  /// Makes a change at which no search looks meanwhile.
  static auto unseen(auto&& change) {
    const std::lock_guard hold(mutex);
    return change();
  }

  /// Without reservations it takes no lock: those of the flow were counted before it ends.
  static void give_up_all(const flow_base& of) noexcept {
    if (!any()) return;
    while (reserved* const one = take_one(of)) one->give_up();
  }

  /// For fork().
  static void lock_all() noexcept { mutex.lock(); }
  static void unlock_all() noexcept { mutex.unlock(); }
  /// In a child, between the two: nobody uses those of the parent there.
  static void forget_all() noexcept {
    all.clear();
    count.store(0, base::relaxed);
  }

  [[nodiscard]] static bool any() noexcept { return count.load(base::relaxed) != 0; }

  /// Whether who waits for `what` waits for a task that cannot run before somebody uses a reservation, or never: then
  /// `why` is what a message can say. Adds those to `woken` who were found ready meanwhile.
  [[nodiscard]] static bool hold_up(const awaited& what, std::string& why, waiter*& woken) {
    const std::lock_guard hold(mutex);  // nobody uses one now: so who is held up stays so
    return unused_hold_up(what, why, woken) || circles::hold_up(what, why, woken);
  }

 private:
  [[nodiscard]] static bool unused_hold_up(const awaited& what, std::string& why, waiter*& woken) {
    blocked_tasks search;
    for (const reserved* one : all) {
      std::uint16_t accesses = 0;
      const requirement* const needs = one->needs(accesses);
      search.begin_at(needs, accesses);
    }
    search.go_on(woken);
    if (!search.hold_up(what)) return false;
    why =
        all.size() == 1 ? "1 reservation is unused" : std::to_string(all.size()) + " reservations are unused";
    why += search.text();
    return true;
  }

  static bool remove(reserved& one) noexcept {
    const bool found = std::erase(all, &one) != 0;
    count.store(all.size(), base::relaxed);
    return found;
  }

  static reserved* take_one(const flow_base& of) noexcept {
    const std::lock_guard hold(mutex);
    const auto found =
        std::find_if(all.rbegin(), all.rend(), [&of](const reserved* one) { return one->is_of(of); });
    if (found == all.rend()) return nullptr;
    reserved* const one = *found;
    remove(*one);
    return one;
  }

  inline static base::atomic<std::size_t> count{0};
  inline static std::mutex mutex;
  inline static std::vector<reserved*> all;
};

}  // namespace jackdaw::dataflow
