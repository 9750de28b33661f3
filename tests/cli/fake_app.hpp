// An application for tests of the command: it does next to nothing, keeps a log, and fails on request.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <CLI/App.hpp>
#include <doctest/doctest.h>

#include "apps/app.hpp"
#include "apps/support/files/output_file.hpp"
#include "cli/command.hpp"
#include "cli/environment.hpp"

namespace jackdaw::cli::test {

class fake_app : public apps::app {
 public:
  void declare_options(CLI::App& command) override {
    command.add_option("--size", size_, "Tasks");
    command.add_option("--wrong-on", wrong_on_, "The pool whose result is wrong, or serial");
    command.add_option("--wrong-run", wrong_run_, "From this run on results are wrong; from 1");
    command.add_option("--quick-run", quick_run_, "This run takes half the time, for one task more; from 1");
    command.add_option("--throws", throws_, "input, memory, threads, or task");
    command.add_option("--output", output_, "A file to write");
    command.add_option("--face", face_, "pool, or threads: not on the pool, says the log");
    command.add_flag("--pauses", pauses_, "Tasks sleep for some milliseconds");
    command.add_flag("--blocks", blocks_, "Tasks wait until they may go on");
  }
  void prepare() override {
    if (throws_ == "input") throw apps::input_error("scene.txt:3: expected a number\nor so");
    if (throws_ == "memory") throw std::bad_alloc();
    if (throws_ == "threads")
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    if (face_ != "pool" && face_ != "threads") throw apps::input_error("--face " + face_);
    apps::require_writable(std::vector<apps::named_output>{{"--output", output_}});
  }
  [[nodiscard]] std::string input() const override { return "size=" + std::to_string(size_) + ", \"fake\""; }
  double run_serial() override {
    ran_ = "serial";
    order() += "serial ";
    return 1.0;
  }
  double run(any_scheduler& scheduler) override {
    ++runs_;
    ran_ = face_ == "pool" ? scheduler.choice().pool : face_;
    order() += ran_ + std::to_string(scheduler.workers()) + " ";
    std::atomic<int> done{0};
    const bool is_quick = runs_ == quick_run_;
    std::vector<int> sizes(static_cast<std::size_t>(is_quick ? size_ + 1 : size_));
    const auto task = [&, fails = throws_ == "task"](any_worker&) {
      if (fails) throw std::runtime_error("the task gave up");
      while (blocks_ && !may_go_on()) std::this_thread::yield();
      if (pauses_) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ++done;
    };
    scheduler.run_each(std::vector(sizes.size(), task));
    return (ran_ == "dq8" ? 1.0 : 2.0) / scheduler.workers() / (is_quick ? 2 : 1);
  }
  [[nodiscard]] apps::verdict check() override {
    const bool right = ran_ != wrong_on_ && (wrong_run_ < 0 || runs_ < wrong_run_);
    return {right, right ? "as expected" : "7 instead of 8"};
  }
  [[nodiscard]] apps::json counts() const override { return {{"answer_found", 42}, {"ratio", 0.5}}; }
  std::vector<std::string> write_outputs() override {
    if (output_.empty()) return {};
    apps::output_file file(output_);
    file.stream() << "done\n";
    file.commit();
    return {output_};
  }

  static std::atomic<bool>& may_go_on() {
    static std::atomic<bool> now{false};
    return now;
  }

  /// What ran, in order, since the test cleared it.
  static std::string& order() {
    static std::string text;
    return text;
  }

 private:
  int size_ = 3;
  std::string wrong_on_;
  int wrong_run_ = -1;
  int quick_run_ = -1;
  int runs_ = 0;
  std::string throws_;
  std::string output_;
  std::string face_ = "pool";
  bool blocks_ = false;
  bool pauses_ = false;
  std::string ran_;
};

struct outcome {
  int status;
  std::string out;
  std::string err;
};

/// `jackdaw arguments…` with the fake as its only application; `err` is where complaints go.
inline outcome call(std::vector<std::string> arguments, std::ostream& err) {
  static constexpr apps::app_entry entries[] = {
      {"fake", "does nothing", "nobody",
       []() -> std::unique_ptr<apps::app> { return std::make_unique<fake_app>(); }}};
  std::ostringstream out;
  fake_app::order().clear();
  fake_app::may_go_on() = false;
  const int status = command(std::move(arguments), {entries, out, err});
  return {status, out.str(), ""};
}

/// The same, with the complaints.
inline outcome call(std::vector<std::string> arguments) {
  std::ostringstream err;
  outcome result = call(std::move(arguments), err);
  result.err = err.str();
  return result;
}

/// Whether `part` stands somewhere in `text`.
inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Exit status 2, nothing on stdout, one line on stderr that says `part`.
inline void refuses(const std::vector<std::string>& arguments, const std::string& part) {
  const auto result = call(arguments);
  CAPTURE(result.err);
  CAPTURE(part);
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK(result.err.starts_with("jackdaw: "));
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK(has(result.err, part));
}

}  // namespace jackdaw::cli::test
