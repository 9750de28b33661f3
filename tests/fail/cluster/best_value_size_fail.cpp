// expect: expected a number, or a type of mere bytes that has 1, 2, 4 or 8 of them
#include <jackdaw/cluster.hpp>

struct color {
#if defined(BROKEN)
  char parts[3];
#else
  char parts[4];
#endif
};
struct lighter {
  bool operator()(color a, color b) const { return a.parts[0] > b.parts[0]; }
};

void best(jackdaw::cluster::pool& p) { static_cast<void>(p.best_of(color{}, lighter())); }
