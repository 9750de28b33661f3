#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

#include <unistd.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/cluster/world.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "src/cluster/mpi.hpp"
#include "src/cluster/pool/inside_task.hpp"
#include "src/cluster/pool/messages.hpp"
#include "src/cluster/ulfm.hpp"

namespace jackdaw::cluster {

namespace {

std::string host_here() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// MPI counts bytes by int.
int int_of(std::size_t bytes) {
  if (bytes > 0x7fffffffU)
    throw failure(errc::engine, detail::rank_here,
                  std::to_string(bytes) + " bytes in one message; expected less than 2 GiB");
  return static_cast<int>(bytes);
}

}  // namespace

world::world(int& argc, char**& argv, const world_options& options) : state_(std::make_unique<state>()) {
  state& own = *state_;
  if (options.survives && !detail::ulfm::is_built())
    throw failure(
        errc::unsupported, 0,
        "the MPI that jackdaw::cluster was built with has no ULFM; expected such a one, as Open MPI 5, "
        "for a world that survives");
  own.workers = working::staffing(scheduler_options{.workers = options.workers}).workers;
  // Open MPI 5.0.11 waits for ever in MPI_Finalize for a rank that dies while others are there.
  if (options.survives) setenv("OMPI_MCA_async_mpi_finalize", "1", 0);
  int provided = 0;
  own.check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_MULTIPLE)
    throw failure(errc::engine, 0, "this MPI has no threads; expected one with MPI_THREAD_MULTIPLE");
  if (options.survives && !detail::ulfm::is_on()) {
    MPI_Finalize();
    throw failure(
        errc::unsupported, 0,
        "mpirun was started without ULFM; expected `mpirun --with-ft ulfm` for a world that survives");
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  own.check(MPI_Comm_dup(MPI_COMM_WORLD, &own.all), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(own.all, MPI_ERRORS_RETURN);
  int number = 0;
  own.check(MPI_Comm_rank(own.all, &number), "MPI_Comm_rank");
  own.rank = detail::rank_here = static_cast<unsigned>(number);
  own.check(MPI_Comm_size(own.all, &number), "MPI_Comm_size");
  own.ranks = static_cast<unsigned>(number);
  own.exceptions = std::uncaught_exceptions();
  own.members.resize(own.ranks);
  std::iota(own.members.begin(), own.members.end(), 0U);
  own.is_lost.resize(own.ranks);
  if (options.survives) own.mail = std::make_shared<detail::mailbox>(own);
  own.survives = options.survives;
  const std::vector<std::string> names = gather(host_here());
  own.hosts.resize(own.ranks);
  for (std::size_t i = 0; i < names.size(); ++i) own.hosts[own.members[i]] = names[i];
}

// Where the world survives, messages of a pool may still be on their way to ranks that have left it. So all ranks
// receive until all are here. Those that die meanwhile are not waited for.
world::~world() {
  state& own = *state_;
  const bool by_exception = std::uncaught_exceptions() > own.exceptions;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  const auto pause = [&] {
    if (by_exception && std::chrono::steady_clock::now() > patience) {
      std::fprintf(
          stderr,
          "jackdaw: rank %u of %u on %s was left by an exception, and others were not: the job ends\n",
          own.rank, own.ranks, own.hosts[own.rank].c_str());
      std::fflush(stderr);
      MPI_Abort(own.all, 1);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    if (own.survives) own.mail->drain();
  };
  while (own.survives && !own.mail->clean_up()) pause();
  const auto all_leave = [&] {
    MPI_Request each = MPI_REQUEST_NULL;
    int result = MPI_Ibarrier(own.all, &each);
    for (int left = 0; result == MPI_SUCCESS; pause()) {
      result = MPI_Test(&each, &left, MPI_STATUS_IGNORE);
      if (left != 0) break;
      own.give_up_if_lost();
    }
    return result;
  };
  try {
    own.together(all_leave, "MPI_Ibarrier");
  } catch (const failure&) {}  // as well as it goes
  own.flows.reset();
  own.mail.reset();
  MPI_Comm_free(&own.all);
  MPI_Finalize();
}

unsigned world::rank() const noexcept { return state_->rank; }
unsigned world::ranks() const noexcept { return state_->ranks; }
unsigned world::workers() const noexcept { return state_->workers; }
const std::string& world::host(unsigned rank) const { return state_->hosts.at(rank); }

std::vector<unsigned> world::lost() const {
  std::vector<unsigned> found;
  for (unsigned i = 0; i < state_->ranks; ++i)
    if (state_->is_lost[i]) found.push_back(i);
  return found;
}

void world::barrier() {
  detail::refuse_inside_pool_task("barrier()");
  state& own = *state_;
  const auto once = [&] {
    MPI_Request all = MPI_REQUEST_NULL;
    const int result = MPI_Ibarrier(own.all, &all);
    return result == MPI_SUCCESS ? own.wait_for(all) : result;
  };
  own.together(once, "MPI_Ibarrier");
}

void world::broadcast_bytes(std::vector<std::byte>& bytes, unsigned from) {
  detail::refuse_inside_pool_task("broadcast()");
  state& own = *state_;
  const auto send = [&](void* what, int length, MPI_Datatype type, int place) {
    MPI_Request all = MPI_REQUEST_NULL;
    const int result = MPI_Ibcast(what, length, type, place, own.all, &all);
    return result == MPI_SUCCESS ? own.wait_for(all) : result;
  };
  const auto once = [&] {
    const auto source = std::ranges::find(own.members, from);
    if (source == own.members.end())
      throw failure(errc::rank_lost, from, "it has died; expected a rank that lives for a broadcast");
    const int place = static_cast<int>(source - own.members.begin());
    int count = int_of(bytes.size());
    const int result = send(&count, 1, MPI_INT, place);
    if (result != MPI_SUCCESS) return result;
    bytes.resize(static_cast<std::size_t>(count));
    return send(bytes.data(), count, MPI_BYTE, place);
  };
  own.together(once, "MPI_Ibcast");
}

std::vector<std::vector<std::byte>> world::gather_bytes(std::span<const std::byte> bytes) {
  detail::refuse_inside_pool_task("gather()");
  state& own = *state_;
  const int count = int_of(bytes.size());
  std::vector<std::vector<std::byte>> parts;
  const auto once = [&] {
    std::vector<int> counts(own.members.size());
    MPI_Request request = MPI_REQUEST_NULL;
    int result = MPI_Iallgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, own.all, &request);
    if (result == MPI_SUCCESS) result = own.wait_for(request);
    if (result != MPI_SUCCESS) return result;
    std::vector<int> starts;
    std::size_t sum = 0;
    for (const int each : counts) {
      starts.push_back(int_of(sum));
      sum += static_cast<std::size_t>(each);
    }
    static_cast<void>(int_of(sum));
    std::vector<std::byte> all(sum);
    result = MPI_Iallgatherv(bytes.data(), count, MPI_BYTE, all.data(), counts.data(), starts.data(),
                             MPI_BYTE, own.all, &request);
    if (result == MPI_SUCCESS) result = own.wait_for(request);
    parts.clear();
    for (std::size_t i = 0; i < counts.size(); ++i)
      parts.emplace_back(all.begin() + starts[i], all.begin() + starts[i] + counts[i]);
    return result;
  };
  own.together(once, "MPI_Iallgather");
  return parts;
}

}  // namespace jackdaw::cluster
