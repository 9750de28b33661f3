#include "cli/reproduce/results/java_results.hpp"

#include <nlohmann/json.hpp>

#include "apps/support/system/child_program.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/command.hpp"

namespace jackdaw::cli {

namespace {

constexpr const char* expected =
    "expected the class path of the programs in java/, such as "
    "java/programs/target/classes:java/library/target/classes";

void require_java(const apps::child_end& end) {
  if (end.status == apps::child_end::not_started)
    throw apps::input_error("java cannot be started; expected a JDK, 17 or later, in PATH");
}

}  // namespace

std::vector<std::string> java_results::command() const {
  return {"java", "-cp", class_path_, "jackdaw.programs.Reproduce"};
}

std::vector<java_results::known> java_results::all() const {
  std::vector<std::string> words = command();
  words.emplace_back("--json");
  std::string said;
  const apps::child_end end = apps::run_program(words, apps::child_stream::output,
                                                [&said](const std::string& line) { said += line; });
  require_java(end);
  const nlohmann::json list = nlohmann::json::parse(said, nullptr, false);
  if (end.status != 0 || !list.is_array())
    throw apps::input_error("--java " + apps::quoted(class_path_) + ": no program there; " + expected);
  std::vector<known> found;
  for (const auto& each : list)
    found.push_back({each.value("name", std::string()), each.value("finding", std::string())});
  return found;
}

int java_results::measure(const std::string& name, bool quick, bool json, std::ostream& out) const {
  std::vector<std::string> words = command();
  words.push_back(name);
  if (quick) words.emplace_back("--quick");
  if (json) words.emplace_back("--json");
  const apps::child_end end = apps::run_program(
      words, apps::child_stream::output, [&out](const std::string& line) { out << line << std::flush; });
  require_java(end);
  if (end.status != 0)
    throw apps::input_error("reproduce " + name + ": java has ended with status " +
                            std::to_string(end.status) + "; its last lines say why");
  return done;
}

}  // namespace jackdaw::cli
