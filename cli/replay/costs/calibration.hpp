// What scheduling costs on this machine, for replays: measured in a moment, good for a prediction, not for a paper.
#pragma once

#include <string>

#include <jackdaw/replay/machine.hpp>

namespace jackdaw::cli {

/// Nanoseconds that the recorder takes for an event.
[[nodiscard]] double measured_event();

/// Costs of this pool (a name of the catalogue), with this memory manager or the default one (""). On a single processor what needs two is an estimate. Takes some
/// 10 milliseconds. Throws input_error when there are no threads for it.
[[nodiscard]] replay::costs measured_costs(const std::string& pool, const std::string& memory = "");

}  // namespace jackdaw::cli
