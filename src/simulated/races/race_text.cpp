#include "src/simulated/races/race_text.hpp"

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include <dlfcn.h>

namespace jackdaw::simulated {

namespace {

/// The path without what lies above the project.
std::string in_project(std::string path) {
  for (const std::string_view folder : {"/include/jackdaw/", "/tests/"}) {
    if (const auto at = path.rfind(folder); at != std::string::npos) path.erase(0, at + 1);
  }
  return path;
}

/// The line of the program that addr2line finds for the instruction, where it can.
std::string line_of(const char* program, std::size_t offset) {
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(), "addr2line -i -e '%s' 0x%zx 2>/dev/null", program, offset);
  FILE* const lines = popen(text.data(), "r");  // NOLINT(cert-env33-c): a test that has failed
  if (lines == nullptr) return {};
  std::string found;
  while (std::fgets(text.data(), static_cast<int>(text.size()), lines) != nullptr) {
    const std::string_view line(text.data());
    if (!found.empty() || line.find("/usr/") == 0 || line.starts_with("?"))
      continue;  // inlined: the innermost first
    found = line.substr(0, line.find_first_of(" \n"));
  }
  pclose(lines);
  return in_project(found);
}

/// Of an instruction behind a call: ` at FILE:LINE`, or ` at PROGRAM+OFFSET`.
std::string name_of_place(const void* caller) {
  Dl_info found{};
  if (caller == nullptr || dladdr(caller, &found) == 0) return {};
  const auto offset =
      static_cast<std::size_t>(static_cast<const char*>(caller) - static_cast<const char*>(found.dli_fbase)) -
      1;
  if (const std::string line = line_of(found.dli_fname, offset); !line.empty()) return " at " + line;
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "+0x%zx", offset);
  return " at " + std::string(found.dli_fname) + text.data();
}

}  // namespace

std::string text_of_race(const races::access& now, const races::remembered& before) {
  const auto text = [](const auto& access) {
    return std::string(access.is_write ? "a write " : "a read ") +
           (access.is_atomic ? "by an atomic_ref at " + in_project(static_cast<const char*>(access.place)) +
                                   ':' + std::to_string(access.line)
                             : "of plain data" + name_of_place(access.place));
  };
  return "a race: " + text(before) + ", and " + text(now) + " by another thread";
}

}  // namespace jackdaw::simulated
