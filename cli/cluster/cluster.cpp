#include "cli/cluster/cluster.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "apps/support/system/child_program.hpp"
#include "apps/support/text/input_error.hpp"
#include "apps/support/text/quoted.hpp"
#include "cli/command.hpp"
#include "cli/text/numbers.hpp"

namespace jackdaw::cli {

namespace {

/// The program of the ranks: beside this one, or by PATH.
std::string program_of_ranks() {
  std::error_code none;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::filesystem::path beside = own.parent_path() / "jackdaw-cluster";
  return std::filesystem::exists(beside, none) ? beside.string() : "jackdaw-cluster";
}

const std::set<std::string> programs{"uts",  "nqueens", "knapsack",     "cholesky",
                                     "heat", "nbody",   "shallow_water"};

/// Whether a program is on a pool; else it is on a flow.
bool uses_pool(const std::string& program) {
  return program == "uts" || program == "nqueens" || program == "knapsack";
}

/// A line of a host file as mpirun reads it: a host, then `slots=4`, `max_slots=4` and the like. Empty: right or nothing;
/// else what was expected.
std::string fault_of_line(std::string line, bool& has_host) {
  line.resize(std::min(line.find('#'), line.size()));
  static const std::regex around(R"(\s*=\s*)");
  std::istringstream words(std::regex_replace(line, around, "="));
  std::string word;
  if (!(words >> word)) return {};
  if (word.find('=') != std::string::npos)
    return "it begins with '" + apps::quoted(word) + "'; expected a host";
  has_host = true;
  static const std::regex pair(R"([a-z_-]+=[^=]+)");
  static const std::regex number(
      R"((slots|slot|cpus?|count|(max[_-](slots|cpus?|count))|((slots|cpus?|count)[_-]max))=\d{1,6})");
  static const std::regex counts(R"(.*(slot|cpu|count).*=.*)");
  while (words >> word) {
    if (!std::regex_match(word, pair))
      return "'" + apps::quoted(word) + "' after a host; expected what follows to be such as slots=4";
    if (std::regex_match(word, counts) && !std::regex_match(word, number))
      return "'" + apps::quoted(word) + "'; expected a whole number, such as slots=4";
  }
  return {};
}

/// Throws input_error where mpirun could not use it.
void require_host_file(const std::string& name) {
  const std::string where = "--hosts " + apps::quoted(name);
  if (std::error_code none; std::filesystem::is_directory(name, none))
    throw apps::input_error(where + ": it is a directory; expected a host file of mpirun");
  if (::access(name.c_str(), R_OK) != 0)
    throw apps::input_error(where + ": " + std::strerror(errno) + "; expected a host file of mpirun");
  if (std::error_code none; !std::filesystem::is_regular_file(name, none))
    return;  // it can be read once only
  std::ifstream file(name);
  bool has_host = false;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string fault = fault_of_line(line, has_host);
    if (!fault.empty())
      throw apps::input_error("--hosts " + apps::quoted(name) + ":" + std::to_string(number) + ": " + fault);
  }
  if (!has_host)
    throw apps::input_error(where + ": it names no host; expected lines such as `node1 slots=4`");
}

/// What mpirun says when a rank has died, as one line; nothing when it says something else.
std::string line_of(const std::string& said) {
  std::string flat;
  for (const char c : said) flat += c == '\n' ? ' ' : c;
  std::smatch found;
  static const std::regex killed(
      R"(process rank (\d+) with PID \d+ on node (\S+) exited on signal (\d+ \([^)]*\)))");
  if (std::regex_search(flat, found, killed))
    return "rank " + found[1].str() + " on " + found[2].str() + " was ended by signal " + found[3].str() +
           ": the job has ended";
  static const std::regex unable(R"((?:unable to find|could not access or execute).*Executable: *(\S+))");
  if (std::regex_search(flat, found, unable))
    return "no program " + found[1].str() +
           "; expected jackdaw-cluster, which is built with JACKDAW_BUILD_CLUSTER";
  static const std::regex left(R"(Process name: \[\[\d+,\d+\],(\d+)\]\s+Exit code: +(\d+))");
  if (std::regex_search(flat, found, left))
    return "rank " + found[1].str() + " has ended with status " + found[2].str() + ": the job has ended";
  if (flat.find("not enough slots") != std::string::npos) return "more ranks than the hosts have slots for";
  return {};
}

/// Whether a line of mpirun's is left out: about a connection to a rank that has died, a frame, or of one of its
/// messages.
bool is_noise(const std::string& line) {
  return line.find("mca_btl_tcp") != std::string::npos || line.starts_with("----") ||
         line.find("PMIX ERROR") != std::string::npos ||
         line.find("total processes failed to start") != std::string::npos;
}

/// What mpirun says in frames of dashes; what else it says goes to `err`.
class framed_text {
 public:
  explicit framed_text(std::ostream& err) : err_(&err) {}

  void add(const std::string& line) {
    if (line.starts_with("----")) is_in_frame_ = !is_in_frame_;
    if (is_in_frame_) {
      text_ += line;
    } else if (!is_noise(line) && !is_known(line)) {
      *err_ << line << std::flush;
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  /// The program itself has said why it ends.
  [[nodiscard]] bool has_reason() const { return !reasons_.empty(); }

 private:
  /// A line of the program that another rank has said, too.
  bool is_known(const std::string& line) {
    return line.starts_with("jackdaw-cluster: ") && !reasons_.insert(line).second;
  }

  std::ostream* err_;
  bool is_in_frame_ = false;
  std::set<std::string> reasons_;
  std::string text_;
};

}  // namespace

cluster_command::cluster_command(CLI::App& root, const environment& here)
    : subcommand(root, here, "cluster",
                 "Runs a program over several processes, on this machine or on several"),
      run_(command_->add_subcommand("run",
                                    "Starts it by mpirun: jackdaw cluster run uts --tree T3 --ranks 3")) {
  command_->require_subcommand(0, 1);
  command_->allow_extras();  // named by execute()
  run_->set_help_flag();     // of the program, where one is named
  run_->add_flag("-h,--help", asks_help_, "Print this help message, or that of the program, and exit");
  run_->add_option("--ranks", ranks_, "Processes")->type_name("N")->capture_default_str();
  run_->add_option("--hosts", hosts_, "A host file of mpirun; without it all run on this machine")
      ->type_name("FILE");
  run_->add_option("program", program_,
                   "uts, nqueens, knapsack, cholesky, heat, nbody or shallow_water, and its options "
                   "(jackdaw cluster run uts --help)")
      ->type_name("PROGRAM");
  run_->allow_extras();
}

int cluster_command::execute() {
  if (const auto unknown = command_->remaining(); !unknown.empty())
    throw apps::input_error("'" + apps::quoted(unknown.front()) + "' is not expected here; expected " +
                            (run_->parsed() && unknown.front().starts_with('-') ? "it after " : "") +
                            "jackdaw cluster run");
  if (!run_->parsed())
    throw apps::input_error(
        "no command given after cluster; expected run (jackdaw cluster run --help says more)");
  if (program_.empty() && asks_help_) {
    here_.out << run_->help("jackdaw cluster");
    return done;
  }
  if (program_.empty())
    throw apps::input_error(
        "no program given after run; expected one of uts, nqueens, knapsack, cholesky, heat, nbody and "
        "shallow_water (jackdaw cluster run --help says more)");
  if (!programs.contains(program_))
    throw apps::input_error("no program is called '" + apps::quoted(program_) +
                            "'; expected uts, nqueens, knapsack, cholesky, heat, nbody or shallow_water");
  if (asks_help_) ranks_ = "1";
  const unsigned ranks = whole_number("--ranks", ranks_, 1, 100'000);
  std::vector<std::string> words{"mpirun", "--oversubscribe",    "--bind-to", "none",
                                 "-n",     std::to_string(ranks)};
  // Where ranks share processors: a worker of a pool that looks for messages keeps its processor, and StarPU's threads,
  // which look all the time, give theirs away.
  words.insert(words.end(), {"--mca", "mpi_yield_when_idle", uses_pool(program_) ? "0" : "1"});
  if (geteuid() == 0) words.insert(words.begin() + 1, "--allow-run-as-root");
  if (!hosts_.empty() && !asks_help_) {
    require_host_file(hosts_);
    words.insert(words.end(), {"--hostfile", hosts_});
  }
  words.push_back(program_of_ranks());
  words.push_back(program_);
  if (asks_help_) words.emplace_back("--help");
  for (const std::string& word : run_->remaining()) words.push_back(word);
  here_.out << std::flush;
  framed_text framed(here_.err);
  const apps::child_end end = apps::run_program(words, apps::child_stream::errors,
                                                [&framed](const std::string& line) { framed.add(line); });
  if (end.status == 0) return done;
  if (end.status == apps::child_end::not_started)
    throw apps::input_error("mpirun cannot be started; expected Open MPI (Debian: openmpi-bin)");
  if (framed.has_reason() && framed.text().find("on signal") == std::string::npos) return end.status;
  const std::string line = line_of(framed.text());
  if (!line.empty()) throw apps::input_error(line);
  here_.err << framed.text();  // what no line above says
  return end.status;
}

}  // namespace jackdaw::cli
