#include "src/cluster/record/clocks.hpp"

#include <limits>

namespace jackdaw::cluster::detail {

namespace {

constexpr int rounds = 20;

/// The first message makes a rank wait that has been asleep, so that round is not among the shortest.
clock_offset asked_by_root(const world::state& of, MPI_Comm channel, int rank,
                           const std::function<std::int64_t()>& now) {
  clock_offset best;
  best.error = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < rounds; ++i) {
    std::int64_t there = 0;
    const std::int64_t before = now();
    of.check(MPI_Send(&before, 1, MPI_INT64_T, rank, 0, channel), "MPI_Send");
    of.check(MPI_Recv(&there, 1, MPI_INT64_T, rank, 0, channel, MPI_STATUS_IGNORE), "MPI_Recv");
    const std::int64_t passed = now() - before;
    if ((passed + 1) / 2 >= best.error) continue;
    best = {there, there - (before + passed / 2), (passed + 1) / 2};
  }
  of.check(MPI_Send(&best, sizeof best, MPI_BYTE, rank, 1, channel), "MPI_Send");
  return best;
}

clock_offset answered(const world::state& of, MPI_Comm channel, const std::function<std::int64_t()>& now) {
  for (int i = 0; i < rounds; ++i) {
    std::int64_t of_root = 0;
    MPI_Request asked = MPI_REQUEST_NULL;
    of.check(MPI_Irecv(&of_root, 1, MPI_INT64_T, 0, 0, channel, &asked), "MPI_Irecv");
    if (i == 0) {
      of.wait_for(asked, "MPI_Irecv");  // rank 0 may have many to ask first
    } else {
      of.check(MPI_Wait(&asked, MPI_STATUS_IGNORE), "MPI_Wait");
    }
    const std::int64_t here = now();
    of.check(MPI_Send(&here, 1, MPI_INT64_T, 0, 0, channel), "MPI_Send");
  }
  clock_offset found;
  of.check(MPI_Recv(&found, sizeof found, MPI_BYTE, 0, 1, channel, MPI_STATUS_IGNORE), "MPI_Recv");
  return found;
}

}  // namespace

clock_offset compare_clocks(const world::state& of, MPI_Comm channel,
                            const std::function<std::int64_t()>& now) {
  if (of.rank != 0) return answered(of, channel, now);
  for (unsigned rank = 1; rank < of.ranks; ++rank)
    static_cast<void>(asked_by_root(of, channel, static_cast<int>(rank), now));
  return {now(), 0, 0};
}

}  // namespace jackdaw::cluster::detail
