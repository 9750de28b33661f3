#include "cli/reproduce/rivals/known_rivals.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"

namespace jackdaw::cli {

namespace {

/// What its library is built with.
struct described {
  std::string_view name;
  std::string_view needs;
};
constexpr described all_described[] = {{"oneTBB", "oneTBB's headers (Debian: libtbb-dev)"}};

std::string needs_of(const std::string& name) {
  const auto found = std::ranges::find(all_described, std::string_view(name), &described::name);
  return std::string(found == std::end(all_described) ? "its runtime" : found->needs);
}

known_rival unloadable(const std::string& name) {
  const char* const why = dlerror();
  return {
      name, nullptr,
      "its program cannot be loaded (" + apps::quoted(why == nullptr ? "unknown reason" : why, 400) + ")"};
}

/// From the library beside the command.
known_rival loaded(const std::string& name, const environment& here) {
  const auto file = std::filesystem::path(here.program).parent_path() / "rivals" / (name + ".so");
  std::error_code unreadable;
  if (here.program.empty() || !std::filesystem::exists(file, unreadable))
    return {name, nullptr,
            "its program is not beside this command (rivals/" + name +
                ".so); a build makes it where there are " + needs_of(name)};
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return unloadable(name);
  const auto entry = reinterpret_cast<rival_entry>(dlsym(library, rival_entry_name));
  if (entry == nullptr) return unloadable(name);
  return {name, entry()};
}

known_rival named(const std::string& name, const environment& here) {
  const auto given = std::ranges::find(here.rivals, std::string_view(name), &rival::name);
  return given == here.rivals.end() ? loaded(name, here) : known_rival{name, &*given};
}

}  // namespace

std::vector<known_rival> known_rivals(const paper_result& result, const environment& here) {
  std::vector<known_rival> all;
  for (const std::string& name : result.rivals) {
    known_rival one = named(name, here);
    if (one.program != nullptr && one.program->app != result.app)
      one = {name, nullptr,
             fmt::format("its program has the tasks of {}, not those of {}", one.program->app, result.app)};
    all.push_back(std::move(one));
  }
  return all;
}

void require_all(const std::vector<known_rival>& rivals, const std::string& option) {
  for (const known_rival& each : rivals) {
    if (each.program == nullptr)
      throw apps::input_error(option + ' ' + each.name + ": " + each.why_not + "; expected others alone");
  }
}

std::vector<std::string> lines_of(const std::vector<known_rival>& rivals,
                                  const std::vector<unsigned>& not_replayed) {
  std::vector<std::string> lines;
  for (const known_rival& each : rivals) {
    if (each.program == nullptr) {
      lines.push_back(each.name + " is left out: " + each.why_not);
      continue;
    }
    std::string line =
        fmt::format("{}: {}, the same tasks in a program of its own", each.name, each.program->version);
    if (!not_replayed.empty())
      line +=
          fmt::format("; it is not replayed, so it has no row for {} workers", fmt::join(not_replayed, ", "));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace jackdaw::cli
