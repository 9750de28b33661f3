#include "src/cluster/flow/calibration.hpp"

namespace jackdaw::cluster::detail {

void calibrate_machines(MPI_Comm all, starpu_conf how) {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int ranks = 0;
  int rank = 0;
  MPI_Comm_size(here, &ranks);
  MPI_Comm_rank(here, &rank);
  if (ranks > 1) {
    if (rank == 0 && starpu_init(&how) == 0) starpu_shutdown();  // where it fails, it will do so again
    MPI_Barrier(here);
  }
  MPI_Comm_free(&here);
}

}  // namespace jackdaw::cluster::detail
