// The number of the calling process, without a system call.
//
// Threads of a scheduler do not exist in a child of fork(), so each call from outside asks which process it is in.
// getpid() is a system call: a fourth of the time that a single task from outside takes.
// Where the number is kept: in a page that the kernel empties in children (MADV_WIPEONFORK), however they were made. A
// handler of fork() empties it, too, as emulators of a kernel accept the advice and forget it. Where there is no such
// advice, nothing is kept.
// Invariants
//   OP-K1  a number in the page is that of the process that reads it: all that write one write the same.
// Ordering: OP-K2 find_process -> this_process: the page, which is never given back.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/compiled.hpp>

namespace jackdaw::base {

namespace detail {

inline constinit atomic<atomic<pid_t>*> kept_process{nullptr};

/// Asks the kernel, and keeps the answer.
[[nodiscard]] pid_t find_process() noexcept;

}  // namespace detail

/// As getpid(). Cost: two loads; a system call for the first one in each process. Threads: any. Not in a child of
/// vfork(), which has the memory of its parent.
[[nodiscard]] inline pid_t this_process() noexcept {
#ifdef JACKDAW_EXPLORE_SCHEDULES  // whose contexts are no processes: nothing of this is a step
  return getpid();
#else
  const atomic<pid_t>* const kept = detail::kept_process.load(acquire);  // OP-K2: pairs with find_process
  const pid_t here = kept != nullptr ? kept->load(relaxed) : 0;          // OP-K1
  return here != 0 ? here : detail::find_process();
#endif
}

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/threads/this_process_impl.hpp>
#endif
