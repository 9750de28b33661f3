// Sets of logical processors: as the kernel writes them, and the set that a thread may run on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include <jackdaw/base/compiled.hpp>

namespace jackdaw::base {

/// Numbers of logical processors, ascending, each once.
using cpu_list = std::vector<unsigned>;

/// More logical processors than the kernel can be built for.
inline constexpr unsigned most_cpus = 1U << 20U;

/// Reads the kernel's list format, such as "0-3,8,10-11"; blanks at the end are allowed, and so is no
/// processor at all. Nothing when the text is of another form.
[[nodiscard]] std::optional<cpu_list> parse_cpu_list(std::string_view text);

/// What the first line of a file lists; none where it cannot be read, or is of another form.
[[nodiscard]] cpu_list cpu_list_in(const std::string& file);

/// The affinity mask of a thread, by its kernel number; 0 is the calling thread. Empty when there is no
/// such thread, or when the kernel refuses to say. A system call or a few.
[[nodiscard]] cpu_list affinity_of(pid_t thread = 0);

/// Lets the calling thread run on these processors, one at least. False when the kernel refuses: all are off line or
/// forbidden.
bool allow_calling_thread(const cpu_list& cpus);

/// The same for one processor alone. False, too, where there is no memory.
bool bind_calling_thread(unsigned cpu) noexcept;

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/processors/cpu_list_impl.hpp>
#endif
