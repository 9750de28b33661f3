// How replays schedule for the pool of a name: of the catalogue, with values, or of a user's own.
#pragma once

#include <optional>
#include <string>

#include <jackdaw/replay/policy.hpp>

namespace jackdaw::cli {

/// The policy of a pool with the values after its name. Locks and idle policies are in the costs that are measured. For
/// a pool of a user's own it is that of the catalogue's pool that its description names. Throws input_error where
/// there is none.
[[nodiscard]] replay::policy replayed_policy(const std::string& pool);

/// The same; nothing where there is none.
[[nodiscard]] std::optional<replay::policy> replayed_policy_if_any(const std::string& pool);

}  // namespace jackdaw::cli
