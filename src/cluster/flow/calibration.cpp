#include "src/cluster/flow/calibration.hpp"

#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster::detail {

void calibrate_machines(world& of, starpu_conf how) {
  world::state& mpi = of.inside();
  MPI_Comm here = MPI_COMM_NULL;
  mpi.check(MPI_Comm_split_type(mpi.all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here),
            "MPI_Comm_split_type");
  int ranks = 0;
  int rank = 0;
  mpi.check(MPI_Comm_size(here, &ranks), "MPI_Comm_size");
  mpi.check(MPI_Comm_rank(here, &rank), "MPI_Comm_rank");
  if (ranks > 1) {
    if (rank == 0 && starpu_init(&how) == 0)
      starpu_shutdown();  // where it fails, the start that counts fails, too
    mpi.check(MPI_Barrier(here), "MPI_Barrier");
  }
  mpi.check(MPI_Comm_free(&here), "MPI_Comm_free");
}

}  // namespace jackdaw::cluster::detail
