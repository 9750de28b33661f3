// expect: deleted
#include <span>

#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

double sum(scratch<scheduler>& space) {
#if defined(BROKEN)
  const std::span<double> some = space.take<double>(1);
#else
  const auto some = space.take<double>(1);
#endif
  return some[0];
}
