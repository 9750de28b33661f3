#include "cli/explain/explain.hpp"

#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <jackdaw/trace/read/run_file.hpp>

#include "apps/support/text/input_error.hpp"
#include "cli/command.hpp"
#include "cli/explain/explained_run.hpp"
#include "cli/explain/recorded.hpp"
#include "cli/replay/costs/recorded_costs.hpp"
#include "cli/text/json_text.hpp"
#include "cli/text/progress.hpp"
#include "cli/text/table.hpp"

namespace jackdaw::cli {

explain_command::explain_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "explain", "Shows a recorded run: figures, pictures, a page") {
  command_
      ->add_option("file", file_, "A recorded run (jackdaw run --record, or trace::write_run in a program)")
      ->type_name("RUN.jd");
  forms_.declare(*command_, "Forms (docs/guide/observing/recording.md)");
  command_->add_flag("--json", json_, "One JSON object instead of lines");
}

int explain_command::execute() {
  if (file_.empty())
    throw apps::input_error("explain: expected a recorded run (jackdaw run --record RUN.jd)");
  forms_.require_writable("jackdaw explain");
  trace::recorded_run run = recorded_run_in(file_);
  explained_run found{.seen = {}, .pool = run.pool, .price = {}, .order = {}};
  std::vector<std::string> written;
  {
    progress shown(here_);
    shown.doing(file_);
    found.price = kept_or_measured_costs(run, run.pool);
    found.seen = std::move(run.seen);
    found.find_order();
    written = forms_.write(run.title, found);
    shown.stop();
  }
  if (json_) {
    here_.out << json_text({{"run", run.title},
                            {"pool", run.pool},
                            {"workers", found.seen.workers.size()},
                            {"explained", found.figures()},
                            {"outputs", written}});
    return done;
  }
  table lines({{}, {}});
  lines.row({"run", run.title});
  if (const std::string here = pool_of_costs(run.pool); !run.pool.empty())
    lines.row({"pool", here == run.pool ? here : run.pool + " (not known here; burdens as of " + here + ")"});
  lines.row({"workers", std::to_string(found.seen.workers.size())});
  lines.gap();
  add_explanation(lines, found.figures());
  for (const std::string& path : written) lines.row({"written", path});
  lines.print(here_.out);
  return done;
}

}  // namespace jackdaw::cli
