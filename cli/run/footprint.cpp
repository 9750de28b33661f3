#include "cli/run/footprint.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace jackdaw::cli {

namespace {

/// Source: proc(5). What is written to clear_refs.
constexpr std::string_view forget_touches = "1";
constexpr std::string_view forget_peak = "5";

bool tell_kernel(std::string_view what) {
  std::ofstream file("/proc/self/clear_refs");
  file << what << std::flush;
  return file.good();
}

/// The value in bytes of the line `NAME:  123 kB`; 0: there is none.
std::uint64_t bytes_in(const char* path, std::string_view name) {
  std::ifstream file(path);
  std::string first;
  while (file >> first) {
    std::uint64_t kilobytes = 0;
    if (first == name && file >> kilobytes) return 1024 * kilobytes;
    file.clear();
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

}  // namespace

std::uint64_t touched_bytes(const std::function<void()>& work) {
  const bool is_told = tell_kernel(forget_touches) && tell_kernel(forget_peak);
  work();
  if (!is_told) return 0;
  const std::uint64_t touched = bytes_in("/proc/self/smaps_rollup", "Referenced:");
  if (touched == 0) return 0;
  const std::uint64_t resident = bytes_in("/proc/self/status", "VmRSS:");
  return touched + std::max(bytes_in("/proc/self/status", "VmHWM:"), resident) - resident;
}

}  // namespace jackdaw::cli
