// expect: loop_from_a_negative_index_to_an_unsigned_one
// expect lines: 20
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

void loop(worker& w, unsigned last) {
#if defined(BROKEN)
  parallel_for(w, -5, last, [](unsigned) {});
#else
  parallel_for(w, 5, last, [](unsigned) {});
#endif
}
