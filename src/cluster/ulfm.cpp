#include "src/cluster/ulfm.hpp"

#include <numeric>

#if defined(JACKDAW_ULFM)
#include <mpi-ext.h>
#endif

namespace jackdaw::cluster::detail {

#if defined(JACKDAW_ULFM)

bool ulfm::is_built() noexcept { return true; }

bool ulfm::is_on() noexcept {
  void* value = nullptr;
  int is_there = 0;
  return MPI_Comm_get_attr(MPI_COMM_WORLD, MPIX_FT, static_cast<void*>(&value), &is_there) == MPI_SUCCESS &&
         is_there != 0 && *static_cast<int*>(value) != 0;
}

bool ulfm::is_loss(int result) noexcept {
  if (result == MPI_SUCCESS) return false;
  int kind = MPI_SUCCESS;
  MPI_Error_class(result, &kind);
  return kind == MPIX_ERR_PROC_FAILED || kind == MPIX_ERR_PROC_FAILED_PENDING || kind == MPIX_ERR_REVOKED;
}

std::vector<unsigned> ulfm::lost(MPI_Comm channel) {
  MPI_Group dead = MPI_GROUP_NULL;
  MPI_Group all = MPI_GROUP_NULL;
  MPIX_Comm_failure_ack(channel);
  MPIX_Comm_failure_get_acked(channel, &dead);
  MPI_Comm_group(channel, &all);
  int count = 0;
  MPI_Group_size(dead, &count);
  std::vector<int> of_dead(static_cast<std::size_t>(count));
  std::vector<int> of_all(of_dead.size());
  std::iota(of_dead.begin(), of_dead.end(), 0);
  if (count != 0) MPI_Group_translate_ranks(dead, count, of_dead.data(), all, of_all.data());
  MPI_Group_free(&dead);
  MPI_Group_free(&all);
  return {of_all.begin(), of_all.end()};
}

bool ulfm::agree(MPI_Comm channel, bool yes) {
  int flag = yes ? 1 : 0;
  MPIX_Comm_agree(channel,
                  &flag);  // the flag is the same on all ranks also where that says that one has died
  return flag != 0;
}

void ulfm::revoke(MPI_Comm channel) { MPIX_Comm_revoke(channel); }

void ulfm::shrink(MPI_Comm& channel) {
  MPI_Comm smaller = MPI_COMM_NULL;
  while (MPIX_Comm_shrink(channel, &smaller) != MPI_SUCCESS) {}
  MPI_Comm_free(&channel);
  channel = smaller;
  MPI_Comm_set_errhandler(channel, MPI_ERRORS_RETURN);
}

#else

bool ulfm::is_built() noexcept { return false; }
bool ulfm::is_on() noexcept { return false; }
bool ulfm::is_loss(int /*result*/) noexcept { return false; }
std::vector<unsigned> ulfm::lost(MPI_Comm /*channel*/) { return {}; }
bool ulfm::agree(MPI_Comm /*channel*/, bool yes) { return yes; }
void ulfm::revoke(MPI_Comm /*channel*/) {}
void ulfm::shrink(MPI_Comm& /*channel*/) {}

#endif

}  // namespace jackdaw::cluster::detail
