#include "cli/reproduce/circumstances.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <ostream>

#include <command_commit.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>

#include "apps/support/text/quoted.hpp"

namespace jackdaw::cli {

namespace {

std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts)};
}

apps::json number_or_null(const std::optional<double>& value) {
  return value ? apps::json(*value) : apps::json();
}

}  // namespace

circumstances_watch::circumstances_watch()
    : begin_{.cpu = apps::cpu_model(),
             .processors = base::cpu_budget::affinity(),
             .quota = base::cpu_budget().quota(),
             .kernel = apps::kernel_text(),
             .commit = JACKDAW_COMMAND_COMMIT,
             .date = date_text(),
             .load_before = apps::load_average()},
      ticks_(apps::ticks_so_far()),
      own_nanoseconds_(base::process_cpu_nanoseconds()) {}

circumstances circumstances_watch::now() const {
  circumstances all = begin_;
  all.load_after = apps::load_average();
  const double seconds = watch_.seconds();
  const auto ticks = apps::ticks_so_far();
  if (!ticks_ || !ticks || seconds < least_seconds) return all;
  const auto per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  const auto processors = [&](std::uint64_t from, std::uint64_t to) {
    return (static_cast<double>(to) - static_cast<double>(from)) / per_second / seconds;
  };
  const double own = 1e-9 * static_cast<double>(base::process_cpu_nanoseconds() - own_nanoseconds_) / seconds;
  all.others = std::max(0.0, processors(ticks_->busy, ticks->busy) - own);
  all.stolen = std::max(0.0, processors(ticks_->stolen, ticks->stolen));
  return all;
}

std::string load_text(const circumstances& of) {
  return fmt::format("load: {:.2f} before, {:.2f} after, own threads included; ", of.load_before,
                     of.load_after) +
         (of.others && of.stolen
              ? fmt::format("others used {:.2f} processors meanwhile, {:.2f} were stolen from this machine",
                            *of.others, *of.stolen)
              : "too short to tell what others used meanwhile");
}

void print(std::ostream& out, const circumstances& of) {
  out << "machine: " << apps::quoted(of.cpu, 200) << ", " << of.processors
      << (of.processors == 1 ? " processor" : " processors");
  if (of.quota) out << fmt::format(", {:.2f} by quota", *of.quota);
  out << ", " << of.kernel << "; commit " << of.commit << "; " << of.date << '\n';
  out << load_text(of) << '\n';
}

apps::json to_json(const circumstances& of) {
  return {{"machine",
           {{"cpu", of.cpu},
            {"processors", of.processors},
            {"quota", number_or_null(of.quota)},
            {"kernel", of.kernel}}},
          {"commit", of.commit},
          {"date", of.date},
          {"load",
           {{"before", of.load_before},
            {"after", of.load_after},
            {"others", number_or_null(of.others)},
            {"stolen", number_or_null(of.stolen)}}}};
}

}  // namespace jackdaw::cli
