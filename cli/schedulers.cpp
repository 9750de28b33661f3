#include "cli/schedulers.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include <jackdaw/worker/by_name/added_parts.hpp>
#include <jackdaw/worker/by_name/make_scheduler.hpp>
#include <jackdaw/worker/by_name/pool_name.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/text/names.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

std::vector<catalogue_line> lines_of(const auto& catalogue, const std::vector<part_description>& added) {
  std::vector<catalogue_line> lines;
  catalogue.for_each([&](const auto& entry) {
    lines.push_back(
        {std::string(entry.name), std::string(entry.line), std::string(entry.source), std::string()});
    if constexpr (requires { entry.idle; }) lines.back().idle = entry.idle;
  });
  for (const part_description& each : added)
    lines.push_back({each.name, each.line, each.source, each.idle, each.replayed_as});
  return lines;
}

working::added_parts& added() { return working::added_parts::here(); }

working::named_pool read_pool(const std::string& text) {
  require_known(cli::pool_names, text.substr(0, text.find(':')), names(pool_lines()));
  try {
    return working::read_pool_name(text);
  } catch (const pool::wrong_parameter& error) {
    throw apps::input_error(std::string(error.what()) + " (jackdaw list pools shows all)");
  }
}

/// Whether an idle policy is written after the pool's name.
bool says_idle(const working::named_pool& named) { return named.text().find(":idle=") != std::string::npos; }

/// All names that `text`, one pool with several values, stands for.
void add_sweep(std::vector<std::string>& chosen, const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) {
    std::string name = read_pool(text).text();
    if (std::ranges::find(chosen, name) == chosen.end()) chosen.push_back(std::move(name));
    return;
  }
  // The first parameter with several values: its text is from a colon to the next one.
  const std::size_t begin = text.rfind(':', comma) + 1;
  const std::size_t end = std::min(text.find(':', comma), text.size());
  const std::string parameter = text.substr(begin, end - begin);
  const std::size_t equals = parameter.find('=');
  const std::string name = equals < parameter.find(',') ? parameter.substr(0, equals + 1) : "";
  for (const std::string& value : split_list(parameter.substr(name.size())))
    add_sweep(chosen, text.substr(0, begin) + name + value + text.substr(end));
}

}  // namespace

std::vector<catalogue_line> pool_lines() { return lines_of(pool::catalogue, added().pools()); }
std::vector<catalogue_line> memory_lines() { return lines_of(memory::catalogue, added().memory_managers()); }

std::vector<catalogue_line> idle_lines() {
  auto lines = lines_of(working::idle_catalogue, {});
  for (const part_description& each : added().idle_policies())
    lines.push_back({each.name, each.line, each.source, ""});
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
  static_cast<void>(read_pool(choice.pool));
  require_known(cli::memory_names, choice.memory, names(memory_lines()));
  require_known(cli::idle_names, choice.idle, names(idle_lines()));
}

scheduler_choice resolved(scheduler_choice choice) {
  const working::named_pool named = read_pool(choice.pool);
  choice.pool = named.text();
  require_known(cli::idle_names, choice.idle, names(idle_lines()));
  if (choice.idle == idle_of_source || says_idle(named)) choice.idle = named.values.word("idle");
  return choice;
}

bool says_idle(const std::string& pool) { return says_idle(read_pool(pool)); }

std::vector<parameter_line> parameter_lines(const std::string& pool) {
  const working::named_pool named = read_pool(pool);
  std::vector<parameter_line> lines;
  for (const pool::parameter& each : named.values.parameters()) {
    lines.push_back({std::string(each.name), std::string(named.values.word(each.name)), each.range(),
                     std::string(each.line)});
  }
  return lines;
}

std::vector<std::string> chosen_pools(const std::string& list) {
  const std::vector<std::string> known = names(pool_lines());
  if (list == "all") return known;
  std::vector<std::string> pools;  // each with all its values
  for (const std::string& part : split_list(list)) {
    const bool begins = std::ranges::find(known, part.substr(0, part.find(':'))) != known.end();
    if (begins || pools.empty() || pools.back().find(':') == std::string::npos) {
      pools.push_back(part);
    } else {
      pools.back() += "," + part;
    }
  }
  std::vector<std::string> chosen;
  for (const std::string& each : pools) add_sweep(chosen, each);
  return chosen;
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
