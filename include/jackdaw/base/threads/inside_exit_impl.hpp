// The functions of base/threads/inside_exit.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstdint>
#include <cstdlib>

#include <unwind.h>

#include <jackdaw/base/threads/inside_exit.hpp>

namespace jackdaw::base {

[[gnu::noinline, gnu::cold]] JACKDAW_INLINE bool inside_exit() noexcept {
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
