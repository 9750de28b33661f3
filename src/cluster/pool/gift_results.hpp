// What a gift has found, as bytes that belong to it and not to a worker: the reductions of a pool one after another. And
// the values that spread, which travel beside it. For worlds that survive.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/cluster/pool/pool_state.hpp>
#include <jackdaw/cluster/serial/standard.hpp>

namespace jackdaw::cluster::detail {

/// A task that has thrown.
struct task_failure {
  unsigned rank = 0;
  std::string task;
  std::string what;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(rank, task, what);
  }
};

/// What the workers of this rank have found since this was called last. While no task runs here.
[[nodiscard]] inline std::vector<std::byte> take_results(pool_state& state) {
  writer out;
  for (partial_result* const each : state.partial)
    if (each != nullptr) each->take(out);
  return std::move(out.bytes());
}

/// The same, forgotten.
inline void clear_results(pool_state& state) {
  for (partial_result* const each : state.partial)
    if (each != nullptr) each->clear();
}

/// Adds to what is there, which is empty at first.
inline void join_results(const pool_state& state, std::vector<std::byte>& to, std::vector<std::byte>&& more) {
  if (to.empty()) {
    to = std::move(more);
    return;
  }
  reader a(to);
  reader b(more);
  writer out;
  for (const partial_result* const each : state.partial)
    if (each != nullptr) each->join(a, b, out);
  to = std::move(out.bytes());
}

/// The result of a run, for the pool's result().
inline void add_results(pool_state& state, reader& in) {
  for (partial_result* const each : state.partial)
    if (each != nullptr) each->add(in);
}

inline void save_spreading(const pool_state& state, writer& out) {
  for (const spreading_value* const each : state.spreading) each->save(out);
}
/// Takes those that are better.
inline void merge_spreading(const pool_state& state, reader& in) {
  for (spreading_value* const each : state.spreading) static_cast<void>(each->merge(in));
}
/// Takes all.
inline void set_spreading(const pool_state& state, reader& in) {
  for (spreading_value* const each : state.spreading) each->set(in);
}

}  // namespace jackdaw::cluster::detail
