// A join whose two functions are called in any case: where what they move must not be left half-way.
//
// Callers: both sorts that move elements through a buffer. An ordinary join throws recursion_too_deep where the stack
// ends, and leaves out a branch beside which another one has thrown.
#pragma once

#include <exception>

#include <jackdaw/fork_join/current.hpp>

namespace jackdaw::fork_join {

/// Calls f(worker&) and g(worker&), which do not throw, at the same time where that is possible. Returns what the join
/// has thrown; null: nothing. Cost: that of a join.
template <class Worker, class F, class G>
[[nodiscard]] std::exception_ptr noexcept_join(Worker& w, const F& f, const G& g) noexcept {
  bool f_ran = false;
  bool g_ran = false;
  std::exception_ptr thrown;
  try {
    join(
        w,
        [&](Worker& v) {
          f_ran = true;
          f(v);
        },
        [&](Worker& v) {
          g_ran = true;
          g(v);
        });
  } catch (...) { thrown = std::current_exception(); }
  if (!f_ran) f(w);
  if (!g_ran) g(w);
  return thrown;
}

}  // namespace jackdaw::fork_join
