#include "cli/command.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <new>
#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <sys/resource.h>

#include <jackdaw/base/said_by.hpp>

#include "apps/support/files/named_files.hpp"
#include "apps/support/options/missing_value.hpp"
#include "apps/support/options/number.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/added/own_app.hpp"
#include "cli/added/plugins.hpp"
#include "cli/cluster/cluster.hpp"
#include "cli/compare/compare.hpp"
#include "cli/explain/explain.hpp"
#include "cli/list.hpp"
#include "cli/model/model.hpp"
#include "cli/replay/grammar.hpp"
#include "cli/replay/replay.hpp"
#include "cli/reproduce/reproduce.hpp"
#include "cli/run/run.hpp"
#include "cli/run/surroundings/cycler.hpp"
#include "cli/subcommand.hpp"
#include "cli/text/usage_error.hpp"

namespace jackdaw::cli {

namespace {

using subcommands = std::vector<subcommand*>;

/// "a, b or c".
std::string names_of(const subcommands& all) {
  std::string names;
  for (const subcommand* const each : all)
    names += (each == all.front() ? "" : each == all.back() ? " or " : ", ") + each->name();
  return names;
}

/// What the command says of what it has done: to standard output, and to standard error where a file that was asked for
/// is written to standard output.
class results_buffer final : public std::streambuf {
 public:
  results_buffer(const apps::separate_outputs& outputs, const environment& here)
      : outputs_(outputs), here_(here) {}

 private:
  [[nodiscard]] std::ostream& to() const { return outputs_.take_standard_output() ? here_.err : here_.out; }

  int_type overflow(int_type next) override {
    if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
    return to().put(traits_type::to_char_type(next)) ? next : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    return to().write(text, size) ? size : 0;
  }
  int sync() override { return to().flush() ? 0 : -1; }

  const apps::separate_outputs& outputs_;
  const environment& here_;
};

int execute(std::vector<std::string>& arguments, const environment& given, std::ostream& results) {
  if (given.add != nullptr) given.add();
  for (const std::string& file : take_plugins(arguments)) load_plugin(file);
  const std::vector<apps::app_entry> known = with_added(given.apps);
  const environment here{.apps = known,
                         .out = results,
                         .err = given.err,
                         .terminal = given.terminal,
                         .quiet_seconds = given.quiet_seconds,
                         .program = given.program,
                         .rivals = given.rivals};
  CLI::App root("Runs and compares task pools on irregular parallel programs.", "jackdaw");
  root.set_version_flag("--version", std::string("jackdaw ") + JACKDAW_VERSION);
  std::vector<std::string> loaded;  // for --help alone: take_plugins() has read it
  root.add_option("--load", loaded,
                  "A shared library with parts of your own; before or after a subcommand; once for each")
      ->type_name("FILE.so")
      ->expected(1);
  root.require_subcommand(0, 1);
  root.allow_extras();  // reported by require_understood(), with the nearest right name
  list_command list(root, here);
  run_command run(root, here);
  compare_command compare(root, here);
  reproduce_command reproduce(root, here);
  explain_command explain(root, here);
  grammar_command grammar(root, here);
  replay_command replay(root, here);
  model_command model(root, here);
  cluster_command cluster(root, here);
  cycler_command cycler(root, here);
  const subcommands all{&list,    &run,    &compare, &reproduce, &explain,
                        &grammar, &replay, &model,   &cluster,   &cycler};

  apps::read_numbers_of(root);
  apps::require_values(root, arguments);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  const auto show = [&](const std::string& text) {   // there is no help on what does not exist
    require_known_words(root, cluster.chosen() ? 1 : SIZE_MAX);
    here.out << text;
    return done;
  };
  try {
    root.parse(arguments);
  } catch (const CLI::CallForHelp&) { return show(root.help()); } catch (const CLI::CallForVersion&) {
    return show(root.version() + '\n');
  } catch (const CLI::ParseError& error) { throw apps::input_error(usage_line(root, error)); }
  if (cluster.chosen()) {
    require_understood(root, 1);
    return cluster.execute();  // what it does not know, the program that it starts may know
  }
  require_understood(root);

  for (subcommand* const each : all) {
    if (each->chosen()) return each->execute();
  }
  throw apps::input_error("no command given; expected " + names_of(all) + " (jackdaw --help says more)");
}

/// One line, not longer than some of a terminal, whatever is in `why`: names come from the command line and may hold
/// anything.
int refuse(std::ostream& err, std::string_view why) {
  constexpr std::size_t most_shown = 1000;
  err << "jackdaw: " << apps::quoted(why, most_shown) << '\n' << std::flush;
  return refused;
}

/// What it was called with, as far as it fits into a line: the input is among it, be it a file or a number.
std::string called_with(const std::vector<std::string>& words) {
  constexpr std::size_t most_shown = 300;
  std::string all;
  for (const std::string& each : words) {
    all.append(all.empty() ? "" : " ").append(each, 0, most_shown);
    if (all.size() > most_shown) break;
  }
  return apps::quoted(all, most_shown);
}

/// Where this process may have no more than some memory: how much that is.
std::string memory_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return "";
  return ", or more than the " + std::to_string(limit.rlim_cur >> 10U) + " KiB of ulimit -v";
}

}  // namespace

int command(std::vector<std::string> arguments, const environment& here) noexcept {
  std::string called, limit;  // known before memory is scarce
  try {
    called = called_with(arguments);
    limit = memory_limit();
    const apps::separate_outputs outputs;
    results_buffer buffer(outputs, here);
    std::ostream results(&buffer);
    const int status = execute(arguments, here, results);
    results.flush();
    if (!results)
      return refuse(here.err, std::string("the results could not be written to standard ") +
                                  (outputs.take_standard_output() ? "error" : "output"));
    return status;
  } catch (const std::bad_alloc&) {
    here.err << "jackdaw: " << called << ": not enough memory; expected a smaller input" << limit << '\n'
             << std::flush;
    return refused;
  } catch (const std::length_error& error) {
    return refuse(here.err,
                  called + ": the input is too large (" + base::said_by(error) + "); expected a smaller one");
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again)
      return refuse(here.err, base::said_by(error));
    return refuse(here.err,
                  "the system starts no more threads (" + error.code().message() +
                      "); expected room for those that were asked for and their stacks (ulimit -u and -v)");
  } catch (const std::exception& error) { return refuse(here.err, base::said_by(error)); } catch (...) {
    return refuse(here.err, "a task threw something that is not a std::exception");
  }
}

}  // namespace jackdaw::cli
