// Programs that tests start by the shell: the command itself, and others.
#pragma once

#include <array>
#include <cstdio>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>

namespace jackdaw::cli::test {

struct program_outcome {
  int status;
  std::string text;  ///< what it wrote to stdout
};

[[nodiscard]] inline program_outcome shell(const std::string& line) {
  FILE* const pipe = popen(line.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), n);
  const int status = pclose(pipe);
  REQUIRE(WIFEXITED(status));
  return {WEXITSTATUS(status), text};
}

/// `jackdaw arguments` as it is installed.
[[nodiscard]] inline program_outcome call_jackdaw(const std::string& arguments) {
  return shell(JACKDAW_COMMAND " " + arguments);
}

}  // namespace jackdaw::cli::test
