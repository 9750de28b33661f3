// What flows share in a process, and fork().
//
// A child has only the thread that made it. A lock that another thread of its parent held would stay locked there for
// ever. So fork() takes all locks that are not a flow's or a handle's own, and both sides give them back. A child
// forgets the tasks of its parent, whose handles may have been locked: a search among waiting tasks would never end
// there. It also forgets the waits of its parent's threads. The handlers are registered before main() begins: a
// thread that registers them while another forks would leave that half done.
#pragma once

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/wait/fork_handlers_impl.hpp>
#endif
