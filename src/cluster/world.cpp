#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include <jackdaw/cluster/world.hpp>
#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "src/cluster/collective_call.hpp"
#include "src/cluster/end_of_world.hpp"
#include "src/cluster/inside_task.hpp"
#include "src/cluster/mpi.hpp"
#include "src/cluster/pool/messages.hpp"
#include "src/cluster/ulfm.hpp"

namespace jackdaw::cluster {

namespace {

bool has_made_a_world = false;

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

/// As it travels: below zero where the bytes say why there is no value.
int signed_length(const std::vector<std::byte>& bytes, bool is_refused) {
  const int length = int_of(bytes.size());
  return is_refused ? -1 - length : length;
}
std::size_t length_of(int travelled) {
  return static_cast<std::size_t>(travelled < 0 ? -1 - travelled : travelled);
}
std::uint64_t word_of(int length) { return static_cast<std::uint32_t>(length); }
int length_in(std::uint64_t word) { return static_cast<int>(static_cast<std::uint32_t>(word)); }

[[noreturn]] void throw_refused(unsigned rank, const std::vector<std::byte>& why) {
  throw failure(
      errc::malformed, rank,
      "its value cannot be written: " + std::string(reinterpret_cast<const char*>(why.data()), why.size()));
}

/// MPI begins once in a process, and cannot begin again.
void expect_no_mpi() {
  int was_begun = 0;
  MPI_Initialized(&was_begun);
  if (was_begun == 0) return;
  int has_ended = 0;
  MPI_Finalized(&has_ended);
  const char* const found = has_made_a_world ? has_ended != 0 ? "there was a world before in this program"
                                                              : "there is a world in this program"
                            : has_ended != 0 ? "MPI_Finalize was called before the world"
                                             : "MPI_Init was called before the world";
  int rank = 0;
  if (has_ended == 0) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  throw failure(errc::unsupported, static_cast<unsigned>(rank),
                std::string(found) + "; expected one world in a program, which begins and ends MPI itself");
}

/// Nothing of the world can end then, nor its flows.
[[noreturn]] void refuse_finalize(unsigned rank) {
  std::fprintf(
      stderr,
      "jackdaw: rank %u: MPI_Finalize was called inside a world; expected that the world ends MPI itself\n",
      rank);
  std::fflush(nullptr);
  std::_Exit(1);
}

}  // namespace

world::world(int& argc, char**& argv, const world_options& options) : state_(std::make_unique<state>()) {
  state& own = *state_;
  expect_no_mpi();
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
  has_made_a_world = true;
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
  own.check(MPI_Comm_dup(own.all, &own.leaving), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(own.leaving, MPI_ERRORS_RETURN);
  own.left_after.assign(own.ranks, state::never);
  own.members.resize(own.ranks);
  std::iota(own.members.begin(), own.members.end(), 0U);
  own.is_lost.resize(own.ranks);
  if (options.survives) own.mail = std::make_shared<detail::mailbox>(own);
  own.survives = options.survives;
  const std::vector<std::string> names = gather(host_here());
  own.hosts.resize(own.ranks);
  for (std::size_t i = 0; i < names.size(); ++i) own.hosts[own.members[i]] = names[i];
}

world::~world() {
  state& own = *state_;
  int has_ended = 0;
  MPI_Finalized(&has_ended);
  if (has_ended != 0) refuse_finalize(own.rank);
  try {
    detail::end_of_world(own).wait();
  } catch (const failure&) {}  // as well as it goes
  own.flows.reset();
  own.mail.reset();
  MPI_Comm_free(&own.leaving);
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
  state_->meet({.what = detail::collective_call::barrier});
}

// What each has said comes when all have called it.
void world::state::meet(const detail::collective_call& own) {
  detail::calls_of_all said(*this);
  together([&] { return said.exchange(own); }, "MPI_Iallgather");
  said.expect_one();
}

world::outgoing world::refused(const std::exception_ptr& thrown) {
  const std::string text = flow_failure{{}, thrown}.what();
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {{begin, begin + text.size()}, true};
}

void world::broadcast_bytes(outgoing& value, unsigned from, std::size_t type) {
  detail::refuse_inside_pool_task("broadcast()");
  state& own = *state_;
  if (from >= own.ranks)
    throw std::invalid_argument("a broadcast is to come from rank " + std::to_string(from) +
                                "; expected 0 to " + std::to_string(own.ranks - 1));
  const auto send = [&](void* what, int bytes, int place) {
    MPI_Request all = MPI_REQUEST_NULL;
    const int result = MPI_Ibcast(what, bytes, MPI_BYTE, place, own.all, &all);
    return result == MPI_SUCCESS ? own.wait_for(all) : result;
  };
  const int length = own.rank == from ? signed_length(value.bytes, value.is_refused) : 0;
  detail::calls_of_all said(own);
  const auto once = [&] {
    const auto source = std::ranges::find(own.members, from);
    if (source == own.members.end())
      throw failure(errc::rank_lost, from, "it has died; expected a rank that lives for a broadcast");
    const auto place = static_cast<std::size_t>(source - own.members.begin());
    const int result = said.exchange({detail::collective_call::broadcast, {from, type, word_of(length)}});
    if (result != MPI_SUCCESS || !said.are_one()) return result;
    const int count = length_in(said[place].values[2]);
    value.is_refused = count < 0;
    value.bytes.resize(length_of(count));
    return send(value.bytes.data(), static_cast<int>(value.bytes.size()), static_cast<int>(place));
  };
  own.together(once, "MPI_Ibcast");
  said.expect_one();
  if (value.is_refused) throw_refused(from, value.bytes);
}

std::vector<std::vector<std::byte>> world::gather_bytes(const outgoing& value, std::size_t type) {
  detail::refuse_inside_pool_task("gather()");
  return state_->gather({detail::collective_call::gather, {0, type}}, value.bytes, value.is_refused);
}

std::vector<std::vector<std::byte>> world::state::gather(detail::collective_call call,
                                                         const std::vector<std::byte>& own_part,
                                                         bool is_refused) {
  call.values[2] = word_of(signed_length(own_part, is_refused));
  detail::calls_of_all said(*this);
  std::vector<bool> are_refused;
  std::vector<std::vector<std::byte>> parts;
  const auto once = [&] {
    int result = said.exchange(call);
    if (result != MPI_SUCCESS || !said.are_one()) return result;
    std::vector<int> counts;
    are_refused.clear();
    for (std::size_t place = 0; place < said.size(); ++place) {
      const int length = length_in(said[place].values[2]);
      are_refused.push_back(length < 0);
      counts.push_back(static_cast<int>(length_of(length)));
    }
    std::vector<int> starts;
    std::size_t sum = 0;
    for (const int each : counts) {
      starts.push_back(int_of(sum));
      sum += static_cast<std::size_t>(each);
    }
    static_cast<void>(int_of(sum));
    std::vector<std::byte> received(sum);
    MPI_Request request = MPI_REQUEST_NULL;
    result = MPI_Iallgatherv(own_part.data(), static_cast<int>(own_part.size()), MPI_BYTE, received.data(),
                             counts.data(), starts.data(), MPI_BYTE, all, &request);
    if (result == MPI_SUCCESS) result = wait_for(request);
    parts.clear();
    for (std::size_t i = 0; i < counts.size(); ++i)
      parts.emplace_back(received.begin() + starts[i], received.begin() + starts[i] + counts[i]);
    return result;
  };
  together(once, "MPI_Iallgather");
  said.expect_one();
  if (const auto first = std::ranges::find(are_refused, true); first != are_refused.end()) {
    const auto place = static_cast<std::size_t>(first - are_refused.begin());
    throw_refused(members[place], parts[place]);
  }
  return parts;
}

}  // namespace jackdaw::cluster
