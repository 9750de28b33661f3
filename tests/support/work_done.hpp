// What tests have done, counted for `./dev soak`.
#pragma once

#include <cstdint>

namespace jackdaw::tests {

/// Kinds of work that a soak counts.
enum class work_kind : std::uint8_t { interleavings, flow_programs, tasks };

/// Counts work of this process. When the process ends, it appends a line for each kind that it has counted to the file
/// that JACKDAW_WORK_DONE names: `interleavings 1000`. Without that variable nothing is written. By one thread at a time.
void work_done(work_kind kind, std::uint64_t count);

}  // namespace jackdaw::tests
