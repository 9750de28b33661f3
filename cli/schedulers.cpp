#include "cli/schedulers.hpp"

#include <system_error>

#include <jackdaw/worker/by_name/make_scheduler.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

std::vector<catalogue_line> lines_of(const auto& catalogue) {
  std::vector<catalogue_line> lines;
  catalogue.for_each([&](const auto& entry) {
    lines.push_back(
        {std::string(entry.name), std::string(entry.line), std::string(entry.source), std::string()});
    if constexpr (requires { entry.idle; }) lines.back().idle = entry.idle;
  });
  return lines;
}

}  // namespace

std::vector<catalogue_line> pool_lines() { return lines_of(pool::catalogue); }
std::vector<catalogue_line> memory_lines() { return lines_of(memory::catalogue); }

std::vector<catalogue_line> idle_lines() {
  auto lines = lines_of(working::idle_catalogue);
  lines.insert(lines.begin(),
               {std::string(idle_of_source), "the policy that the source of the pool uses", "Jackdaw", ""});
  return lines;
}

std::vector<std::string> names(const std::vector<catalogue_line>& lines) {
  std::vector<std::string> result;
  for (const auto& line : lines) result.push_back(line.name);
  return result;
}

unsigned default_workers() { return working::staffing(scheduler_options()).workers; }

void require_known(const scheduler_choice& choice) {
  require_known(cli::pool_names, choice.pool, names(pool_lines()));
  require_known(cli::memory_names, choice.memory, names(memory_lines()));
  require_known(cli::idle_names, choice.idle, names(idle_lines()));
}

scheduler_choice resolved(scheduler_choice choice) {
  if (choice.idle == idle_of_source) choice.idle = idle_of(choice.pool);
  return choice;
}

any_scheduler open_scheduler(const scheduler_choice& choice) {
  require_known(choice);
  const auto refuse = [&](const std::string& why) {
    return apps::input_error("--workers " +
                             (choice.workers == 0 ? std::string(by_budget) : std::to_string(choice.workers)) +
                             ": " + why);
  };
  try {
    return make_scheduler(choice);
  } catch (const std::system_error& error) {
    throw refuse(std::string("the system starts no more threads (") + error.code().message() + ")");
  } catch (const std::bad_alloc&) { throw refuse("not enough memory for so many workers"); }
}

}  // namespace jackdaw::cli
