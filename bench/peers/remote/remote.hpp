// Runtimes in a process of their own: two OpenMP runtimes do not get along in one.
//
// The program <problem>_<runtime> stands beside the bench. It says its version in a line; then it reads lines
// "instance workers" and answers "seconds units", or "! what went wrong".
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench {

/// The path of a program that stands beside this one; nothing where there is none.
[[nodiscard]] std::optional<std::string> program_beside(const std::string& name);

inline constexpr double remote_patience = 600;  ///< seconds; no run of a bench takes a tenth of that

/// Starts <problem>_<runtime>; nothing where there is no such program. Its runs throw std::runtime_error when it has ended,
/// or does not answer for `patience` seconds, after which it is ended: so no bench hangs with a runtime that does.
[[nodiscard]] std::optional<peer> start_remote(const std::string& problem, const std::string& runtime,
                                               double patience = remote_patience);

}  // namespace jackdaw::bench
