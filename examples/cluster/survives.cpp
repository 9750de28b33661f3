// A pool over ranks of which some die: the others go on. Takes an MPI with ULFM, and `mpirun --with-ft ulfm`.
#include <cstdio>

#include <jackdaw/cluster.hpp>

namespace cluster = jackdaw::cluster;

struct smaller {
  long operator()(long a, long b) const { return b < a ? b : a; }
};

struct halve {
  cluster::reduction<long> leaves;
  cluster::reduction<long> least;
  long from, to;

  void operator()(cluster::worker& worker) const {
    if (to - from == 1) {
      ++worker.at(leaves);
      worker.at(least) = smaller()(worker.at(least), from);
      return;
    }
    const long middle = from + (to - from) / 2;
    worker.put(halve{leaves, least, from, middle});
    worker.put(halve{leaves, least, middle, to});
  }
};

int main(int argc, char** argv) {
  cluster::world all(argc, argv, {.survives = true});
  cluster::pool p(all);
  const auto leaves = p.reduction_of<long>();
  const auto least = p.reduction_of(1L << 30, smaller());  // the operation of result()
  p.run(halve{leaves, least, 5, 1'000'000});
  const long found = p.result(leaves);  // all ranks call it, as they call run()
  const long first = p.result(least, smaller());
  if (all.rank() == 0) std::printf("%ld, from %ld on\n", found, first);
  for (const unsigned each : all.lost()) std::printf("rank %u has died\n", each);
}
