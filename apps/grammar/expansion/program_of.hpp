// A grammar as a program for replays: without running it.
#pragma once

#include <cstdint>

#include <jackdaw/replay/program.hpp>

#include "apps/grammar/expansion/expand.hpp"

namespace jackdaw::apps::grammar {

/// Steps that a program may have: they take 24 bytes each.
inline constexpr std::uint64_t most_program_steps = 50'000'000;

/// The tasks of a run in one phase. As in a run on a pool, the rest of a production after a join is a task of its own.
/// `unit`: nanoseconds. Throws input_error for more than `most` tasks, as expand_all(), and for more steps than
/// most_program_steps.
/// Cost: memory, some words a task.
[[nodiscard]] replay::program program_of(const expander& by, std::uint64_t seed, std::uint64_t most,
                                         double unit);

}  // namespace jackdaw::apps::grammar
