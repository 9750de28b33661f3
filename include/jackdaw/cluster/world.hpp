// The ranks of a job: processes that run the same program, on one machine or on many.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include <jackdaw/cluster/errors.hpp>
#include <jackdaw/cluster/serial/standard.hpp>

namespace jackdaw::cluster {

class flow;
template <has_serial T>
class handle;

/// Options of a world.
struct world_options {
  unsigned workers = 0;   ///< workers of each rank; 0: JACKDAW_WORKERS, else the CPU budget of the process
  bool survives = false;  ///< where ranks other than 0 die, the others go on; the same on all ranks
};

/// The ranks of this job, as this one sees them. MPI begins with it and ends with it: there is one in a program, on the
/// stack of main().
///     int main(int argc, char** argv) {
///       jackdaw::cluster::world all(argc, argv);
///       const double sum = all.combine(part(all.rank(), all.ranks()));
///       if (all.rank() == 0) std::printf("%g", sum);
///     }
///
/// Started by `mpirun -n 4 program`; alone it is a world of one rank. barrier(), broadcast(), gather() and combine()
/// are collective: all ranks call them in the same order. Cost: that of MPI. Threads: the one that made it. Errors:
/// cluster::failure with errc::engine where MPI fails, and with errc::malformed on all ranks where a value cannot be
/// written. Where one rank leaves by an exception and others do not follow
/// within two seconds, it ends the job with one line.
///
/// A rank that dies ends the job. With `.survives = true` it does not: pools do the work of the dead again, and the
/// collective functions leave the dead out. That takes an MPI with ULFM, such as Open MPI 5, and `mpirun --with-ft
/// ulfm`; else the constructor throws failure with errc::unsupported. Rank 0 must live. Such a world has no flows and
/// no recordings.
class world {
 public:
  template <class T>
  using handle = cluster::handle<T>;  ///< for programs that take a world or a one_machine
  using flow = cluster::flow;         ///< likewise

  /// Starts MPI. `argc` and `argv` are main()'s.
  world(int& argc, char**& argv, const world_options& options = {});
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// Which one this is, from 0 on.
  [[nodiscard]] unsigned rank() const noexcept;
  /// How many there are.
  [[nodiscard]] unsigned ranks() const noexcept;
  /// How many workers each flow and each pool has on this rank.
  [[nodiscard]] unsigned workers() const noexcept;
  /// The ranks that are known here to have died, in their order. Empty without world_options::survives.
  [[nodiscard]] std::vector<unsigned> lost() const;
  /// The host name of a rank.
  [[nodiscard]] const std::string& host(unsigned rank) const;

  /// Returns when all ranks have called it.
  void barrier();

  /// The value of rank `from`, on all ranks. Throws failure with errc::rank_lost where that has died.
  template <has_serial T>
  [[nodiscard]] T broadcast(const T& value, unsigned from = 0) {
    return broadcast_from(std::addressof(value), from);
  }
  /// The same where the other ranks have no value: null there.
  template <has_serial T>
  [[nodiscard]] T broadcast_from(const T* value, unsigned from) {
    outgoing out;
    if (rank() == from) out = written(*value);
    broadcast_bytes(out, from, typeid(T).hash_code());
    reader in(out.bytes);
    return in.get<T>();
  }

  /// The values of all ranks in their order, on all ranks; those of the dead are left out.
  template <has_serial T>
  [[nodiscard]] std::vector<T> gather(const T& value) {
    std::vector<T> all;
    for (const std::vector<std::byte>& each : gather_bytes(written(value), typeid(T).hash_code())) {
      reader in(each);
      all.push_back(in.get<T>());
    }
    return all;
  }

  /// The values of all ranks, put together in the order of ranks: the same bits on all ranks.
  template <has_serial T, class Operation = std::plus<>>
  [[nodiscard]] T combine(const T& value, Operation operation = {}) {
    std::vector<T> all = gather(value);
    T sum = std::move(all.front());
    for (std::size_t i = 1; i < all.size(); ++i) sum = operation(std::move(sum), std::move(all[i]));
    return sum;
  }

  struct state;  ///< of the implementation; not for users
  /// Of the implementation. Not for users.
  [[nodiscard]] state& inside() noexcept { return *state_; }

 private:
  /// A value for other ranks; or why it cannot be written, which they are told: they wait for it already.
  struct outgoing {
    std::vector<std::byte> bytes;
    bool is_refused = false;
  };
  template <has_serial T>
  [[nodiscard]] static outgoing written(const T& value) {
    try {
      writer out;
      out.put(value);
      return {std::move(out.bytes())};
    } catch (...) { return refused(std::current_exception()); }
  }
  [[nodiscard]] static outgoing refused(const std::exception_ptr& thrown);
  /// `type`: another number for another type of values, the same on all ranks.
  void broadcast_bytes(outgoing& value, unsigned from, std::size_t type);
  [[nodiscard]] std::vector<std::vector<std::byte>> gather_bytes(const outgoing& value, std::size_t type);

  std::unique_ptr<state> state_;
};

}  // namespace jackdaw::cluster
