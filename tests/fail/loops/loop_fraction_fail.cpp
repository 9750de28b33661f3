// expect: the indices of a loop are whole numbers
// expect lines: 20
#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

using namespace jackdaw;

void loop(worker& w) {
#if defined(BROKEN)
  parallel_for(w, 0, 1.0, [](double) {});
#else
  parallel_for(w, 0, 100, [](int i) { static_cast<void>(i * 0.01); });
#endif
}
