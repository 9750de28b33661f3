// MPI as the sources of this folder use it: calls that throw, and what a world holds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <jackdaw/cluster/flow/engine.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster {

namespace detail {
class rank_record;
/// The rank that this process has; 0 before there is a world.
extern unsigned rank_here;
}  // namespace detail

struct world::state {
  MPI_Comm all = MPI_COMM_NULL;
  unsigned rank = 0;
  unsigned ranks = 1;
  unsigned workers = 1;
  int exceptions = 0;  // that were under way when it was made
  std::vector<std::string> hosts;
  std::unique_ptr<detail::flow_engine> flows;  // when there is one
  detail::rank_record* record = nullptr;       // while there is a recording

  /// Throws unless `result` is MPI_SUCCESS. `what`: the call.
  void check(int result, const char* what) const;

  /// Returns when it is done. Sleeps meanwhile: MPI's own waiting takes a processor from those that work.
  void wait_for(MPI_Request& request, const char* what) const;
};

}  // namespace jackdaw::cluster
