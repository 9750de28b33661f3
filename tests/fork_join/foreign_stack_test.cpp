// Joins, reductions and groups of a task on another stack than its thread's: a fibre, a handler of signals.
#include <atomic>
#include <csignal>
#include <cstddef>
#include <functional>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <jackdaw/jackdaw.hpp>

namespace foreign_stack_test {

using namespace jackdaw;

namespace {

long fib(int n) {
  if (n < 2) return n;
  const auto [a, b] = join([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return a + b;
}

long spawned() {
  std::atomic<long> sum{0};
  task_group group;
  for (int i = 0; i < 100; ++i) group.spawn([&sum] { ++sum; });
  group.wait();
  return sum;
}

/// Calls all constructs; how many results are wrong or have thrown.
int wrong_here() {
  try {
    int wrong = fib(12) == 144 ? 0 : 1;
    wrong += parallel_reduce(0, 1000, 0L, [](int i) { return long{i}; }, std::plus<>()) == 499'500 ? 0 : 1;
    wrong += spawned() == 100 ? 0 : 1;
    return wrong;
  } catch (const std::exception& error) {
    MESSAGE(error.what());
    return 100;
  }
}

/// A stack of its own.
class own_stack {
 public:
  static constexpr std::size_t bytes = std::size_t{1} << 20;
  own_stack() : memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    REQUIRE(memory_ != MAP_FAILED);
  }
  own_stack(const own_stack&) = delete;
  own_stack& operator=(const own_stack&) = delete;
  ~own_stack() { munmap(memory_, bytes); }
  [[nodiscard]] void* low() const { return memory_; }

 private:
  void* memory_;
};

int found = 0;
ucontext_t left{};

int wrong_in_fibre(const own_stack& stack) {
  ucontext_t fibre{};
  getcontext(&fibre);
  fibre.uc_stack.ss_sp = stack.low();
  fibre.uc_stack.ss_size = own_stack::bytes;
  fibre.uc_link = &left;
  makecontext(&fibre, +[] { found = wrong_here(); }, 0);
  found = -1;
  swapcontext(&left, &fibre);
  return found;
}

int wrong_in_handler(const own_stack& stack) {
  stack_t there{};
  there.ss_sp = stack.low();
  there.ss_size = own_stack::bytes;
  stack_t before{};
  REQUIRE(sigaltstack(&there, &before) == 0);
  struct sigaction act{};
  act.sa_flags = SA_ONSTACK;
  act.sa_handler = [](int) { found = wrong_here(); };
  struct sigaction old{};
  REQUIRE(sigaction(SIGFPE, &act, &old) == 0);  // workers block all but those of faults
  found = -1;
  REQUIRE(std::raise(SIGFPE) == 0);
  sigaction(SIGFPE, &old, nullptr);
  sigaltstack(&before, nullptr);
  return found;
}

/// What `function` returns in a task. Stacks that lie below the worker's, and such that lie above it, where there are
/// any: the first ones are made before the scheduler has threads, the last ones afterwards.
void in_tasks(int (*function)(const own_stack&)) {
  const std::vector<own_stack> before(4);
  scheduler one(1);
  scheduler three(3);
  const std::vector<own_stack> after(4);
  for (scheduler* where : {&one, &three}) {
    for (const auto* stacks : {&before, &after}) {
      for (const own_stack& each : *stacks) {
        int wrong = -1;
        where->run([&] { wrong = function(each); });
        CHECK(wrong == 0);
      }
    }
  }
}

}  // namespace

TEST_CASE("joins, reductions and groups of a task work in a fibre") { in_tasks(wrong_in_fibre); }

TEST_CASE("and in a handler of signals that has a stack of its own") { in_tasks(wrong_in_handler); }

}  // namespace foreign_stack_test
