#include "src/cluster/pool/calls.hpp"

#include <cstring>
#include <string>
#include <utility>

#include <jackdaw/cluster/errors.hpp>

#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster {

namespace detail {

namespace {

/// Sets a flag to false at the end of its life.
class bool_reset {
 public:
  explicit bool_reset(bool& of) noexcept : of_(of) {}
  bool_reset(const bool_reset&) = delete;
  bool_reset& operator=(const bool_reset&) = delete;
  ~bool_reset() { of_ = false; }

 private:
  bool& of_;
};

/// What a rank has sent, whatever it is.
struct all_bytes {
  std::vector<std::byte> bytes;
};

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

}  // namespace detail

template <>
struct serial<detail::all_bytes> {
  static void save(const detail::all_bytes& value, writer& out) {
    out.append(value.bytes.data(), value.bytes.size());
  }
  static detail::all_bytes load(reader& in) {
    detail::all_bytes value{std::vector<std::byte>(in.left())};
    in.take(value.bytes.data(), value.bytes.size());
    return value;
  }
};

namespace detail {

std::vector<std::vector<std::byte>> call_together(world& of, const pool_call& own,
                                                  std::span<const std::byte> content) {
  all_bytes sent;
  sent.bytes.resize(sizeof own + content.size());
  std::memcpy(sent.bytes.data(), &own, sizeof own);
  if (!content.empty()) std::memcpy(sent.bytes.data() + sizeof own, content.data(), content.size());
  std::vector<std::vector<std::byte>> parts;
  of.inside().calls_of_pool = true;
  const bool_reset as_before(of.inside().calls_of_pool);
  const std::vector<all_bytes> all = of.gather(sent);
  const std::vector<unsigned>& ranks = of.inside().members;
  const pool_call first = call_in(all[0].bytes);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const pool_call each = call_in(all[i].bytes);
    if (each != first) refuse(ranks[0], first, ranks[i], each);
    parts.emplace_back(all[i].bytes.begin() + sizeof own, all[i].bytes.end());
  }
  return parts;
}

}  // namespace detail

}  // namespace jackdaw::cluster
