#include "bench/support/program.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench/support/machine.hpp"

namespace jackdaw::bench {

struct program::document {
  json head;
  json results = json::array();
  json troubles = json::array();
};

program::program(const std::string& name, const std::string& description)
    : name_(name),
      options_(std::make_unique<CLI::App>(description, name + "_bench")),
      document_(std::make_unique<document>()) {
  options_->add_flag("--quick", quick_, "few rounds: shows that everything works, not how fast");
  options_->add_option("--rounds", rounds_, "measured rounds, after one to warm up")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  options_->add_option("--json", file_, "write the figures to this file");
}

program::~program() = default;

void program::parse(int argc, char** argv) {
  try {
    options_->parse(argc, argv);
  } catch (const CLI::ParseError& error) { std::exit(options_->exit(error) == 0 ? 0 : 2); }
  if (quick_ && options_->count("--rounds") == 0) rounds_ = 2;

  std::string command = name_ + "_bench";
  for (int i = 1; i < argc; ++i) command.append(" ").append(argv[i]);
  json& head = document_->head;
  head = {{"bench", name_}, {"command", command}};
  head.update(circumstances());
  head["rounds"] = rounds_;
  const auto& machine = head["machine"];
  std::printf("%s, %u cores, load %.1f; %s; commit %s\n",
              machine["cpu"].get_ref<const std::string&>().c_str(), machine["cores"].get<unsigned>(),
              machine["load"].get<double>(), head["build"]["compiler"].get_ref<const std::string&>().c_str(),
              head["commit"].get_ref<const std::string&>().c_str());
  std::fflush(stdout);
}

void program::add(const json& row) { document_->results.push_back(row); }

void program::complain(const std::string& what) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s_bench: %s\n", name_.c_str(), what.c_str());
  document_->troubles.push_back(what);
}

int program::finish() {
  json all = document_->head;
  all["troubles"] = document_->troubles;
  all["results"] = document_->results;
  if (!file_.empty()) {
    std::ofstream out(file_);
    out << all.dump(2) << '\n';
    if (!out.flush()) {
      complain(file_ + ": cannot be written");
      return 2;
    }
  }
  return document_->troubles.empty() ? 0 : 1;
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
