// The program as a process: its environment, its streams, its limits, and the files that it writes.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/cli/program.hpp"

using jackdaw::cli::test::call_jackdaw;
using jackdaw::cli::test::shell;

TEST_CASE("JACKDAW_SURPLUS is looked at before anything runs") {
  for (const char* command : {"run synthetic --k 5 2>&1", "compare synthetic --k 5 2>&1"}) {
    setenv("JACKDAW_SURPLUS", "sleep", 1);
    const auto wrong = call_jackdaw(command);
    CHECK(wrong.status == 2);
    CHECK(wrong.text.find("JACKDAW_SURPLUS is 'sleep'; expected rest or work") != std::string::npos);
    setenv("JACKDAW_SURPLUS", "work", 1);
  }
  const auto run = call_jackdaw("run synthetic --k 5 --workers 9 --surplus rest --json");
  CHECK(run.status == 0);
  CHECK(nlohmann::json::parse(run.text)["workers"] == 9);
}

TEST_CASE("JACKDAW_WORKERS is the default number of workers; a wrong one is refused where it counts") {
  const auto with = [](const std::string& value, const std::string& arguments) {
    setenv("JACKDAW_WORKERS", value.c_str(), 1);
    const auto result = call_jackdaw(arguments);
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
  CHECK(call_jackdaw("run synthetic --pool dq88 2>/dev/null").text.empty());
  CHECK(call_jackdaw("run synthetic --pool dq88 2>&1").status == 2);
  CHECK(call_jackdaw("run synthetic --k 5 2>&1 >/dev/null").text.empty());
  CHECK(call_jackdaw("list 2>&1 >/dev/full").status == 2);
}

TEST_CASE("a stack that is too small is raised, or it is an answer and no crash") {
  for (const char* limit : {"72", "200"}) {
    const auto raised =
        shell(std::string("ulimit -S -s ") + limit + " && " JACKDAW_COMMAND " run fib --n 10 --json 2>&1");
    CHECK(raised.status == 0);
    const auto refused =
        shell(std::string("ulimit -s ") + limit + " && " JACKDAW_COMMAND " run fib --n 10 2>&1");
    CHECK(refused.status == 2);
    CHECK(refused.text ==
          "jackdaw: the limit of the stack is too low; expected 512 KiB at least (ulimit -s)\n");
  }
}

TEST_CASE("more threads than memory allows is an answer, not a crash") {
#ifndef JACKDAW_SANITIZED  // sanitizers reserve more address space than the limit allows
  // 400 MB of address space for a thousand threads, each of which reserves several MB of stack
  const auto result = shell("ulimit -v 400000; " JACKDAW_COMMAND " run synthetic --k 5 --workers 4000 2>&1");
  CHECK(result.status == 2);
  CHECK(result.text.starts_with("jackdaw: --workers 4000: "));
#endif
}

TEST_CASE(
    "an output that is standard output stands there alone: what the command says goes to standard error") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("jackdaw_streams_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto in_folder = [&folder](const std::string& line) {
    return shell("cd " + folder.string() + " && J=" JACKDAW_COMMAND " && " + line);
  };
  const std::string run = "$J run fib --n 5 --workers 2 --record ";
  CHECK(in_folder(
            "$J run fib --n 5 --workers 1 --record /dev/stdout >x.jd 2>said && $J explain x.jd >/dev/null && "
            "grep -c ^checked said")
            .text == "1\n");  // with what is measured without the recorder
  for (const char* const name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    CAPTURE(name);
    CHECK(
        in_folder(run + name + " >x.jd 2>said && $J explain x.jd >/dev/null && grep -c ^checked said").text ==
        "1\n");
    CHECK(in_folder(run + name + " 2>said | tail -n 1; grep -c ^checked said").text == "end\n1\n");
    CHECK(in_folder(run + name + " --json 2>said >x.jd && $J explain x.jd --json").status == 0);
    CHECK(nlohmann::json::parse(in_folder("cat said").text)["checked"] == true);
    CHECK(in_folder(run + name + " >/dev/null 2>said && grep -c ^checked said").text == "1\n");
  }
  CHECK(in_folder("$J explain x.jd --graph /dev/stdout 2>said | head -n 1").text.starts_with("digraph"));
  CHECK(in_folder("$J grammar --from x.jd --output /dev/stdout --check x.jd 2>said; cat said")
            .text.find("x.jd follows x.jd") != std::string::npos);
  for (const char* const line :
       {"--graph /dev/stdout --trace /dev/fd/1 >out 2>said",
        "--graph /dev/stdout --trace /dev/stderr >out 2>said", "--graph /dev/stdout >said 2>&1",
        "--graph g.dot >g.dot 2>said", "--graph said 2>said"}) {
    CAPTURE(line);
    const auto refused =
        in_folder(std::string("$J explain x.jd ") + line + "; status=$?; cat said; exit $status");
    CHECK(refused.status == 2);
    CHECK(refused.text.starts_with("jackdaw: --"));
    CHECK(refused.text.find("; expected ") != std::string::npos);
    CHECK(std::count(refused.text.begin(), refused.text.end(), '\n') == 1);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE(
    "outputs of the command: onto inputs refused, into open descriptors, shown without what terminals obey") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("jackdaw_outputs_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto in_folder = [&folder](const std::string& line) {
    return shell("cd " + folder.string() + " && J=" JACKDAW_COMMAND " && " + line + " 2>&1");
  };
  CHECK(in_folder("echo before >log && $J run quicksort --n 3 --output /dev/stdout >>log && head -1 log")
            .text == "before\n");
  std::ofstream(folder / "m.mtl") << "newmtl light\nKe 1 1 1\n";
  std::ofstream(folder / "s.obj") << "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl light\nf 1 2 3\n";
  std::filesystem::create_hard_link(folder / "s.obj", folder / "s");
  std::filesystem::create_hard_link(folder / "m.mtl", folder / "m");
  for (const char* const line :
       {"run radiosity --scene s.obj --mesh ./m", "run ray --scene s.obj --pov m",
        "run ray --scene s.obj --picture s", "run quicksort --input log --output ../$(basename $PWD)/log"}) {
    CAPTURE(line);
    const auto refused = in_folder(std::string("$J ") + line);
    CHECK(refused.status == 2);
    CHECK(refused.text.find("is an input, too") != std::string::npos);
  }
  const auto shown = in_folder("$J run quicksort --n 3 --output \"$(printf 'a\\033b')\"");
  CHECK(shown.status == 0);
  CHECK(shown.text.find("a\\x1bb") != std::string::npos);
  CHECK(shown.text.find('\x1b') == std::string::npos);
  const auto unchecked = in_folder("$J run radiosity --scene s.obj --json");
  CHECK(unchecked.status == 0);
  CHECK(nlohmann::json::parse(unchecked.text)["checked"].is_null());
  std::filesystem::remove_all(folder);
}

TEST_CASE("two options of which one excludes the other are refused by both names") {
  const auto refused = call_jackdaw("run cholesky --input /dev/null --n 5 2>&1");
  CHECK(refused.status == 2);
  CHECK(refused.text.find(" --input: expected one of the two") != std::string::npos);
  CHECK(refused.text.starts_with("jackdaw: --n and --input"));
}

TEST_CASE("an input that memory does not suffice for is named") {
#ifndef JACKDAW_SANITIZED
  const auto refused =
      shell("ulimit -v 1000000; " JACKDAW_COMMAND " run quicksort --n 2000000000 --workers 1 2>&1");
  CHECK(refused.status == 2);
  CHECK(refused.text ==
        "jackdaw: run quicksort --n 2000000000 --workers 1: not enough memory; expected a smaller input, or "
        "more than "
        "the 1000000 KiB of ulimit -v\n");
#endif
}

TEST_CASE("where memory does not suffice for the buffers of OpenBLAS, one line says so") {
#ifndef JACKDAW_SANITIZED
  // One arena: else those of the workers take a part of the addresses, more or less of it.
  for (const std::string input : {"cholesky --face flow", "cholesky --face threads", "lu", "mm"}) {
    CAPTURE(input);
    const auto refused = shell("ulimit -v 400000; MALLOC_ARENA_MAX=1 timeout 60 " JACKDAW_COMMAND " run " +
                               input + " --n 300 --workers 6 2>&1");
    CHECK(refused.status == 2);
    CHECK(refused.text.starts_with("jackdaw: OpenBLAS: not enough memory for buffers of 128 MiB; expected "));
  }
#endif
}

TEST_CASE("a signal while caches are simulated ends valgrind, and leaves no folder behind") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("jackdaw_interrupted_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "temporary");
  std::ofstream(folder / "valgrind") << "#!/bin/sh\ntest \"$1\" = --version && exit 0\necho $$ >>"
                                     << (folder / "started").string() << "\nexec sleep 60\n";
  std::filesystem::permissions(folder / "valgrind", std::filesystem::perms::owner_all);
  for (const char* const signal : {"TERM", "HUP"}) {
    CAPTURE(signal);
    const auto ended = shell(
        "cd " + folder.string() +
        "; rm -f started; PATH=.:$PATH TMPDIR=$PWD/temporary " JACKDAW_COMMAND
        " reproduce KR02-table6 --quick --repeat 1 >said 2>&1 & one=$!; cd " +
        folder.string() +
        "; for i in $(seq 300); do test -s started && break; sleep 0.1; done; ls temporary; kill -" + signal +
        " $one; wait $one; echo $?; ls temporary; kill -0 $(cat started) 2>/dev/null && echo alive");
    const std::string status = std::to_string(128 + (std::string(signal) == "TERM" ? SIGTERM : SIGHUP));
    CHECK(ended.text.starts_with("jackdaw-caches-"));
    CHECK(ended.text.ends_with('\n' + status + '\n'));
  }
  std::filesystem::remove_all(folder);
}
