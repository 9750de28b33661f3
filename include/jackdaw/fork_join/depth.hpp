// How deep nested parallelism may go: as deep as the stack of its thread allows, and no crash beyond.
//
// A join compares the address of its frame with one word, which also says whether a thief requests work
// (fork_join/join.hpp). All other constructs compare it here, when they begin. Without a join below they may nest
// without end, as a loop does that is never split.
#pragma once

#include <cstdint>
#include <stdexcept>

#include <jackdaw/base/threads/stack.hpp>

namespace jackdaw {

/// A recursion of joins, groups or loops has come near the end of its thread's stack. All branches that had
/// begun are over when it comes out.
struct recursion_too_deep : std::runtime_error {
  recursion_too_deep()
      : std::runtime_error(
            "jackdaw: joins, groups or loops are nested too deeply for the stack of their thread; cut the "
            "recursion off, or give threads a larger stack (ulimit -s)") {}
};

namespace fork_join {

/// Whether the stack on which worker `w` works has little room left. On another stack than its thread's (a fibre, a
/// handler of signals) there is no limit, as its end is not known; such a stack may lie below. Cost: a comparison, and
/// a thread-local look-up below the floor.
template <class Worker>
[[nodiscard]] bool stack_is_low(Worker& w) noexcept {
  const void* const frame = __builtin_frame_address(0);
  return reinterpret_cast<std::uintptr_t>(frame) < w.own().deque.floor() && base::on_own_stack(frame);
}

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse_to_go_deeper() { throw recursion_too_deep(); }

/// The rest of require_stack(), which each spawn calls.
template <class Worker>
[[gnu::noinline, gnu::cold]] void require_stack_below_floor(Worker& w) {
  if (stack_is_low(w)) refuse_to_go_deeper();
}

/// Throws recursion_too_deep where the stack of worker `w` has little room left. Cost: a comparison.
template <class Worker>
[[gnu::always_inline]] inline void require_stack(Worker& w) {
  if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < w.own().deque.floor()) [[unlikely]]
    require_stack_below_floor(w);
}

}  // namespace fork_join

}  // namespace jackdaw
