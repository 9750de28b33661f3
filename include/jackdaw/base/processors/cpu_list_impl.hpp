// The functions of base/processors/cpu_list.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <sched.h>

#include <jackdaw/base/processors/cpu_list.hpp>

namespace jackdaw::base {

JACKDAW_INLINE std::optional<cpu_list> parse_cpu_list(std::string_view text) {
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

JACKDAW_INLINE cpu_list cpu_list_in(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return {};
  return parse_cpu_list(line).value_or(cpu_list{});
}

JACKDAW_INLINE cpu_list affinity_of(pid_t thread) {
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

JACKDAW_INLINE bool allow_calling_thread(const cpu_list& cpus) {
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

JACKDAW_INLINE bool bind_calling_thread(unsigned cpu) noexcept {
  try {
    return allow_calling_thread({cpu});
  } catch (const std::bad_alloc&) { return false; }
}

}  // namespace jackdaw::base
