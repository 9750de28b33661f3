// Runs of task grammars that the command records, for its commands that read recordings.
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "apps/grammar/grammar.hpp"
#include "tests/cli/fake_app.hpp"
#include "tests/support/scratch_folder.hpp"

namespace jackdaw::cli::test::grammars {

/// `jackdaw arguments…` with the grammars as its only application.
inline outcome call(std::vector<std::string> arguments) {
  static constexpr jackdaw::apps::app_entry entries[] = {
      {"grammar", "tasks by a grammar", "KR02", &jackdaw::apps::make_grammar}};
  std::ostringstream out;
  std::ostringstream err;
  const int status = jackdaw::cli::command(std::move(arguments), {entries, out, err});
  return {status, out.str(), err.str()};
}

inline const std::string tree =
    "initial root\nroot -> twig*3 {1}\ntwig -> [twig leaf | leaf {1} twig | leaf*2]\nleaf -> {1}\n";

/// Runs the grammar and records it.
inline std::string recorded(const tests::scratch_folder& here, const std::string& name,
                            const std::string& text, const std::string& seed = "1",
                            const std::string& workers = "2") {
  const std::string run = here.path(name);
  const outcome made = call({"run", "grammar", here.write(name + ".tg", text), "--unit", "10", "--seed", seed,
                             "--workers", workers, "--record", run});
  CHECK_MESSAGE(made.status == 0, made.err);
  return run;
}

/// `jackdaw replay` without measuring anything.
inline std::vector<std::string> replayed(const std::string& run, std::vector<std::string> more = {}) {
  std::vector<std::string> all{"replay", run,          "--put", "5",       "--get", "5",       "--lock",
                               "5",      "--transfer", "50",    "--steal", "200",   "--event", "0"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace jackdaw::cli::test::grammars
