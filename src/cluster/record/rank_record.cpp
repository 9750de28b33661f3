#include "src/cluster/record/rank_record.hpp"

#include <stdexcept>

#include <jackdaw/base/clock.hpp>

#include "src/cluster/collective_call.hpp"

namespace jackdaw::cluster::detail {

rank_record::rank_record(world& of) : pool_workers(of.workers() + 1), flow_workers(of.workers()), world_(of) {
  if (of.inside().record != nullptr) throw std::logic_error("jackdaw: there is a cluster::recording already");
  if (of.inside().survives)
    throw failure(errc::unsupported, of.rank(),
                  "a recording in a world that survives; expected one that does not");
  of.inside().meet(
      {.what = collective_call::begin_recording});  // what follows, in MPI, does not compare that
  of.inside().check(MPI_Comm_dup(of.inside().all, &channel_), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(channel_, MPI_ERRORS_RETURN);
  begin();
  of.inside().record = this;
}

rank_record::~rank_record() {
  world_.inside().record = nullptr;
  MPI_Comm_free(&channel_);
}

void rank_record::begin() {
  for (auto& each : pool_workers) each->clear();
  for (auto& each : flow_workers) each->clear();
  letters.clear();
  values_read.clear();
  first_ = compare_clocks(world_.inside(), channel_, &base::nanoseconds_now);
}

aligned_clock rank_record::end() {
  world_.inside().meet({.what = collective_call::take_recording});
  return {first_, compare_clocks(world_.inside(), channel_, &base::nanoseconds_now)};
}

}  // namespace jackdaw::cluster::detail
