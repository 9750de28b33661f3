// Partial results for the same object that meet while it is busy: one task takes over what the other has found.
//
// Source: T15 section 4.5: buffers are merged lazily, in parallel. A task that has run may find the object busy that
// it adds to. Then it takes out the tasks that wait for the object in the same way, and merges their partial results
// into its own; their accesses are over then, and they end without the object. So there are about as many partial
// results at a time as workers, pairs of them are merged at the same time, and the object is written once for many.
// Callers: the worker that executes the task.
// Invariants
//   MG-G1  an access that was taken over counts as over when its partial result has been applied. Versions say how
//          many accesses are over, and a task that waits for a version does not depend on which (versions.hpp VE-V1).
//   MG-G2  a search for what a reservation holds up relies on a blocked task staying parked (blocked_tasks.hpp
//          BT-K1). So no task is taken out while there are reservations. That is looked at under the lock of the
//          handle, under which a search looks, too: so the search no longer sees the task there, or its reservation
//          is seen.
//   MG-G3  a task that has failed is left alone: it has to spoil the object itself.
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include <jackdaw/flow/deadlock/reservations.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/flow/version/waiters.hpp>

namespace jackdaw::dataflow {

/// Whether partial results of type P can be merged: merge(into, from) adds `from`, which is not used afterwards.
template <class R, class P>
concept merging = requires(const R r, P& into, P&& from) { r.merge(into, std::move(from)); };

/// Merges the partial results of tasks that wait into `partial`, which `taker` has found for its access `need`. Adds to
/// `accesses` how many that is. `unseen(change)` makes a change of a parked task that no observer sees
/// half-done. Adds those tasks to `woken` that can go on. Throws what merging throws.
template <class R, class P>
  requires merging<R, P>
void gather(const R& how, P& partial, std::uint64_t& accesses, const requirement& need, const waiter& taker,
            auto&& unseen, waiter*& woken) {
  versions& of = need.of();
  const auto fits = [&](const waiter& other) {
    return !other.failed && &other.owner_flow->whole() == &taker.owner_flow->whole() &&
           !reservations::any();  // MG-G2, MG-G3
  };
  struct merger {
    const R* how;
    P* into;
    std::uint64_t* accesses;
    std::exception_ptr thrown;
  } self{std::addressof(how), std::addressof(partial), &accesses, {}};
  const partial_taker to{[](void* by, void* from, std::uint64_t others) {
                           auto& m = *static_cast<merger*>(by);
                           *m.accesses += others;
                           try {
                             m.how->merge(*m.into, std::move(*static_cast<P*>(from)));
                           } catch (...) { m.thrown = std::current_exception(); }
                         },
                         &self};
  while (!of.reached(need.version()) || of.is_held()) {
    waiter* const other = of.take_waiting(need.version(), fits, woken);
    if (other == nullptr) return;
    ++accesses;
    other->kind->hand_over(*other, of, to);
    unseen([other] { other->awaited().take(); });
    waiters::push(woken, *other);
    if (self.thrown) std::rethrow_exception(self.thrown);
  }
}

}  // namespace jackdaw::dataflow
