// Sets of logical processors: as the kernel writes them, and the set that a thread may run on.
#pragma once

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include <sched.h>
#include <sys/types.h>

namespace jackdaw::base {

/// Numbers of logical processors, ascending, each once.
using cpu_list = std::vector<unsigned>;

/// More logical processors than the kernel can be built for.
inline constexpr unsigned most_cpus = 1U << 20U;

/// Reads the kernel's list format, such as "0-3,8,10-11"; blanks at the end are allowed, and so is no
/// processor at all. Nothing when the text is of another form.
[[nodiscard]] inline std::optional<cpu_list> parse_cpu_list(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  cpu_list cpus;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  const auto number = [&](unsigned& value) {
    const auto read = std::from_chars(at, end, value);
    at = read.ptr;
    return read.ec == std::errc{} && value < most_cpus;
  };
  while (at != end) {
    unsigned first = 0;
    if (!number(first)) return std::nullopt;
    unsigned last = first;
    if (at != end && *at == '-') {
      ++at;
      if (!number(last) || last < first) return std::nullopt;
    }
    for (unsigned cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    if (at == end) break;
    if (*at != ',') return std::nullopt;
    ++at;
    if (at == end) return std::nullopt;
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return cpus;
}

/// The affinity mask of a thread, by its kernel number; 0 is the calling thread. Empty when there is no
/// such thread, or when the kernel refuses to say. A system call or a few.
[[nodiscard]] inline cpu_list affinity_of(pid_t thread = 0) {
  for (unsigned room = 1024; room <= most_cpus; room *= 2) {  // the mask of a large machine is long
    std::vector<cpu_set_t> mask(CPU_ALLOC_SIZE(room) / sizeof(cpu_set_t) + 1);
    const std::size_t bytes = CPU_ALLOC_SIZE(room);
    cpu_list cpus;
    const bool known = sched_getaffinity(thread, bytes, mask.data()) == 0;
    const bool is_too_short = !known && errno == EINVAL;
    for (unsigned cpu = 0; known && cpu < room; ++cpu) {
      if (CPU_ISSET_S(cpu, bytes, mask.data())) cpus.push_back(cpu);
    }
    if (!is_too_short) return cpus;
  }
  return {};
}

/// Lets the calling thread run on these processors, one at least. False when the kernel refuses: all are off line or
/// forbidden.
inline bool allow_calling_thread(const cpu_list& cpus) {
  const unsigned room = cpus.empty() ? 1 : cpus.back() + 1;
  cpu_set_t* const mask = CPU_ALLOC(room);
  if (mask == nullptr) return false;
  const std::size_t bytes = CPU_ALLOC_SIZE(room);
  CPU_ZERO_S(bytes, mask);
  for (const unsigned cpu : cpus) CPU_SET_S(cpu, bytes, mask);
  const bool allowed = sched_setaffinity(0, bytes, mask) == 0;
  CPU_FREE(mask);
  return allowed;
}

/// The same for one processor alone. False, too, where there is no memory.
inline bool bind_calling_thread(unsigned cpu) noexcept {
  try {
    return allow_calling_thread({cpu});
  } catch (const std::bad_alloc&) { return false; }
}

}  // namespace jackdaw::base
