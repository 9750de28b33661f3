// MPI as the sources of this folder use it: calls that throw, and what a world holds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <jackdaw/cluster/flow/engine.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster {

namespace detail {
class rank_record;
class mailbox;
struct collective_call;
/// The rank that this process has; 0 before there is a world.
extern unsigned rank_here;
}  // namespace detail

struct world::state {
  MPI_Comm all = MPI_COMM_NULL;
  MPI_Comm leaving = MPI_COMM_NULL;  // for the end of the world, which so never meets another collective call
  unsigned rank = 0;
  unsigned ranks = 1;
  unsigned workers = 1;
  int exceptions = 0;       // that were under way when it was made
  std::uint64_t calls = 0;  // collective ones that this rank has begun on `all`
  /// By ranks: what `calls` is of one that waits at its end; else `never`.
  mutable std::vector<std::uint64_t> left_after;
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  std::vector<std::string> hosts;
  std::unique_ptr<detail::flow_engine> flows;  // when there is one
  detail::rank_record* record = nullptr;       // while there is a recording
  bool survives = false;                       // world_options; what follows is for that
  std::vector<unsigned> members;               // of `all`: their ranks, by their places in it
  std::vector<bool> is_lost;                   // by ranks: known here to have died
  std::shared_ptr<detail::mailbox>
      mail;  // for all pools: after a death no other can be made for the same ranks

  /// Throws unless `result` is MPI_SUCCESS. `what`: the call.
  void check(int result, const char* what) const;

  /// Where a rank waits at its end since long, and has not begun the call that this one is in: says so to it, and does
  /// not return, as it ends the job.
  void look_for_those_that_left() const;
  /// Receives what ranks say that wait at their end.
  void hear_those_that_left() const;

  /// Returns when it is done. Sleeps meanwhile: MPI's own waiting takes a processor from those that work.
  void wait_for(MPI_Request& request, const char* what) const;
  /// The same for a call on `all`; what MPI says of it.
  [[nodiscard]] int wait_for(MPI_Request& request) const;
  /// Where the world survives and a rank of `all` has died: makes what is under way on it fail, here and elsewhere. What
  /// the dead was to pass on may be all that another one waits for.
  void give_up_if_lost() const;

  /// Does something on `all`, which all ranks do: a collective function. `once` returns what MPI says of it. Where ranks
  /// have died and the others survive, it is done again without them, from the beginning.
  void together(const std::function<int()>& once, const char* what);
  /// A collective function that does nothing but compare which one it is (src/cluster/collective_call.hpp).
  void meet(const detail::collective_call& own);
  /// A collective function: the bytes of all ranks that live, on all ranks. `call`: which one it is. `is_refused`: the
  /// bytes say why this rank has none; all ranks throw that.
  [[nodiscard]] std::vector<std::vector<std::byte>> gather(detail::collective_call call,
                                                           const std::vector<std::byte>& own_part,
                                                           bool is_refused = false);
  /// The others without those that have died: a smaller `all`. All of them call it.
  void bury();
};

}  // namespace jackdaw::cluster
