// The options of `jackdaw reproduce`, with their help.
#include <string>

#include <CLI/App.hpp>

#include "cli/reproduce/reproduce.hpp"
#include "cli/reproduce/verdict/rule.hpp"

namespace jackdaw::cli {

reproduce_command::reproduce_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "reproduce", "Measures what the papers measured, and shows both") {
  command_->add_option("name", name_, "A table or figure, or all; without it: lists them")->type_name("");
  const auto list = [&](const char* option, std::string& value, const char* type, const char* help) {
    command_->add_option(option, value, help)->type_name(type);
  };
  list("--workers", parts_.workers, "P,Q,R",
       "Numbers of workers, instead of the paper's; budget: powers of two up to JACKDAW_WORKERS, or else to "
       "the "
       "processors this process may use. Speed-ups are by one worker, which is then measured, too");
  list("--pools", parts_.pools, "NAMES|all",
       "Some of the paper's pools, and of the rivals that it compares with them; where it compares others, "
       "any");
  list("--memory", parts_.memory, "NAMES|all",
       "Some of the paper's memory managers; where it compares others, any");
  list("--input", input_, "small|usual|paper",
       "Size of the input: over in seconds, to conclude from, or the paper's own (default usual; for all "
       "what fits "
       "the machine)");
  command_
      ->add_option("--repeat", repeat_,
                   "Runs of each combination, one in every round, after one that does not count; with fewer "
                   "than 6 all is "
                   "within the noise")
      ->type_name("R")
      ->capture_default_str();
  command_->add_flag("--quick", quick_, "The same as --input small: to try the command, not for conclusions");
  command_
      ->add_option(
          "--add", add_,
          "Measured beside the paper's: pools, memory managers or idle policies, whichever the result "
          "compares")
      ->type_name("NAMES");
  command_
      ->add_option(
          "--app", app_,
          "Another application for the same question, with its options in one argument: 'fib --n 30'")
      ->type_name("'APP OPTIONS'");
  list("--output-plot", plot_, "FILE", "Draw the paper's figures and ours side by side (.svg, .png)");
  list("--java", java_, "CLASSES",
       "The class path of the programs in java/: then results of the pools for Java are known, too");
  list("--output-page", page_, "FILE.html",
       "Write tables and pictures on one page (default for all: reproduction.html)");
  command_
      ->add_option(
          "--minutes", minutes_,
          "Of all: the usual input where a result is measured in so many minutes, by one run that is timed, "
          "else the small one")
      ->type_name("M")
      ->capture_default_str();
  command_->add_flag(
      "--replay", replay_,
      "For processors that are not here: more workers than this process has processors are not "
      "measured, but replayed from a recording with one worker, and marked so");
  command_->footer(rule_in_full);
  command_->add_flag("--json", json_, "One JSON object instead of tables");
}

}  // namespace jackdaw::cli
