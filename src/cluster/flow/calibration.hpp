// The first time that StarPU starts on a machine, it measures that, and writes what it has found to files in the home
// directory. Ranks that start together find files of each other that are not whole, and StarPU ends the process.
#pragma once

#include <mpi.h>
#include <starpu.h>

namespace jackdaw::cluster::detail {

/// On each machine one rank of `all` starts StarPU and stops it, while the others wait. Then all find the files. Collective.
/// Cost: some milliseconds, or about as long as the first start on that machine.
void calibrate_machines(MPI_Comm all, starpu_conf how);

}  // namespace jackdaw::cluster::detail
