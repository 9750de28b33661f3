// What flows share in a process, and fork().
//
// A child has the thread only that made it. A lock that another thread of its parent held would stay locked there for
// ever. So fork() takes all locks that are not a flow's or a handle's own, and both sides give them back. A child
// forgets the tasks of its parent, whose handles may have been locked: a search for who waits for whom would never end
// there; and the waits of its threads. The
// handlers are there before main() begins, since a thread that is about to say so when another forks would leave that
// half done.
#pragma once

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/wait/fork_handlers_impl.hpp>
#endif
