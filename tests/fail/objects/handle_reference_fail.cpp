// expect: jackdaw: a handle holds an object
#include <jackdaw/flow/basic_flow.hpp>

using namespace jackdaw;

int& value_of(int& x) {
#if defined(BROKEN)
  return handle<int&>(x).value();
#else
  return handle<int*>(&x).value()[0];
#endif
}
