#include "src/cluster/end_of_world.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <utility>

#include <jackdaw/base/clock.hpp>

#include "src/cluster/pool/messages.hpp"

namespace jackdaw::cluster {

namespace detail {

namespace {

/// What ranks say to each other on world::state::leaving.
enum leaving_tag : int { at_its_end = 1, waited_for = 2 };

}  // namespace

void end_of_world::wait() {
  // Messages of a pool may still be on their way to ranks that have left it. So all receive until all are here.
  while (own_.survives && !own_.mail->clean_up()) pause();
  if (own_.survives) {  // those that have died are found again, on this communicator
    std::swap(own_.all, own_.leaving);
    own_.members.resize(own_.ranks);
    std::iota(own_.members.begin(), own_.members.end(), 0U);
    own_.together([this] { return all_are_here(own_.all); }, "MPI_Ibarrier");
    return;
  }
  own_.check(all_are_here(own_.leaving), "MPI_Ibarrier");
  receive_the_rest();
}

int end_of_world::all_are_here(MPI_Comm channel) {
  MPI_Request each = MPI_REQUEST_NULL;
  int result = MPI_Ibarrier(channel, &each);
  for (int here = 0; result == MPI_SUCCESS; pause()) {
    result = MPI_Test(&each, &here, MPI_STATUS_IGNORE);
    if (here != 0) break;
    own_.give_up_if_lost();
  }
  return result;
}

void end_of_world::pause() {
  if (std::chrono::steady_clock::now() > patience_) {
    if (by_exception_)
      end_job("was left by an exception, and others were not");
    else if (!own_.survives)
      tell_others();
  }
  std::this_thread::sleep_for(std::chrono::microseconds(200));
  if (own_.survives) own_.mail->drain();
}

// They may compute for long before they come here. Or they wait in a call that this rank will never do.
void end_of_world::tell_others() {
  if (!std::exchange(has_told_, true)) {
    for (unsigned i = 0; i < own_.ranks; ++i)
      if (i != own_.rank)
        MPI_Isend(&own_.calls, sizeof own_.calls, MPI_BYTE, static_cast<int>(i), at_its_end, own_.leaving,
                  &told_.emplace_back());
  }
  own_.hear_those_that_left();
  int is_there = 0;
  MPI_Status from{};
  MPI_Iprobe(MPI_ANY_SOURCE, waited_for, own_.leaving, &is_there, &from);
  if (is_there == 0) return;
  const std::string what = "is at the end of its world, and rank " + std::to_string(from.MPI_SOURCE) +
                           " waits for it in a collective call; expected the same calls on all ranks";
  end_job(what.c_str());
}

void end_of_world::end_job(const char* what) {
  std::fprintf(stderr, "jackdaw: rank %u of %u on %s %s: the job ends\n", own_.rank, own_.ranks,
               own_.hosts[own_.rank].c_str(), what);
  std::fflush(stderr);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // until mpirun has passed the line on
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

// Some may have said that they are here, and nobody has received it: MPI must not end before.
void end_of_world::receive_the_rest() {
  const char has_told = has_told_ ? 1 : 0;
  std::vector<char> all(own_.ranks);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(&has_told, 1, MPI_CHAR, all.data(), 1, MPI_CHAR, own_.leaving, &request);
  for (int done = 0; done == 0;) {  // without a look at those that left: all have
    own_.check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Iallgather");
    if (done == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  for (unsigned i = 0; i < own_.ranks; ++i) {
    if (i == own_.rank || all[i] == 0 || own_.left_after[i] != world::state::never) continue;
    std::uint64_t count = 0;
    MPI_Recv(&count, sizeof count, MPI_BYTE, static_cast<int>(i), at_its_end, own_.leaving,
             MPI_STATUS_IGNORE);
  }
  MPI_Waitall(static_cast<int>(told_.size()), told_.data(), MPI_STATUSES_IGNORE);
}

}  // namespace detail

void world::state::hear_those_that_left() const {
  for (int is_there = 1; is_there != 0;) {
    MPI_Status from{};
    if (MPI_Iprobe(MPI_ANY_SOURCE, detail::at_its_end, leaving, &is_there, &from) != MPI_SUCCESS) return;
    if (is_there == 0) return;
    std::uint64_t count = 0;
    MPI_Recv(&count, sizeof count, MPI_BYTE, from.MPI_SOURCE, detail::at_its_end, leaving, MPI_STATUS_IGNORE);
    left_after[static_cast<std::size_t>(from.MPI_SOURCE)] = count;
  }
}

// All ranks do the same calls. So one that is at its end after fewer of them will never do this one.
void world::state::look_for_those_that_left() const {
  if (survives || leaving == MPI_COMM_NULL) return;
  hear_those_that_left();
  const auto gone = std::ranges::find_if(left_after, [this](std::uint64_t count) { return count < calls; });
  if (gone == left_after.end()) return;
  MPI_Send(nullptr, 0, MPI_BYTE, static_cast<int>(gone - left_after.begin()), detail::waited_for, leaving);
  for (;;) base::sleep_nanoseconds(1'000'000'000);
}

}  // namespace jackdaw::cluster
