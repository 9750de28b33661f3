#include "cli/replay/grammar.hpp"

#include <optional>
#include <ostream>

#include <CLI/App.hpp>

#include <jackdaw/trace/read/read_history.hpp>

#include "apps/grammar/language/parse.hpp"
#include "apps/grammar/language/settings.hpp"
#include "apps/grammar/recorded/compare.hpp"
#include "apps/grammar/recorded/derive.hpp"
#include "apps/grammar/recorded/derive_runtime.hpp"
#include "apps/support/files/output_file.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/command.hpp"
#include "cli/explain/recorded.hpp"

namespace jackdaw::cli {

namespace {

trace::history history_of(const std::string& path) { return trace::read_history(complete_run(path).seen); }

}  // namespace

grammar_command::grammar_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "grammar", "Derives a task grammar from a recorded run, or checks a run") {
  command_->add_option("file", file_, "A task grammar (docs/guide/command/grammars.md), instead of --from")
      ->type_name("FILE");
  command_->add_option("--from", from_, "Derive the simple grammar of this run (jackdaw run --record)")
      ->type_name("RUN.jd");
  command_->add_flag("--runtime", runtime_,
                     "Derive its runtime grammar instead: with arguments, joins, and fitted times");
  command_->add_option("--check", check_, "Check whether this run follows the grammar")->type_name("RUN.jd");
  command_
      ->add_option("--set", settings_,
                   "NAME=VALUE: a shared variable's value instead of the grammar's, for --check")
      ->type_name("NAME=VALUE");
  command_->add_option("--output", output_, "Write the derived grammar to a file")->type_name("FILE");
}

int grammar_command::execute() {
  if (file_.empty() == from_.empty())
    throw apps::input_error("grammar: expected a grammar's file or --from RUN.jd, one of them");
  if (from_.empty() && (check_.empty() || !output_.empty()))
    throw apps::input_error(file_ + ": expected --check RUN.jd with a grammar's file, and no --output");
  if (check_.empty() && !settings_.empty())
    throw apps::input_error("--set " + settings_.front() + ": expected --check RUN.jd beside it");
  if (from_.empty() && runtime_)
    throw apps::input_error(file_ + ": expected --from RUN.jd with --runtime, instead of a grammar's file");
  apps::require_writable(std::vector<apps::named_output>{{"--output", output_, apps::file_kind::grammar}});
  std::optional<trace::history> checked;  // read before anything is written
  if (!check_.empty()) checked = history_of(check_);
  std::string text;
  if (!from_.empty()) {
    const trace::history run = history_of(from_);
    text = "# " + apps::quoted(from_, 400) + '\n' +
           (runtime_ ? apps::grammar::derived_runtime(run) : apps::grammar::derived(run));
  }
  if (!output_.empty()) {
    apps::output_file file(output_);
    file.stream() << text;
    file.commit();
  } else if (check_.empty()) {
    here_.out << text;
  }
  if (check_.empty()) return done;

  const auto with = from_.empty() ? apps::grammar::read_grammar(file_) : apps::grammar::parse(from_, text);
  const auto variables = apps::grammar::values_with(with, settings_);
  const apps::grammar::agreement found = apps::grammar::compared(*checked, with, variables);
  here_.out << apps::quoted(check_, 200) << (found.holds() ? " follows " : " does not follow ")
            << apps::quoted(from_.empty() ? file_ : from_, 200) << ": " << found.tasks << " tasks";
  if (!found.holds())
    here_.out << ", " << found.strange << " do not fit; the first: " << apps::quoted(found.first, 400);
  here_.out << '\n';
  for (const std::string& each : found.lines) here_.out << each << '\n';
  if (found.strange > found.lines.size())
    here_.out << "… and " << found.strange - found.lines.size() << " more\n";
  return found.holds() ? done : wrong_result;
}

}  // namespace jackdaw::cli
