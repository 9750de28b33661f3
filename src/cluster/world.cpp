#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

#include <unistd.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/cluster/world.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "src/cluster/mpi.hpp"

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
  own.workers = working::staffing(scheduler_options{.workers = options.workers}).workers;
  int provided = 0;
  own.check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_MULTIPLE)
    throw failure(errc::engine, 0, "this MPI has no threads; expected one with MPI_THREAD_MULTIPLE");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  own.check(MPI_Comm_dup(MPI_COMM_WORLD, &own.all), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(own.all, MPI_ERRORS_RETURN);
  int number = 0;
  own.check(MPI_Comm_rank(own.all, &number), "MPI_Comm_rank");
  own.rank = detail::rank_here = static_cast<unsigned>(number);
  own.check(MPI_Comm_size(own.all, &number), "MPI_Comm_size");
  own.ranks = static_cast<unsigned>(number);
  own.exceptions = std::uncaught_exceptions();
  own.hosts = gather(host_here());
}

world::~world() {
  state& own = *state_;
  MPI_Request all_leave = MPI_REQUEST_NULL;
  MPI_Ibarrier(own.all, &all_leave);
  const bool by_exception = std::uncaught_exceptions() > own.exceptions;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  for (int left = 0; MPI_Test(&all_leave, &left, MPI_STATUS_IGNORE) == MPI_SUCCESS && left == 0;) {
    if (by_exception && std::chrono::steady_clock::now() > patience) {
      std::fprintf(
          stderr,
          "jackdaw: rank %u of %u on %s was left by an exception, and others were not: the job ends\n",
          own.rank, own.ranks, own.hosts[own.rank].c_str());
      std::fflush(stderr);
      MPI_Abort(own.all, 1);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  own.flows.reset();
  MPI_Comm_free(&own.all);
  MPI_Finalize();
}

unsigned world::rank() const noexcept { return state_->rank; }
unsigned world::ranks() const noexcept { return state_->ranks; }
unsigned world::workers() const noexcept { return state_->workers; }
const std::string& world::host(unsigned rank) const { return state_->hosts.at(rank); }

void world::barrier() {
  MPI_Request all = MPI_REQUEST_NULL;
  state_->check(MPI_Ibarrier(state_->all, &all), "MPI_Ibarrier");
  state_->wait_for(all, "MPI_Ibarrier");
}

void world::broadcast_bytes(std::vector<std::byte>& bytes, unsigned from) {
  int count = int_of(bytes.size());
  const auto send = [&](void* what, int length, MPI_Datatype type) {
    MPI_Request all = MPI_REQUEST_NULL;
    state_->check(MPI_Ibcast(what, length, type, static_cast<int>(from), state_->all, &all), "MPI_Ibcast");
    state_->wait_for(all, "MPI_Ibcast");
  };
  send(&count, 1, MPI_INT);
  bytes.resize(static_cast<std::size_t>(count));
  send(bytes.data(), count, MPI_BYTE);
}

std::vector<std::vector<std::byte>> world::gather_bytes(std::span<const std::byte> bytes) {
  const int count = int_of(bytes.size());
  std::vector<int> counts(ranks());
  MPI_Request request = MPI_REQUEST_NULL;
  state_->check(MPI_Iallgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, state_->all, &request),
                "MPI_Iallgather");
  state_->wait_for(request, "MPI_Iallgather");
  std::vector<int> starts;
  std::size_t sum = 0;
  for (const int each : counts) {
    starts.push_back(int_of(sum));
    sum += static_cast<std::size_t>(each);
  }
  static_cast<void>(int_of(sum));
  std::vector<std::byte> all(sum);
  state_->check(MPI_Iallgatherv(bytes.data(), count, MPI_BYTE, all.data(), counts.data(), starts.data(),
                                MPI_BYTE, state_->all, &request),
                "MPI_Iallgatherv");
  state_->wait_for(request, "MPI_Iallgatherv");
  std::vector<std::vector<std::byte>> parts;
  for (std::size_t i = 0; i < counts.size(); ++i)
    parts.emplace_back(all.begin() + starts[i], all.begin() + starts[i] + counts[i]);
  return parts;
}

}  // namespace jackdaw::cluster
