#include "src/cluster/mpi.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <jackdaw/base/clock.hpp>

namespace jackdaw::cluster {

unsigned detail::rank_here = 0;

void reader::refuse(std::uint64_t wanted) const {
  throw failure(errc::malformed, detail::rank_here,
                std::to_string(wanted) + " bytes or elements are wanted where " +
                    std::to_string(left_.size()) +
                    " bytes are left; expected what the serial form of the same type has written");
}

void world::state::check(int result, const char* what) const {
  if (result == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(result, text.data(), &length);
  throw failure(errc::engine, rank, std::string(what) + ": " + text.data());
}

void world::state::wait_for(MPI_Request& request, const char* what) const {
  constexpr std::int64_t longest = 200'000;  // nanoseconds
  std::int64_t pause = 5'000;
  for (int done = 0;; pause = std::min(2 * pause, longest)) {
    check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), what);
    if (done != 0) return;
    base::sleep_nanoseconds(pause);
  }
}

}  // namespace jackdaw::cluster
