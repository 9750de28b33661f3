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
/// these add those tasks to `woken` that can go on.
template <bool Defers = true>
[[nodiscard]] bool advance(waiter& t, waiter*& woken) noexcept {
  std::uint8_t at = t.position;
  for (std::uint8_t left = t.left; left != 0; --left) {
    const requirement& next = t.requirements()[at];
    if (concerns_now<Defers>(t, next) && !next.of().reached(next.version())) {
      t.position = at;
      t.left = left;
      if (next.of().park(t, woken)) return false;
    }
    if (++at == t.count) at = 0;
  }
  return true;
}

/// A task that has just been registered. It begins at the handle that has the most accesses before it, of several at
/// the last. When those are over, the others probably are, too, and it waits only once.
template <bool Defers = true>
[[nodiscard]] bool begin(waiter& t, waiter*& woken) noexcept {
  std::uint64_t most = 0;
  for (std::uint8_t i = 0; i < t.count; ++i) {
    const requirement& each = t.requirements()[i];
    if (!concerns_now<Defers>(t, each)) continue;
    const std::uint64_t before = each.of().missing(each.version());
    if (before == 0 || before < most) continue;
    most = before;
    t.position = i;
  }
  t.left = t.count;
  return advance<Defers>(t, woken);
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

/// For a task whose versions are there. True: it may run. False: parked; `t` belongs to others.
[[nodiscard]] inline bool take_turns(waiter& t, waiter*& woken) noexcept {
  const requirement* const needs = t.requirements();
  for (;;) {
    std::uint8_t first = 0;
    while (first < t.count && (!competes(t, needs[first]) || needs[first].of().acquire())) ++first;
    if (first == t.count) return true;
    for (std::uint8_t i = first; i-- > 0;) {
      if (competes(t, needs[i])) needs[i].of().release(woken);  // AO-O1, AO-O2
    }
    if (t.awaits_turn && t.position > first) needs[t.position].of().pass_on(woken);  // AO-O2
    t.position = first;
    t.awaits_turn = true;
    if (needs[first].of().park(t, woken)) return false;
  }
}

/// For a task that may run: takes the turn at handles that it would need only later, where that is free now.
inline void take_what_is_free(waiter& t) noexcept {
  for (std::uint8_t i = 0; i < t.count; ++i) {
    requirement& each = t.requirements()[i];
    if (each.comes_later() && each.contends() && each.of().reached(each.version()) && each.of().acquire())
      each.take();
  }
}

/// A task is about to do something: the handles of which it will then end its accesses will soon be needed. Others may
/// be gone.
template <bool Defers = true>
void fetch_handles(const waiter& t) noexcept {
  for (std::uint8_t i = 0; i < t.count; ++i) {
    const requirement& each = t.requirements()[i];
    if (concerns_now<Defers>(t, each)) each.of().fetch();
  }
}

/// What the task has done now is over.
template <bool Defers = true>
void finish(const waiter& t, waiter*& woken) noexcept {
  for (std::uint8_t i = 0; i < t.count; ++i) {
    const requirement& each = t.requirements()[i];
    if (concerns_now<Defers>(t, each)) each.of().finish(each.contends(), woken);
  }
}

/// A task that has run, and is_later, begins its deferred accesses: as begin().
[[nodiscard]] inline bool begin_later(waiter& t, waiter*& woken) noexcept {
  t.awaits_turn = false;
  t.position = 0;
  return begin(t, woken);
}

}  // namespace jackdaw::dataflow
