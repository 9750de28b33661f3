// Whether a thread sleeps, for tests that let others go on only then.
#pragma once

#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <sys/types.h>

namespace jackdaw::tests {

/// Whether the thread of this process with the number `thread`, as of gettid(), sleeps.
inline bool asleep(pid_t thread) {
  std::ifstream stat("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(stat, line);
  const auto name_end = line.rfind(')');
  REQUIRE(name_end + 2 < line.size());
  return line[name_end + 2] == 'S';
}

}  // namespace jackdaw::tests
