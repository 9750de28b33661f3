// How many tasks of a flow may be there at once, in applications that submit all of them from outside.
#pragma once

#include <cstdint>

namespace jackdaw::apps {

/// So many that no thread waits for the next one; beyond, a thread that submits executes some, so memory is
/// bounded.
inline constexpr std::uint64_t most_tasks = 20'000;

}  // namespace jackdaw::apps
