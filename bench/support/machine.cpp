#include "bench/support/machine.hpp"

#include <array>
#include <ctime>
#include <string>

#include <bench_commit.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "apps/support/system/machine_facts.hpp"

namespace jackdaw::bench {
namespace {

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
           {{"cpu", apps::cpu_model()},
            {"cores", base::cpu_budget::affinity()},
            {"quota", quota ? nlohmann::ordered_json(*quota) : nlohmann::ordered_json()},
            {"kernel", apps::kernel_text()},
            {"load", apps::load_average()}}},
          {"build", {{"compiler", compiler}, {"flags", JACKDAW_BENCH_FLAGS}}}};
}

}  // namespace jackdaw::bench
