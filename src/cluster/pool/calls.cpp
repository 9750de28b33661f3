#include "src/cluster/pool/calls.hpp"

#include <cstring>
#include <string>
#include <utility>

#include <jackdaw/cluster/errors.hpp>

#include "src/cluster/collective_call.hpp"
#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster {

namespace detail {

namespace {

/// What a rank does, for a line of text.
std::string text_of(const pool_call& call) {
  const std::string pool = " of pool " + std::to_string(call.pool);
  const std::string has = pool + ", which has " + std::to_string(call.slots) +
                          " reductions and kept values and " + std::to_string(call.bests) + " best values";
  switch (call.what) {
    case pool_call::make:
      return "makes pool " + std::to_string(call.pool);
    case pool_call::run:
      return "calls run()" + has;
    case pool_call::run_on_all:
      return "calls run_on_all()" + has;
    case pool_call::end_of_run:
      return "ends a run" + pool;
    case pool_call::result:
      return "calls result() of reduction or kept value " + std::to_string(call.number + 1) + pool;
    default:
      return "calls result() of best value " + std::to_string(call.number + 1) + pool;
  }
}

pool_call call_in(const std::vector<std::byte>& bytes) noexcept {
  pool_call call;
  std::memcpy(&call, bytes.data(), sizeof call);
  return call;
}

[[noreturn]] void refuse(unsigned first, const pool_call& there, unsigned rank, const pool_call& call) {
  if (call.what == pool_call::make && there.what == pool_call::make && call.types != there.types)
    throw failure(errc::other_program, rank,
                  "its types of tasks are not those of rank 0; expected the same program on all ranks");
  const std::string one = text_of(call);
  const std::string other = text_of(there);
  throw failure(errc::differing_calls, rank,
                "it " + one + " where rank " + std::to_string(first) + " " + other +
                    (one == other ? ", of other types" : "") +
                    "; expected the same calls in the same order on all ranks");
}

}  // namespace

std::vector<std::vector<std::byte>> call_together(world& of, const pool_call& own,
                                                  std::span<const std::byte> content) {
  std::vector<std::byte> sent(sizeof own + content.size());
  std::memcpy(sent.data(), &own, sizeof own);
  if (!content.empty()) std::memcpy(sent.data() + sizeof own, content.data(), content.size());
  auto parts = of.inside().gather({.what = collective_call::pool_call}, sent);
  const std::vector<unsigned>& ranks = of.inside().members;
  const pool_call first = call_in(parts[0]);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const pool_call each = call_in(parts[i]);
    if (each != first) refuse(ranks[0], first, ranks[i], each);
    parts[i].erase(parts[i].begin(), parts[i].begin() + sizeof own);
  }
  return parts;
}

}  // namespace detail

}  // namespace jackdaw::cluster
