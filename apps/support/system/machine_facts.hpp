// What Linux says about the machine: for the heads of measurements.
#pragma once

#include <cstdint>
#include <fstream>
#include <istream>
#include <optional>
#include <sstream>
#include <string>

#include <sys/utsname.h>

namespace jackdaw::apps {

/// The first "model name" in the text of /proc/cpuinfo; "unknown" where there is none, as on AArch64.
[[nodiscard]] inline std::string cpu_model(std::istream&& cpuinfo = std::ifstream("/proc/cpuinfo")) {
  for (std::string line; std::getline(cpuinfo, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

/// "Linux 6.1.0 x86_64".
[[nodiscard]] inline std::string kernel_text() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

/// Threads that ran or waited for a processor, the average of the last minute; 0 where that is not known.
[[nodiscard]] inline double load_average() {
  double value = 0;
  std::ifstream("/proc/loadavg") >> value;
  return value;
}

/// What all processors together did since the machine was started, in ticks of sysconf(_SC_CLK_TCK).
struct processor_ticks {
  std::uint64_t busy = 0;    ///< for any process, this one included, and in the kernel
  std::uint64_t stolen = 0;  ///< what the machine below a virtual one gave to others
};

/// The first line of /proc/stat; nothing where it is none.
[[nodiscard]] inline std::optional<processor_ticks> ticks_so_far(
    std::istream&& stat = std::ifstream("/proc/stat")) {
  std::string line;
  std::string word;
  if (!std::getline(stat, line)) return std::nullopt;
  std::istringstream words(line);
  std::uint64_t user = 0;
  std::uint64_t nice = 0;
  std::uint64_t system = 0;
  std::uint64_t idle = 0;
  std::uint64_t disk_wait = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t soft_interrupts = 0;
  std::uint64_t stolen = 0;
  words >> word >> user >> nice >> system >> idle >> disk_wait >> interrupts >> soft_interrupts >> stolen;
  if (!words || word != "cpu") return std::nullopt;
  return processor_ticks{user + nice + system + interrupts + soft_interrupts, stolen};
}

}  // namespace jackdaw::apps
