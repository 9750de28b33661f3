#include "bench/support/program.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>

#include "bench/support/machine.hpp"

namespace jackdaw::bench {

program::program(const std::string& name, const std::string& description)
    : name_(name), options_(description, name + "_bench") {
  options_.add_flag("--quick", quick_, "few rounds: shows that everything works, not how fast");
  options_.add_option("--rounds", rounds_, "measured rounds, after one to warm up")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  options_.add_option("--json", file_, "write the figures to this file");
}

void program::parse(int argc, char** argv) {
  try {
    options_.parse(argc, argv);
  } catch (const CLI::ParseError& error) { std::exit(options_.exit(error) == 0 ? 0 : 2); }
  if (quick_ && options_.count("--rounds") == 0) rounds_ = 2;

  std::string command = name_ + "_bench";
  for (int i = 1; i < argc; ++i) command.append(" ").append(argv[i]);
  document_ = {{"bench", name_}, {"command", command}};
  document_.update(circumstances());
  document_["rounds"] = rounds_;
  const auto& machine = document_["machine"];
  std::printf("%s, %u cores, load %.1f; %s; commit %s\n",
              machine["cpu"].get_ref<const std::string&>().c_str(), machine["cores"].get<unsigned>(),
              machine["load"].get<double>(),
              document_["build"]["compiler"].get_ref<const std::string&>().c_str(),
              document_["commit"].get_ref<const std::string&>().c_str());
  std::fflush(stdout);
}

void program::complain(const std::string& what) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s_bench: %s\n", name_.c_str(), what.c_str());
  troubles_.push_back(what);
}

int program::finish() {
  document_["troubles"] = troubles_;
  document_["results"] = results_;
  if (!file_.empty()) {
    std::ofstream out(file_);
    out << document_.dump(2) << '\n';
    if (!out.flush()) {
      complain(file_ + ": cannot be written");
      return 2;
    }
  }
  return troubles_.empty() ? 0 : 1;
}

int run_program(int (*measure)(int argc, char** argv), int argc, char** argv) noexcept {
  try {
    return measure(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}

}  // namespace jackdaw::bench
