// WSL06's three applications in OpenMP C: over task pools, as in its figures 2 to 4, beside the same programs in
// OpenMP's own tasks, by two compilers; and figure 5, more threads than processors, which wait busily, with yield or
// with sleepuntil. Each run is a process of its own, which checks its result.
#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "bench/peers/driver/choice.hpp"
#include "bench/peers/driver/driver.hpp"
#include "bench/peers/remote/remote.hpp"

namespace jackdaw::bench {
namespace {

/// The line that a program prints. Throws std::runtime_error when it has ended badly.
std::string line_of(const std::string& command) {
  std::FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) throw std::runtime_error("cannot start " + command);
  std::array<char, 256> text{};
  const bool spoke = std::fgets(text.data(), text.size(), output) != nullptr;
  const int status = pclose(output);
  std::string line = text.data();
  if (spoke) line.pop_back();
  if (line.starts_with("! ")) throw wrong_result(line.substr(2));
  if (!spoke || status != 0) {
    throw std::runtime_error(
        command + (WIFSIGNALED(status) ? " has died of signal " + std::to_string(WTERMSIG(status))
                                       : " has ended with status " + std::to_string(WEXITSTATUS(status))));
  }
  return line;
}

measurement measured(const std::string& command) {
  const std::string line = line_of(command);
  measurement found{};
  if (!(std::istringstream(line) >> found.seconds >> found.units))
    throw std::runtime_error("not an answer: " + line);
  return found;
}

/// An application of a size, as it stands on the command line and in the tables.
struct work {
  unsigned figure;
  const char* application;
  int size;  ///< numbers; points of a grid, squares of a labyrinth, in a row
  const char* unit;
};

const std::vector<work> by_pool{{2, "quicksort", sized(10'000'000, 10'000), "number"},
                                {3, "cholesky", sized(22, 60), "column"},
                                {3, "cholesky", sized(100, 60), "column"},
                                {4, "labyrinth", sized(1000, 20), "square"}};
const std::vector<work> by_waiting{{5, "quicksort", sized(1'000'000, 10'000), "number"},
                                   {5, "cholesky", sized(100, 60), "column"},
                                   {5, "labyrinth", sized(30, 10), "square"}};

/// The programs of one compiler.
class compiler {
 public:
  compiler(const std::string& runtime, const std::string& pools, const std::string& tasks)
      : runtime_(runtime),
        pools_(quoted(pools)),
        tasks_(quoted(tasks)),
        version_(line_of(tasks_ + " --version")) {}

  [[nodiscard]] std::string runtime() const { return runtime_; }

  /// The serial function, and OpenMP's tasks.
  void add_rivals(std::vector<peer>& all, const work& what) const {
    const std::string command = tasks_ + words(what);
    all.push_back({"serial", role::serial, version_,
                   [command](unsigned, unsigned) { return measured(command + "0"); }});
    all.push_back({"tasks", role::rival, version_, [command](unsigned, unsigned threads) {
                     return measured(command + std::to_string(threads));
                   }});
  }

  /// The same over a pool.
  void add(std::vector<peer>& all, const std::string& name, const work& what, const std::string& pool,
           const std::string& waiting) const {
    const std::string command = pools_ + words(what) + pool + ' ' + waiting + ' ';
    all.push_back({name, role::ours, version_, [command](unsigned, unsigned threads) {
                     return measured(command + std::to_string(threads));
                   }});
  }

 private:
  static std::string quoted(const std::string& path) {
    if (path.find('\'') != std::string::npos)
      throw std::runtime_error(path + ": a quotation mark in the path");
    return '\'' + path + '\'';
  }
  static std::string words(const work& what) {
    return std::string(" ") + what.application + ' ' + std::to_string(what.size) + ' ';
  }

  std::string runtime_;
  std::string pools_;
  std::string tasks_;
  std::string version_;
};

class figures {
 public:
  figures(program& bench, const choice& chosen, const std::vector<unsigned>& wanted)
      : bench_(bench), chosen_(chosen), wanted_(wanted) {}

  /// Figures 2 to 4.
  void compare_pools(const compiler& by) {
    for (const work& what : by_pool) {
      std::vector<peer> all;
      for (const char* pool : {"sq1", "sdq1", "dq8", "dq9w", "dq9w1", "jackdaw"})
        by.add(all, pool, what, pool, "get");
      by.add_rivals(all, what);
      show(what, by, "", std::move(all), chosen_.workers());
    }
  }

  /// Figure 5.
  void compare_waiting(const compiler& by, unsigned threads) {
    for (const work& what : by_waiting) {
      std::vector<peer> all;
      for (const char* waiting : {"busy", "yield", "sleepuntil", "get"})
        by.add(all, waiting, what, "sq1", waiting);
      by.add_rivals(all, what);
      show(what, by, ", sq1", std::move(all), {threads});
    }
  }

 private:
  void show(const work& what, const compiler& by, const std::string& more, std::vector<peer> all,
            const std::vector<unsigned>& threads) {
    if (std::find(wanted_.begin(), wanted_.end(), what.figure) == wanted_.end()) return;
    const std::string name = "figure " + std::to_string(what.figure) + ", " + what.application + ' ' +
                             std::to_string(what.size) + more + ", " + by.runtime();
    compete(bench_, {"wsl06", what.unit, {name}}, 0, chosen_.among(std::move(all)), threads);
  }

  program& bench_;
  const choice& chosen_;
  const std::vector<unsigned>& wanted_;
};

int measure(int argc, char** argv) {
  program bench("wsl06", "WSL06's applications in OpenMP C: over task pools, and with OpenMP's tasks");
  std::vector<unsigned> wanted{2, 3, 4, 5};
  unsigned crowd = sized(32U, 4U);
  bench.options()
      .add_option("--figures", wanted, "which of the paper's")
      ->check(CLI::Range(2, 5))
      ->capture_default_str();
  bench.options()
      .add_option("--crowd", crowd, "threads of figure 5")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  const choice chosen(bench, argc, argv);
  figures all(bench, chosen, wanted);
  for (const char* runtime : {"libgomp", "libomp"}) {
    const auto pools = program_beside(std::string("wsl06_pools_") + runtime);
    const auto tasks = program_beside(std::string("wsl06_tasks_") + runtime);
    if (!pools || !tasks) {
      std::printf("skipped: %s was not built\n", runtime);
      continue;
    }
    const compiler by(runtime, *pools, *tasks);
    all.compare_pools(by);
    all.compare_waiting(by, crowd);
  }
  return bench.finish();
}

}  // namespace
}  // namespace jackdaw::bench

int main(int argc, char** argv) { return jackdaw::bench::run_program(&jackdaw::bench::measure, argc, argv); }
