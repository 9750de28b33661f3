// All ranks submit the same to a flow: what they have submitted is compared at each meeting.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/cluster/flow/starpu_engine.hpp"

namespace jackdaw::cluster::detail {

namespace {

std::string text_of(meeting here) {
  switch (here.why) {
    case meeting::batch:
      return "the beginning of a batch";
    case meeting::wait:
      return "a wait";
    case meeting::wait_for_object:
      return "a wait for handle " + std::to_string(here.object);
    case meeting::fetch:
      return "a fetch of handle " + std::to_string(here.object);
    default:
      return "the end of the flow";
  }
}

}  // namespace

void starpu_engine::compare(meeting here) {
  if (world_.ranks() == 1) return;
  struct summary {
    std::uint64_t sum, count, why, object;
    bool operator==(const summary&) const = default;
  };
  const summary own{log_.sum(), log_.count(), here.why, here.object};
  std::vector<summary> all(world_.ranks());
  ++world_.inside().calls;
  MPI_Request request = MPI_REQUEST_NULL;
  world_.inside().check(MPI_Iallgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE,
                                       world_.inside().all, &request),
                        "MPI_Iallgather");
  world_.inside().wait_for(request, "MPI_Iallgather");
  if (std::ranges::adjacent_find(all, std::not_equal_to<>()) != all.end()) refuse(here);
}

// Nothing of what was compared has begun: the flow can be used again.
void starpu_engine::refuse(meeting here) {
  const auto hashes = world_.gather(log_.hashes());
  const auto names = world_.gather(log_.names());
  const auto ends_at = world_.gather(text_of(here));
  const std::uint64_t before = log_.before();
  drop();
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
