// The functions of base/threads/thread_state.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/threads/thread_state.hpp>

namespace jackdaw::base {

JACKDAW_INLINE bool is_blocked(pid_t thread) noexcept {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
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
