// expect: jackdaw: scratch memory is for numbers and the like
#include <string>

#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

void take_some(scratch<scheduler>& space) {
#if defined(BROKEN)
  static_cast<void>(space.take<std::string>(1));
#else
  static_cast<void>(space.take<double>(1));
#endif
}
