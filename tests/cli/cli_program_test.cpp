// The program as it is installed: real applications, real processes.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace {

struct outcome {
  int status;
  std::string text;
};

/// `jackdaw arguments` by the shell.
outcome jackdaw(const std::string& arguments) {
  FILE* const pipe = popen((JACKDAW_COMMAND " " + arguments).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), n);
  const int status = pclose(pipe);
  REQUIRE(WIFEXITED(status));
  return {WEXITSTATUS(status), text};
}

}  // namespace

TEST_CASE("every application of the list runs, and says so in JSON") {
  const auto list = nlohmann::json::parse(jackdaw("list apps --json").text);
  REQUIRE(!list["apps"].empty());
  for (const auto& app : list["apps"])
    CHECK(jackdaw("run " + app["name"].get<std::string>() + " --help").status == 0);
}

TEST_CASE("synthetic on two workers") {
  const auto result = jackdaw("run synthetic --k 10 --f 1 --workers 2 --json");
  CHECK(result.status == 0);
  const auto found = nlohmann::json::parse(result.text);
  CHECK(found["checked"] == true);
  CHECK(found["tasks"] == found["counts"]["expected_tasks"]);
}

TEST_CASE("synthetic on all pools") {
  const auto result = jackdaw("compare synthetic --k 10 --f 1 --workers 1,2 --repeat 2");
  CHECK(result.status == 0);
  CHECK(result.text.find("Best overall: ") != std::string::npos);
}

TEST_CASE("every result of a paper can be looked for, and stands beside the paper's") {
  const auto list = nlohmann::json::parse(jackdaw("reproduce --json").text);
  REQUIRE(!list.empty());
  for (const auto& each : list) {
    const std::string name = each["name"];
    CAPTURE(name);
    CHECK(jackdaw("reproduce").text.find(name) != std::string::npos);
#if !defined(JACKDAW_SANITIZED)
    const auto result = jackdaw("reproduce " + name + " --quick --repeat 1 --json");
    CHECK(result.status == 0);
    const auto found = nlohmann::json::parse(result.text);
    CHECK(found["comparison"]["checked"] == true);
    CHECK(found["columns"].size() + found["orders"].size() > 0);
    for (const auto& column : found["columns"]) {
      for (const auto& row : column["rows"]) {
        CHECK(row["paper"].is_number());
        CHECK(row["here"].is_number());
      }
    }
    for (const auto& order : found["orders"]) CHECK(order["ratio"] > 0);
#endif
  }
  CHECK(jackdaw("reproduce HR10-figure5a --quick --repeat 2").text.find("orders are as in the paper") !=
        std::string::npos);
  const auto wrong = jackdaw("reproduce HR10-figure5 2>&1");
  CHECK(wrong.status == 2);
  CHECK(wrong.text.find("did you mean 'HR10-figure5a'?") != std::string::npos);
  CHECK(jackdaw("reproduce HR10-figure5a --repeat no 2>&1").status == 2);
}

TEST_CASE("JACKDAW_WORKERS is the default number of workers; a wrong one is refused where it counts") {
  const auto with = [](const std::string& value, const std::string& arguments) {
    setenv("JACKDAW_WORKERS", value.c_str(), 1);
    const auto result = jackdaw(arguments);
    unsetenv("JACKDAW_WORKERS");
    return result;
  };
  const auto three = with("3", "run synthetic --k 5 --pin scatter --json");
  CHECK(three.status == 0);
  CHECK(nlohmann::json::parse(three.text)["workers"] == 3);
  CHECK(nlohmann::json::parse(with("3", "run synthetic --k 5 --workers 2 --json").text)["workers"] == 2);
  CHECK(with("lots", "list pools").status == 0);
  for (const char* command : {"run synthetic --k 5 2>&1", "compare synthetic --k 5 2>&1"}) {
    const auto wrong = with("lots", command);
    CHECK(wrong.status == 2);
    CHECK(
        wrong.text ==
        "jackdaw: environment variable JACKDAW_WORKERS is 'lots'; expected a whole number from 1 to 4096\n");
  }
}

TEST_CASE("stdout stays empty when something is refused; stderr when nothing is") {
  CHECK(jackdaw("run synthetic --pool dq88 2>/dev/null").text.empty());
  CHECK(jackdaw("run synthetic --pool dq88 2>&1").status == 2);
  CHECK(jackdaw("run synthetic --k 5 2>&1 >/dev/null").text.empty());
  CHECK(jackdaw("list 2>&1 >/dev/full").status == 2);
}

TEST_CASE("more threads than memory allows is an answer, not a crash") {
#ifndef JACKDAW_SANITIZED  // sanitizers reserve more address space than the limit allows
  // 400 MB of address space for a thousand threads, each of which reserves several MB of stack
  const std::string command = JACKDAW_COMMAND " run synthetic --k 5 --workers 4000 2>&1";
  FILE* const pipe = popen(("ulimit -v 400000; " + command).c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> text{};
  const std::size_t length = fread(text.data(), 1, text.size() - 1, pipe);
  const int status = pclose(pipe);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 2);
  CHECK(std::string(text.data(), length).starts_with("jackdaw: --workers 4000: "));
#endif
}
