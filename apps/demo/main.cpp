// demo PICTURE: the light in a furnished room, computed serially and on all processors, and a picture of it.
//
// The same as `jackdaw run radiosity --scene largeroom --serial --repeat 3 --picture PICTURE`, with the default pool alone:
// the command compiles all of them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <unistd.h>

#include <jackdaw/memory/papers/korch_rauber_managers.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

#include "apps/radiosity/radiosity.hpp"

using namespace jackdaw;

namespace {

constexpr unsigned runs = 3;

any_scheduler default_parts() {
  const any_scheduler::maker make = [](const working::staffing& staff, any_memory (*memory)(unsigned),
                                       any_idle::maker idle) -> std::unique_ptr<working::any_engine> {
    return std::make_unique<working::engine_of<pool::split_pool>>(staff, memory, idle);
  };
  return {{}, make, &any_memory::make<memory::cgbkof>, &any_idle::make<working::spin_yield_park>};
}

double median(std::vector<double> of) {
  std::nth_element(of.begin(), of.begin() + runs / 2, of.end());
  return of[runs / 2];
}

/// A name, and what it comes to, in lines of 100 characters.
void line(const char* name, std::string text) {
  constexpr std::size_t width = 83;
  while (text.size() > width) {
    const std::size_t end = std::min(text.rfind(' ', width), text.size());
    std::printf("%-16s %s\n", name, text.substr(0, end).c_str());
    text.erase(0, std::min(end + 1, text.size()));
    name = "";
  }
  std::printf("%-16s %s\n", name, text.c_str());
  std::fflush(stdout);
}

/// To a terminal only; the next one, or nothing, in its place.
void doing(const char* what, unsigned run) {
  if (isatty(STDERR_FILENO) == 0) return;
  std::fputs("\r\033[K", stderr);
  if (what != nullptr) std::fprintf(stderr, "%s, %u of %u", what, run + 1, runs);
}

std::string seconds_text(const std::vector<double>& of) {
  char text[96];
  const auto [least, most] = std::minmax_element(of.begin(), of.end());
  std::snprintf(text, sizeof text, "%.3f (median of %u: %.3f to %.3f)", median(of), runs, *least, *most);
  return text;
}

int run(const std::string& picture) {
  const std::unique_ptr<apps::app> room = apps::make_radiosity();
  CLI::App options;
  room->declare_options(options);
  options.parse({picture, "--picture", "largeroom", "--scene"});  // CLI11 takes them from the end
  room->prepare();
  line("app", "radiosity: the light in a room");
  line("input", room->input());

  any_scheduler scheduler = default_parts();
  line("workers", std::to_string(scheduler.workers()));
  std::vector<double> serial;
  std::vector<double> parallel;
  apps::verdict checked;
  for (unsigned i = 0; i < runs; ++i) {
    doing("serial program", i);
    serial.push_back(room->run_serial());
    doing("on all workers", i);
    const std::uint64_t before = scheduler.tasks();
    parallel.push_back(room->run(scheduler));
    const std::uint64_t tasks = scheduler.tasks() - before;
    doing("checking the light", i);
    checked = room->check();
    doing(nullptr, i);
    if (i == 0) line("tasks", std::to_string(tasks));
    if (!checked.passed) {
      line("checked", "WRONG: " + checked.line);
      return 1;
    }
  }
  const double gained = median(serial) / median(parallel);
  char text[64];
  std::snprintf(text, sizeof text, "%.2f (efficiency %.0f %%)", gained, 100 * gained / scheduler.workers());
  line("seconds", seconds_text(parallel));
  line("serial seconds", seconds_text(serial));
  line("speed-up", text);
  line("checked", "right: " + checked.line);
  for (const std::string& path : room->write_outputs()) line("written", path);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: %s PICTURE\n", arguments[0]);
    return 2;
  }
  try {
    return run(arguments[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
    return 2;
  }
}
