// expect: is not a constant expression
// expect lines: 20
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

void loop(worker& w, int first, unsigned last) {
#if defined(BROKEN)
  parallel_for_blocked(w, first, last, [](unsigned, unsigned) {});
#else
  parallel_for_blocked(w, static_cast<unsigned>(first), last, [](unsigned, unsigned) {});
#endif
}
