// How long the threads of this process were ready to run and had no processor.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

namespace jackdaw::measure {

/// The second of the three numbers of a schedstat file, in nanoseconds; nothing where there are no such.
[[nodiscard]] inline std::optional<std::uint64_t> run_delay_in(const std::string& line) {
  const std::size_t from = line.find(' ');
  if (from == std::string::npos) return std::nullopt;
  std::uint64_t found = 0;
  const char* const end = line.data() + line.size();
  const auto [at, error] = std::from_chars(line.data() + from + 1, end, found);
  if (error != std::errc{} || at == end || *at != ' ') return std::nullopt;
  return found;
}

/// Of all threads that there are now, since they began, in seconds; nothing where the kernel does not report it
/// (/proc/self/task/*/schedstat). Cost: reading a small file a thread. Throws std::bad_alloc.
[[nodiscard]] inline std::optional<double> run_delay_seconds() {
  std::error_code failed;
  std::optional<double> all;
  for (std::filesystem::directory_iterator each("/proc/self/task", failed), end; !failed && each != end;
       each.increment(failed)) {
    std::ifstream file(each->path() / "schedstat");
    std::string line;
    if (!std::getline(file, line)) continue;  // it has ended
    if (const auto delay = run_delay_in(line)) all = all.value_or(0) + 1e-9 * static_cast<double>(*delay);
  }
  return all;
}

}  // namespace jackdaw::measure
