// Cancellation: what asks a construct to stop, and the one that never does.
#pragma once

#include <stop_token>
#include <type_traits>

namespace jackdaw::fork_join {

/// A stop token that never asks to stop, and costs nothing.
struct never_stop {
  [[nodiscard]] static constexpr bool stop_requested() noexcept { return false; }
};

/// Where a construct looks whether it should go on.
template <class S>
concept stop_source = std::is_same_v<S, never_stop> || std::is_same_v<S, std::stop_token>;

}  // namespace jackdaw::fork_join
