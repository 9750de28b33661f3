// Ranks that die, as an MPI with ULFM shows them (User-Level Failure Mitigation; Bland et al., Post-failure recovery of
// MPI communication capability, 2013). Open MPI 5 has it, where mpirun got `--with-ft ulfm`. Where the MPI of the build
// has none, these functions exist, is_built() says so, and nothing is ever lost.
#pragma once

#include <vector>

#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster::detail::ulfm {

/// Whether the MPI that this was built with has it.
[[nodiscard]] bool is_built() noexcept;

/// Whether this job was started with it. After MPI has begun.
[[nodiscard]] bool is_on() noexcept;

/// Whether a call has failed since a rank has died, or since another one has revoked the communicator for that.
[[nodiscard]] bool is_loss(int result) noexcept;

/// The ranks of `channel` that are known here to have died. Receiving from any rank works again after that.
[[nodiscard]] std::vector<unsigned> lost(MPI_Comm channel);

/// Whether all ranks of `channel` that live say yes. All of them call it. `channel` may be revoked.
[[nodiscard]] bool agree(MPI_Comm channel, bool yes);

/// Makes all that others do on `channel` fail, so that they come to agree().
void revoke(MPI_Comm channel);

/// In place of `channel` one of the ranks that live, in their order. All of them call it.
void shrink(MPI_Comm& channel);

}  // namespace jackdaw::cluster::detail::ulfm
