#include "src/cluster/collective_call.hpp"

#include <algorithm>
#include <string>

#include <jackdaw/cluster/errors.hpp>

namespace jackdaw::cluster::detail {

namespace {

/// Whether two ranks that call these do the same thing.
bool is_one(const collective_call& a, const collective_call& b) noexcept {
  if (a.what != b.what) return false;
  const bool has_type = a.what == collective_call::broadcast || a.what == collective_call::gather;
  return !has_type || (a.values[0] == b.values[0] && a.values[1] == b.values[1]);
}

std::string text_of(const collective_call& call) {
  switch (call.what) {
    case collective_call::barrier:
      return "calls barrier()";
    case collective_call::broadcast:
      return "calls broadcast() from rank " + std::to_string(call.values[0]);
    case collective_call::gather:
      return "calls gather() or combine()";
    case collective_call::begin_pool:
      return "makes a pool";
    case collective_call::begin_recording:
      return "begins a recording";
    case collective_call::take_recording:
      return "takes its recording";
    case collective_call::pool_call:
      return "calls a function of a pool";
    case collective_call::begin_flow:
      return "makes its first handle or flow";
    default:
      return "is in a flow at " + detail::text_of(meeting{static_cast<meeting::reason>(call.values[0]),
                                                          static_cast<std::uint32_t>(call.values[1])});
  }
}

}  // namespace

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

int calls_of_all::exchange(const collective_call& own) {
  all_.resize(world_.members.size());
  MPI_Request request = MPI_REQUEST_NULL;
  const int result =
      MPI_Iallgather(&own, sizeof own, MPI_BYTE, all_.data(), sizeof own, MPI_BYTE, world_.all, &request);
  return result == MPI_SUCCESS ? world_.wait_for(request) : result;
}

bool calls_of_all::are_one() const noexcept {
  return std::ranges::all_of(all_, [this](const collective_call& each) { return is_one(each, all_[0]); });
}

void calls_of_all::expect_one() const {
  for (std::size_t place = 1; place < all_.size(); ++place) {
    if (is_one(all_[place], all_[0])) continue;
    const std::string one = text_of(all_[place]);
    const std::string other = text_of(all_[0]);
    throw failure(errc::differing_calls, world_.members[place],
                  "it " + one + " where rank " + std::to_string(world_.members[0]) + " " + other +
                      (one == other ? ", of another type" : "") +
                      "; expected the same calls in the same order on all ranks");
  }
}

}  // namespace jackdaw::cluster::detail
