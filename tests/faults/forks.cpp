// fork() at odd places: in a task, between submissions, while another thread waits. The child ends by _exit, computes
// serially, executes a program, or makes a scheduler of its own; the parent computes on, unharmed.
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/faults/fault_kinds.hpp"
#include "tests/faults/workloads/workloads.hpp"

namespace jackdaw::tests {

namespace {

constexpr unsigned seconds_a_child = 30;

long serial_fib(int n) { return n < 2 ? n : serial_fib(n - 1) + serial_fib(n - 2); }

/// What a child does before it ends.
struct child_life {
  std::string_view name;
  bool (*live)();
  bool only_outside = false;  ///< in a task, it would use the parent's scheduler
};

constexpr std::array lives{child_life{"exit", [] { return true; }},
                           child_life{"serial",
                                      [] {
                                        std::vector<std::string> texts;  // allocates
                                        for (int i = 0; i < 100; ++i)
                                          texts.push_back(std::string(50, 'x') + std::to_string(i));
                                        return serial_fib(15) == 610 && texts.back().ends_with("99");
                                      }},
                           child_life{"exec",
                                      [] {
                                        execl("/bin/true", "true", nullptr);
                                        return false;
                                      }},
                           child_life{"scheduler",
                                      [] {
                                        scheduler own(2U);
                                        std::atomic<int> done{0};
                                        own.run([&](worker& w) {
                                          for (int i = 0; i < 20; ++i) w.put([&] { ++done; });
                                        });
                                        handle<int> sum(0);
                                        flow tasks(own);
                                        for (int i = 0; i < 20; ++i)
                                          tasks.submit(write(sum), [](int& x) { ++x; });
                                        tasks.wait();
                                        return done == 20 && sum.value() == 20;
                                      }},
                           child_life{"join",
                                      [] {
                                        const auto [a, b] = join([] { return 1; }, [] { return 2; });
                                        return a + b == 3;
                                      },
                                      true}};

/// Whether the child has lived well. From any thread of the parent.
bool fork_and_wait(const child_life& life) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds_a_child);  // the thread that has called fork() may block it
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    bool well = false;
    try {
      well = life.live();
    } catch (...) {}
    _exit(well ? 0 : 1);
  }
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void in_a_task_of_a_run(const child_life& life) {
  scheduler on(3U);
  std::atomic<int> well{0};
  std::atomic<int> done{0};
  on.run([&](worker& w) {
    for (int i = 0; i < 60; ++i) {
      w.put([&, i] {
        ++done;
        if (i % 20 == 0) well += fork_and_wait(life) ? 1 : 0;
      });
    }
  });
  expect(done == 60, "a task was lost");
  expect(well == 3, "a child that was made in a task of a run");
}

void in_a_task_of_a_flow(const child_life& life) {
  scheduler on(3U);
  flow tasks(on);
  handle<int> sum(0);
  std::atomic<int> well{0};
  for (int i = 0; i < 60; ++i) {
    tasks.submit(write(sum), [&, i](int& x) {
      ++x;
      if (i % 20 == 0) well += fork_and_wait(life) ? 1 : 0;
    });
  }
  tasks.wait();
  expect(sum.value() == 60, "a task of a flow was lost");
  expect(well == 3, "a child that was made in a task of a flow");
}

void in_a_branch(const child_life& life) {
  const auto [a, b] = join([&] { return fork_and_wait(life); },
                           [&] {
                             task_group all;
                             std::atomic<int> well{0};
                             for (int i = 0; i < 3; ++i)
                               all.spawn([&] { well += fork_and_wait(life) ? 1 : 0; });
                             all.wait();
                             return well == 3;
                           });
  expect(a, "a child that was made in a branch");
  expect(b, "a child that was made in a task of a group");
}

void between_submissions(const child_life& life) {
  scheduler on(3U);
  flow tasks(on);
  handle<int> sum(0);
  task_group group;
  std::atomic<int> done{0};
  for (int i = 0; i < 60; ++i) {
    tasks.submit(write(sum), [](int& x) { ++x; });
    tasks.submit(reduce(sum), [](int& x) { ++x; });
    group.spawn([&] { ++done; });
    auto later = tasks.reserve(write(sum));
    if (i % 20 == 0) expect(fork_and_wait(life), "a child that was made between submissions");
    later.submit([](int& x) { ++x; });
  }
  group.wait();
  tasks.wait();
  expect(done == 60 && sum.value() == 180, "a task was lost");
}

void while_another_waits(const child_life& life) {
  scheduler on(2U);
  flow tasks(on);
  handle<int> sum(0);
  std::atomic<bool> may_end{false};
  tasks.submit(write(sum), [&](int& x) {
    while (!may_end) std::this_thread::yield();
    ++x;
  });
  std::thread waiting([&] { tasks.wait(); });
  std::thread running([&] {
    expect(parallel_reduce(0, 1000, 0, [](int i) { return i % 2; }, std::plus<>()) == 500, "a wrong sum");
  });
  for (int i = 0; i < 3; ++i) expect(fork_and_wait(life), "a child that was made while a thread waits");
  may_end = true;
  waiting.join();
  running.join();
  expect(sum.value() == 1, "a task was lost");
}

struct fork_place {
  std::string_view name;
  void (*run)(const child_life&);
  bool is_outside = false;  ///< of tasks
};

constexpr std::array places{fork_place{"run", &in_a_task_of_a_run}, fork_place{"flow", &in_a_task_of_a_flow},
                            fork_place{"branch", &in_a_branch},
                            fork_place{"submission", &between_submissions, true},
                            fork_place{"wait", &while_another_waits, true}};

}  // namespace

void forks_at_odd_places(fault_cases& cases) {
  for (int i = 0; i < 3; ++i) {
    for (const fork_place& place : places) {
      for (const child_life& life : lives) {
        if (life.only_outside && !place.is_outside) continue;
        const std::string name = std::string(place.name) + "." + std::string(life.name);
        cases.run("fork", name, [&] { place.run(life); });
      }
    }
  }
}

}  // namespace jackdaw::tests
