// The first time that StarPU starts on a machine, it measures that, and writes what it has found to files in the home
// directory. Ranks that start together find files of each other that are not whole, and StarPU ends the process.
#pragma once

#include <starpu.h>

#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster::detail {

/// On each machine one rank starts StarPU and stops it, while the others wait. Then all find the files. Collective.
/// Cost: some milliseconds, or about as long as the first start on that machine. Errors: cluster::failure.
void calibrate_machines(world& of, starpu_conf how);

}  // namespace jackdaw::cluster::detail
