// Whether the calling thread is inside std::exit(): the process ends, and static objects are being destroyed.
//
// What is destroyed then may be in use: exit() waits for no thread, and may itself have been called by a task. A
// destructor that finds itself in use asks here whether that is a mistake of the program or the end of the process. No
// flag can say it: an atexit() handler runs after the destructors of objects that were made after it was registered.
#pragma once

#include <jackdaw/base/compiled.hpp>

namespace jackdaw::base {

/// Looks for std::exit() among the callers of the calling function. main() returns into it, too. False also where the C
/// library says nothing of its frames, or the program has another address for exit(). That is so with a static musl,
/// and in code that is not position-independent. Cost: some microseconds for a stack of some ten frames, and as
/// much for each ten more: so objects that lie on the stack of the thread do not ask (on_own_stack). Any thread.
[[nodiscard]] bool inside_exit() noexcept;

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/threads/inside_exit_impl.hpp>
#endif
