// How a task gets its accesses: version by version, then turn by turn.
//
// Source: T15 section 3.2, listings 4 and 5. A task first waits for its versions, one handle after another: they are
// never lost again (versions.hpp VE-V2). Where it contends with tasks of the same kind, it also needs its turn. It
// takes that when a worker is about to execute it: it takes all turns, or none. Callers: a submitter begin; a
// thread that has woken a task go_on; the worker that has taken it fetch_handles, take_turns, then finish.
// Invariants
//   AO-O1  turns are taken in the order of addresses, and given back before a task waits for another. So no task
//          waits for one that waits, and of those that try at the same time one gets all: of two, the one that holds
//          the last handle for which they compete.
//   AO-O2  a task that was woken for its turn and has to wait elsewhere passes it on (versions.hpp VE-W2): at once,
//          when it was stopped before; by giving it back, when it was stopped behind.
#pragma once

#include <algorithm>
#include <cstdint>

#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// Whether this requirement belongs to what `t` does next. `Defers`: false for a task without deferred accesses: then
/// all of them belong to it.
template <bool Defers = true>
[[nodiscard]] bool concerns_now(const waiter& t, const requirement& each) noexcept {
  return !Defers || t.concerns_now(each);
}

/// Takes the versions that `t` has not come to yet. True: all are there. False: parked; `t` belongs to others. All of
/// these add those tasks to `woken` that can go on. `MayList`: see waiter.hpp.
template <bool Defers = true, bool MayList = true>
[[nodiscard]] bool advance(waiter& t, waiter*& woken) noexcept {
  const requirement* const needs = t.requirements<MayList>();
  const std::uint32_t count = t.size<MayList>();
  std::uint32_t at = t.at<MayList>();
  for (std::uint32_t left = t.still_left<MayList>(); left != 0; --left) {
    const requirement& next = needs[at];
    if (concerns_now<Defers>(t, next) && !next.of().reached(next.version())) {
      t.go_to<MayList>(at, left);
      if (next.of().park(t, woken)) return false;
    }
    if (++at == count) at = 0;
  }
  return true;
}

/// A task that has just been registered. It begins at the handle that has the most accesses before it, of several at
/// the last. When those are over, the others probably are, too, and it waits only once.
template <bool Defers = true, bool MayList = true>
[[nodiscard]] bool begin(waiter& t, waiter*& woken) noexcept {
  const requirement* const needs = t.requirements<MayList>();
  const std::uint32_t count = t.size<MayList>();
  std::uint32_t first = t.at<MayList>();
  std::uint64_t most = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const requirement& each = needs[i];
    if (!concerns_now<Defers>(t, each)) continue;
    const std::uint64_t before = each.of().missing(each.version());
    if (before == 0 || before < most) continue;
    most = before;
    first = i;
  }
  t.go_to<MayList>(first, count);
  return advance<Defers, MayList>(t, woken);
}

/// A task that was woken: true when a worker may have it.
[[nodiscard]] inline bool go_on(waiter& t, waiter*& woken) noexcept {
  if (t.awaits_turn) return true;
  t.step();  // this version has come
  return advance(t, woken);
}

/// Whether `t` needs its turn at this handle now.
[[nodiscard]] inline bool competes(const waiter& t, const requirement& each) noexcept {
  return each.contends() && t.concerns_now(each);
}

/// For a task whose versions are there. True: it may run. False: it has no turn, and has to wait at its handle.
[[nodiscard]] inline bool try_turns(waiter& t, waiter*& woken) noexcept {
  const requirement* const needs = t.requirements();
  const std::uint32_t count = t.size();
  std::uint32_t first = 0;
  while (first < count && (!competes(t, needs[first]) || needs[first].of().acquire())) ++first;
  if (first == count) return true;
  for (std::uint32_t i = first; i-- > 0;) {
    if (competes(t, needs[i])) needs[i].of().release(woken);  // AO-O1, AO-O2
  }
  if (t.awaits_turn && t.at() > first) needs[t.at()].of().pass_on(woken);  // AO-O2
  t.go_to(first, t.still_left());
  t.awaits_turn = true;
  return false;
}

/// After that. False: it need not wait any more. True: parked; `t` belongs to others.
[[nodiscard]] inline bool wait_for_turn(waiter& t, waiter*& woken) noexcept {
  return t.awaited().of().park(t, woken);
}

/// Both: true when it may run, false when it is parked.
[[nodiscard]] inline bool take_turns(waiter& t, waiter*& woken) noexcept {
  for (;;) {
    if (try_turns(t, woken)) return true;
    if (wait_for_turn(t, woken)) return false;
  }
}

/// For a task that has to wait for something else before it tries: it goes back to where it has no turn.
inline void stop_awaiting_turn(waiter& t, waiter*& woken) noexcept {
  if (!t.awaits_turn) return;
  t.awaits_turn = false;
  t.awaited().of().pass_on(woken);  // AO-O2
}

/// For a task that may run: takes the turn at handles that it would need only later, where that is free now.
inline void take_what_is_free(waiter& t) noexcept {
  requirement* const needs = t.requirements();
  for (std::uint32_t i = 0, count = t.size(); i < count; ++i) {
    requirement& each = needs[i];
    if (each.comes_later() && each.contends() && each.of().reached(each.version()) && each.of().acquire())
      each.take();
  }
}

/// Of a task with more, the first ones would have left the cache again.
inline constexpr std::uint32_t most_fetched = 255;

/// A task is about to do something: the handles of which it will then end its accesses will soon be needed. Others may
/// be gone.
template <bool Defers = true, bool MayList = true>
void fetch_handles(const waiter& t) noexcept {
  const std::uint32_t count = std::min(t.size<MayList>(), most_fetched);
  for (const requirement& each : t.all_requirements<MayList>().first(count)) {
    if (concerns_now<Defers>(t, each)) each.of().fetch();
  }
}

/// What the task has done now is over. `MayWait`: false for a task without requirements that only wait.
template <bool Defers = true, bool MayList = true, bool MayWait = false>
void finish(const waiter& t, waiter*& woken) noexcept {
  for (const requirement& each : t.all_requirements<MayList>()) {
    if (MayWait && each.only_waits()) continue;
    if (concerns_now<Defers>(t, each)) each.of().finish(each.contends(), woken);
  }
}

/// A task that has run, and is_later, begins its deferred accesses: as begin().
[[nodiscard]] inline bool begin_later(waiter& t, waiter*& woken) noexcept {
  t.awaits_turn = false;
  t.go_to(0, 0);
  return begin(t, woken);
}

}  // namespace jackdaw::dataflow
