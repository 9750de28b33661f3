// Whether a thread of this process can go on.
#pragma once

#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace jackdaw::base {

/// The kernel number of the calling thread; the kernel is asked for it once. In a child of fork(): what the thread had
/// before.
[[nodiscard]] inline pid_t own_thread_number() noexcept {
  static thread_local constinit pid_t known = 0;
  if (known == 0) [[unlikely]]
    known = gettid();
  return known;
}

/// Whether the thread, by its kernel number, waits for something other than a processor: for a lock, a file, the time.
/// Old when it is returned. False also where that cannot be found out. Source: proc(5), the state in
/// /proc/self/task/TID/stat, behind the name, which may have blanks and parentheses. Cost: some 5 µs.
[[nodiscard]] inline bool is_blocked(pid_t thread) noexcept {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", static_cast<int>(thread));
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[128];  // a name has 15 characters at most
  const ssize_t read = ::read(file, text, sizeof text);
  ::close(file);
  if (read <= 0) return false;
  const std::string_view line(text, static_cast<std::size_t>(read));
  const auto name_end = line.rfind(") ");
  if (name_end == std::string_view::npos || name_end + 2 >= line.size()) return false;
  const char state = line[name_end + 2];
  return state == 'S' || state == 'D';
}

}  // namespace jackdaw::base
