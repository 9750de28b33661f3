// How much memory a piece of work uses, wherever and whenever it was allocated.
#pragma once

#include <cstdint>
#include <functional>

namespace jackdaw::cli {

/// Bytes of the pages that `work` touches in this process, and of those that it gives back before it ends. 0 where the
/// kernel does not say (Linux: /proc/self/clear_refs, smaps_rollup). What other threads touch meanwhile counts, too.
/// Cost: some microseconds for each megabyte of the process, and each page is a miss of the TLB once.
/// Throws what `work` throws.
[[nodiscard]] std::uint64_t touched_bytes(const std::function<void()>& work);

}  // namespace jackdaw::cli
