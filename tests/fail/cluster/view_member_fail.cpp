// expect: jackdaw: a part of this type is a pointer or a view
#include <string_view>

#include <jackdaw/cluster.hpp>

namespace cluster = jackdaw::cluster;

struct visit {
  int height;
#if defined(BROKEN)
  std::string_view text;
#else
  char text[8];
#endif

  void operator()(cluster::worker& worker) const { worker.put(*this); }
};

void start(cluster::pool& p) { p.run(visit{}); }
