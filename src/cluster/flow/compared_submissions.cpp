// All ranks submit the same to a flow: what they have submitted is compared at each meeting.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "src/cluster/collective_call.hpp"
#include "src/cluster/flow/starpu_engine.hpp"

namespace jackdaw::cluster::detail {

void starpu_engine::compare(meeting here) {
  if (world_.ranks() == 1) return;
  ++world_.inside().calls;
  calls_of_all all(world_.inside());
  world_.inside().check(
      all.exchange({collective_call::meet_in_flow, {here.why, here.object, log_.sum(), log_.count()}}),
      "MPI_Iallgather");
  all.expect_one();
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] != all[0]) refuse(here);
  }
}

// Nothing of what was compared has begun: the flow can be used again.
void starpu_engine::refuse(meeting here) {
  const auto hashes = world_.gather(log_.hashes());
  const auto names = world_.gather(log_.names());
  const auto ends_at = world_.gather(text_of(here));
  const std::uint64_t before = log_.before();
  drop();
  log_.forget();
  // A rank may have made fewer handles. The next one has the same number on all ranks again.
  objects_.resize(std::ranges::max(world_.gather(static_cast<std::uint64_t>(objects_.size()))));
  const auto said_by = [&](std::size_t rank, std::size_t at) {
    if (at < names[rank].size()) return names[rank][at];
    return ends_at[rank];
  };
  for (std::size_t at = 0;; ++at) {
    for (unsigned rank = 1; rank < world_.ranks(); ++rank) {
      const bool ends = at >= hashes[0].size() || at >= hashes[rank].size();
      if (!ends && hashes[0][at] == hashes[rank][at]) continue;
      if (ends && said_by(0, at) == said_by(rank, at) && at >= hashes[0].size() && at >= hashes[rank].size())
        continue;
      const bool same_words = said_by(0, at) == said_by(rank, at);
      throw failure(errc::differing_submissions, rank,
                    "submission " + std::to_string(before + at + 1) + " is " + said_by(rank, at) +
                        ", and on rank 0 " + said_by(0, at) +
                        (same_words ? " with other accesses, another function or another priority" : "") +
                        "; expected the same on all ranks");
    }
  }
}

}  // namespace jackdaw::cluster::detail
