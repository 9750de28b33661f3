#include "src/cluster/mpi.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <jackdaw/base/clock.hpp>

#include "src/cluster/inside_task.hpp"
#include "src/cluster/ulfm.hpp"

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

void world::state::wait_for(MPI_Request& request, const char* what) const { check(wait_for(request), what); }

int world::state::wait_for(MPI_Request& request) const {
  constexpr std::int64_t longest = 200'000;  // nanoseconds
  std::int64_t pause = 5'000;
  for (int done = 0;; pause = std::min(2 * pause, longest)) {
    const int result = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (result != MPI_SUCCESS || done != 0) return result;
    if (pause == longest) {
      give_up_if_lost();
      look_for_those_that_left();
    }
    base::sleep_nanoseconds(pause);
  }
}

void world::state::give_up_if_lost() const {
  if (survives && !detail::ulfm::lost(all).empty()) detail::ulfm::revoke(all);
}

// A rank may have done its part when another one finds that a third has died. So they agree after each call.
void world::state::together(const std::function<int()>& once, const char* what) {
  detail::refuse_inside_task("call a collective function of the world");
  ++calls;
  for (;;) {
    const int result = once();
    if (!survives) return check(result, what);
    const bool is_loss = detail::ulfm::is_loss(result);
    if (is_loss) {
      detail::ulfm::revoke(all);
    } else {
      check(result, what);
    }
    if (detail::ulfm::agree(all, !is_loss)) return;
    bury();
  }
}

void world::state::bury() {
  MPI_Group before = MPI_GROUP_NULL;
  MPI_Group after = MPI_GROUP_NULL;
  MPI_Comm_group(all, &before);
  detail::ulfm::shrink(all);
  MPI_Comm_group(all, &after);
  const std::vector<unsigned> old = std::move(members);
  members.clear();
  int left = 0;
  check(MPI_Comm_size(all, &left), "MPI_Comm_size");
  for (int place = 0; place < left; ++place) {
    int old_place = 0;
    MPI_Group_translate_ranks(after, 1, &place, before, &old_place);
    members.push_back(old[static_cast<std::size_t>(old_place)]);
  }
  // Nothing is taken back: a rank of the new one may be known as dead by the pools' messages, which say so once only.
  for (const unsigned each : old)
    if (std::ranges::find(members, each) == members.end()) is_lost[each] = true;
  MPI_Group_free(&before);
  MPI_Group_free(&after);
}

}  // namespace jackdaw::cluster
