// expect: can be called as an lvalue (its operator() is not for rvalues only)
// expect lines: 40
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

struct once {
#if defined(BROKEN)
  void operator()() && {}
#else
  void operator()() {}
#endif
};

void run_one(scheduler& own) { own.run(once{}); }
