// Whether a thread sleeps, for tests that let others go on only then.
#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>
#include <unistd.h>

#include <jackdaw/base/threads/thread_state.hpp>

namespace jackdaw::tests {

/// Whether the thread of this process with the number `thread`, as of gettid(), sleeps.
inline bool asleep(pid_t thread) { return base::is_blocked(thread); }

/// Whether all threads of this process sleep but the calling one.
inline bool others_asleep() {
  const pid_t own = gettid();
  for (const auto& each : std::filesystem::directory_iterator("/proc/self/task")) {
    const auto thread = static_cast<pid_t>(std::stol(each.path().filename().string()));
    if (thread != own && !asleep(thread)) return false;
  }
  return true;
}

}  // namespace jackdaw::tests
