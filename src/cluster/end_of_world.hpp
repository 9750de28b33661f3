// The end of a world: all ranks wait for each other there.
//
// It has a communicator of its own. So a rank at its end is not taken for one that does the same collective call as the
// others. A rank that comes there by an exception ends the job after two seconds, unless all come. One that comes without
// tells the others then how many collective calls it has done. They may compute for long before they come, too. But one
// that waits in a later call waits for ever: it says so, and the rank at its end ends the job by a line.
// Callers: the destructor of the world; ranks that wait in collective calls look (world::state). Ranks of a world that
// survives are found again here without those that have died.
#pragma once

#include <chrono>
#include <exception>
#include <vector>

#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster::detail {

class end_of_world {
 public:
  explicit end_of_world(world::state& of) : own_(of) {}

  /// Returns when all ranks are at their end, or have died.
  void wait();

 private:
  [[nodiscard]] int all_are_here(MPI_Comm channel);
  void pause();
  void tell_others();
  [[noreturn]] void end_job(const char* what);
  void receive_the_rest();

  world::state& own_;
  const bool by_exception_ = std::uncaught_exceptions() > own_.exceptions;
  const std::chrono::steady_clock::time_point patience_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(2);
  bool has_told_ = false;
  std::vector<MPI_Request> told_;
};

}  // namespace jackdaw::cluster::detail
