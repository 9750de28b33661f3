#include "bench/support/machine.hpp"

#include <array>
#include <ctime>
#include <fstream>
#include <string>

#include <bench_commit.hpp>
#include <nlohmann/json.hpp>
#include <sys/utsname.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

namespace jackdaw::bench {
namespace {

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string kernel() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

double load() {
  double value = 0;
  std::ifstream("/proc/loadavg") >> value;
  return value;
}

std::string date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

constexpr const char* compiler =
#if defined(__clang__)
    "clang " __clang_version__;
#else
    "g++ " __VERSION__;
#endif

}  // namespace

nlohmann::ordered_json circumstances() {
  const auto quota = base::cpu_budget().quota();
  return {{"date", date()},
          {"commit", JACKDAW_BENCH_COMMIT},
          {"machine",
           {{"cpu", cpu_model()},
            {"cores", base::cpu_budget::affinity()},
            {"quota", quota ? nlohmann::ordered_json(*quota) : nlohmann::ordered_json()},
            {"kernel", kernel()},
            {"load", load()}}},
          {"build", {{"compiler", compiler}, {"flags", JACKDAW_BENCH_FLAGS}}}};
}

}  // namespace jackdaw::bench
