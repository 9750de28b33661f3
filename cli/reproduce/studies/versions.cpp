#include "cli/reproduce/studies/versions.hpp"

#include <set>

#include "cli/schedulers.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

const std::vector<double>& version_times::of(std::size_t version, unsigned workers) const {
  static const std::vector<double> none;
  const auto found = seconds.find({version, workers});
  return found == seconds.end() ? none : found->second;
}

std::string as_static(const std::string& input) {
  std::string text = input;
  constexpr std::string_view tasks = " --face pool";
  if (const std::size_t at = text.find(tasks); at != std::string::npos) text.erase(at, tasks.size());
  return text + " --face threads";
}

version_times run_versions(const std::vector<version>& all, const std::vector<model_input>& inputs,
                           const std::vector<unsigned>& workers, unsigned repeat, progress& shown) {
  surroundings alone;
  version_times found;
  std::set<std::pair<std::size_t, unsigned>> wrong;
  std::size_t step = 0;
  for (unsigned round = 0; round <= repeat; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const version& each = all[i];
      const std::string& label = inputs[each.input].label;
      for (const unsigned count : workers) {
        shown.doing(label + ", " + each.on, ++step, (repeat + 1) * all.size() * workers.size());
        scheduler_choice on{.workers = count};
        if (each.on != static_version) on.pool = each.on;
        on.options.surplus = surplus_use::work;
        const double seconds =
            count == serial_program ? each.app->run_serial() : alone.run(*each.app, resolved(on)).seconds;
        const apps::verdict verdict = each.app->check();
        if (!verdict.passed && wrong.insert({i, count}).second)
          found.wrong.push_back(label + ", " + each.on + ": " + verdict.line);
        if (round > 0) found.seconds[{i, count}].push_back(seconds);
      }
    }
  }
  for (const auto& each : wrong) found.seconds.erase(each);
  return found;
}

}  // namespace jackdaw::cli
