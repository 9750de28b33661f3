// What all ranks of a world call together. Each call begins by saying which one it is: ranks that call different ones
// get an error that names both, instead of waiting for each other for ever.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <jackdaw/cluster/flow/engine.hpp>

#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster::detail {

/// One call, as the ranks tell it to each other first: bytes without gaps.
struct collective_call {
  enum function : std::uint64_t {
    barrier = 1,
    broadcast,
    gather,
    begin_pool,
    pool_call,
    begin_flow,
    meet_in_flow,
    begin_recording,
    take_recording
  };

  function what = barrier;
  /// Of a broadcast: the rank it comes from, the type, the length there. Of a gather: 0, the type, the length. Of a
  /// meeting: which one it is, its object, and what was submitted.
  std::array<std::uint64_t, 4> values{};

  friend bool operator==(const collective_call&, const collective_call&) = default;
};
static_assert(std::has_unique_object_representations_v<collective_call>);

/// What a meeting is, for a line of text.
[[nodiscard]] std::string text_of(meeting here);

/// The calls of all ranks that live, on all ranks.
class calls_of_all {
 public:
  explicit calls_of_all(const world::state& of) : world_(of) {}

  /// What MPI says of it. A part of a collective function (world::state::together).
  [[nodiscard]] int exchange(const collective_call& own);

  /// Whether all ranks do the same, so that they can go on with it.
  [[nodiscard]] bool are_one() const noexcept;
  /// Throws the same failure on all ranks unless that is so.
  void expect_one() const;

  [[nodiscard]] const collective_call& operator[](std::size_t place) const noexcept { return all_[place]; }
  [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

 private:
  const world::state& world_;
  std::vector<collective_call> all_;
};

}  // namespace jackdaw::cluster::detail
