// What processors cost each other by memory: with data of their own, and with parts of the same data.
#pragma once

#include <cstdint>

#include <jackdaw/trace/read/run_file.hpp>

namespace jackdaw::cli {

/// One processor makes passes over so many bytes, and others do the same meanwhile, each over as many of its own, or over
/// its part of so many. A crowd of copies (cli/run/surroundings/crowd.hpp) has data of its own; workers share theirs, and
/// where once the data fit into a cache and several times they do not, that is the difference. Of more than 256 MiB: as
/// of these.
/// Where it is not known how many (0), there is no crowd, or not so much memory, both are 1.
/// Cost: half a second, 5 seconds for 256 MiB; as much memory for each processor, 16 at most. As with a crowd, not while this
/// process has threads that are needed.
[[nodiscard]] trace::memory_use measure_memory_sharing(std::uint64_t bytes);

}  // namespace jackdaw::cli
