// expect: jackdaw: a task is a callable that takes the worker (auto& worker, or a copy of it), or nothing
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

void run_one(scheduler& own) {
#if defined(BROKEN)
  own.run([](worker&& w) { w.put([] {}); });
#else
  own.run([](worker w) { w.put([] {}); });
#endif
}
