// The pool over ranks: tasks that put tasks, on all machines of a job.
#include <cstdio>

#include <jackdaw/cluster.hpp>

namespace cluster = jackdaw::cluster;

struct visit {
  cluster::reduction<long> leaves;  // a number that travels; each worker has a value of its own
  int height;

  void operator()(cluster::worker& worker) const {
    if (height == 0) {
      ++worker.at(leaves);
      return;
    }
    for (int i = 0; i < height % 3 + 1; ++i) worker.put(visit{leaves, height - 1});
  }
};

int main(int argc, char** argv) {
  cluster::world all(argc, argv);
  cluster::pool p(all);
  const auto leaves = p.reduction_of<long>();
  p.run(visit{leaves, 18});  // rank 0 begins with it
  const long found = p.result(leaves);
  if (all.rank() == 0) std::printf("%ld leaves, on %u ranks\n", found, all.ranks());
  return found == 46656 ? 0 : 1;
}
