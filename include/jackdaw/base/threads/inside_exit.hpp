// Whether the calling thread is inside std::exit(): the process ends, and static objects are being destroyed.
//
// What is destroyed then may be in use: exit() waits for no thread, and may itself have been called by a task. A destructor
// that finds itself in use asks here whether that is a mistake of the program or the end of the process. No flag can
// say it: an atexit() handler runs after the destructors of objects that were made after it was registered.
#pragma once

#include <cstdint>
#include <cstdlib>

#include <unwind.h>

namespace jackdaw::base {

/// Looks for std::exit() among the callers of the calling function. main() returns into it, too. False also where the C
/// library says nothing of its frames, or the program has another address for exit() (a static musl, code that is not
/// position-independent). Cost: some microseconds. Any thread.
[[nodiscard, gnu::noinline, gnu::cold]] inline bool inside_exit() noexcept {
  bool found = false;
  _Unwind_Backtrace(
      [](_Unwind_Context* frame, void* answer) {
        int points_at_call = 0;
        const std::uintptr_t address = _Unwind_GetIPInfo(frame, &points_at_call);
        if (address == 0) return _URC_END_OF_STACK;
        // exit() calls what never returns, so the address behind the call may be in the next function.
        const std::uintptr_t call = address - (points_at_call != 0 ? 0 : 1);
        void* const function = _Unwind_FindEnclosingFunction(
            reinterpret_cast<void*>(call));  // NOLINT(performance-no-int-to-ptr)
        if (function != reinterpret_cast<void*>(&std::exit)) return _URC_NO_REASON;
        *static_cast<bool*>(answer) = true;
        return _URC_END_OF_STACK;
      },
      &found);
  return found;
}

}  // namespace jackdaw::base
