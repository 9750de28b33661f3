#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <thread>
#include <type_traits>

#include <doctest/doctest.h>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/characters.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/base/threads/short_pause.hpp>
#include <jackdaw/base/threads/stack.hpp>

#include "tests/support/machine/false_root.hpp"

namespace base_test {

using namespace jackdaw::base;

namespace {

/// A false machine, and its budget.
class false_machine : public jackdaw::tests::false_root {
 public:
  [[nodiscard]] std::optional<double> quota() const { return cpu_budget(path()).quota(); }
  [[nodiscard]] unsigned workers() const { return cpu_budget(path()).workers(); }
};

}  // namespace

TEST_CASE("padded things lie on cache lines of their own") {
  padded<char> two[2];
  CHECK(reinterpret_cast<char*>(&two[1]) - reinterpret_cast<char*>(&two[0]) >= 64);
  CHECK(sizeof(padded<char[200]>) == 256);
}

TEST_CASE("mix is a bijection on small numbers and spreads them; below() covers its range") {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) seen.insert(mix(i));
  CHECK(seen.size() == 1000);
  jackdaw::base::random numbers(42);
  std::set<std::uint32_t> drawn;
  for (int i = 0; i < 200; ++i) {
    const auto number = numbers.below(7);
    CHECK(number < 7);
    drawn.insert(number);
  }
  CHECK(drawn.size() == 7);
  CHECK(jackdaw::base::random(1).next() == jackdaw::base::random(1).next());
  CHECK(jackdaw::base::random(1).next() != jackdaw::base::random(2).next());
}

TEST_CASE("clocks go forward") {
  const stopwatch watch;
  const auto ticks = ticks_now();
  double sink = 0;
  for (int i = 0; i < 100000; ++i) sink += i;
  CHECK(sink > 0);
  CHECK(ticks_now() > ticks);
  CHECK(watch.seconds() > 0);
  CHECK(process_cpu_nanoseconds() > 0);
}

TEST_CASE("the coarse clock is behind the fine one, and goes on") {
  const std::int64_t coarse = coarse_nanoseconds_now();
  CHECK(coarse <= nanoseconds_now());
  while (coarse_nanoseconds_now() == coarse) {}
  CHECK(coarse_nanoseconds_now() > coarse);
}

TEST_CASE("both sides of the asymmetric fence work, whether the kernel offers it or not") {
  asymmetric_fence::light();
  asymmetric_fence::heavy();
  MESSAGE("membarrier: ", asymmetric_fence::available());
}

TEST_CASE(
    "a short pause is as many pauses as take 50 ns, whatever one takes: one at least, and not too many") {
  CHECK(pauses_in_short(12.5) == 4);
  CHECK(pauses_in_short(62) == 1);
  CHECK(pauses_in_short(1000) == 1);
  CHECK(pauses_in_short(5) == 10);
  CHECK(pauses_in_short(0.1) == 64);
  CHECK(pauses_in_short(0) == 64);
  CHECK(measured_pause() >= 0);
  short_pause();
}

TEST_CASE("the stack of the first thread is found without /proc, too") {
  const stack_bounds asked = stack_bounds::here();
  const stack_bounds found = stack_bounds::of_first_thread();
  if (asked.size == 0 || found.size == 0) return;  // without a limit there is no such bound
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  CHECK(found.low < here);
  CHECK(here < found.low + found.size);
  const auto ends_apart =
      static_cast<std::intptr_t>(found.low + found.size) - static_cast<std::intptr_t>(asked.low + asked.size);
  CHECK(std::abs(ends_apart) <= 64 * 1024);
}

TEST_CASE("the stack of another thread is found where its affinity mask must not be read, too") {
  std::thread([] {
    const stack_bounds asked = stack_bounds::here();  // as the next one in a process in which that is refused
    const stack_bounds found = stack_bounds::of_usual_thread();
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    REQUIRE(asked.size != 0);
    CHECK(asked.low < here);
    CHECK(found.low < here);
    CHECK(here < found.low + found.size);
    CHECK(std::abs(static_cast<std::intptr_t>(found.low - asked.low)) <= 64 * 1024);
    CHECK(stack_floor() > asked.low);
  }).join();
}

TEST_CASE("the affinity mask has at least one processor") { CHECK(cpu_budget::affinity() >= 1); }

TEST_CASE("quota: no cgroup files mean no limit") {
  const false_machine root;
  CHECK(!root.quota());
  CHECK(root.workers() == cpu_budget::affinity());
}

TEST_CASE("quota: cgroup v2, the smallest of all groups above") {
  const false_machine root;
  root.write("/proc/self/cgroup", "0::/outer/inner\n");
  root.write("/sys/fs/cgroup/outer/cpu.max", "150000 100000\n");
  root.write("/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  REQUIRE(root.quota());
  CHECK(*root.quota() == doctest::Approx(1.5));
  CHECK(root.workers() == std::min(2U, cpu_budget::affinity()));  // rounded up
  root.write("/sys/fs/cgroup/outer/inner/cpu.max", "50000 100000\n");
  CHECK(*root.quota() == doctest::Approx(0.5));
  CHECK(root.workers() == 1);
}

TEST_CASE("quota: inside a container the group's own path may be hidden") {
  const false_machine root;
  root.write("/proc/self/cgroup", "0::/hidden/by/namespace\n");
  root.write("/sys/fs/cgroup/cpu.max", "100000 100000\n");
  CHECK(*root.quota() == doctest::Approx(1.0));
}

TEST_CASE("quota: cgroup v1, nested, with other controllers around") {
  const false_machine root;
  root.write("/proc/self/cgroup", "12:memory:/a\n3:cpu,cpuacct:/a/b\n1:name=systemd:/x\n0::/\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "250000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
  CHECK(*root.quota() == doctest::Approx(2.5));
}

TEST_CASE("quota: broken files count as no limit") {
  const false_machine root;
  root.write("/proc/self/cgroup", "0::/\nnonsense\n");
  for (const char* text : {"", "max", "abc 100000", "100000 0", "-5 100000", "100000"}) {
    CAPTURE(text);
    root.write("/sys/fs/cgroup/cpu.max", text);
    CHECK(!root.quota());
  }
}

TEST_CASE("a function_ref calls what it refers to, and passes on what that returns and throws") {
  int calls = 0;
  auto counts = [&calls]() mutable { return ++calls; };
  const function_ref<int()> first(counts);
  const function_ref<int()> copy(first);  // of the same callable, not of the reference
  CHECK(first() == 1);
  CHECK(copy() == 2);
  CHECK(calls == 2);
  const auto constant = [] { return true; };
  CHECK(function_ref<bool()>(constant)());
  const auto throws = [] { throw 7; };
  const function_ref<void()> thrower(throws);
  CHECK_THROWS_AS(thrower(), int);
  static_assert(!std::is_constructible_v<function_ref<int()>, void (*)()>);
}

TEST_CASE("the beginning of a text is not cut within a character") {
  CHECK(beginning("abc", 3) == "abc");
  CHECK(beginning("abc", 2) == "ab");
  CHECK(beginning("ab\xe2\x82\xac", 4) == "ab");  // a character of three bytes
  CHECK(beginning("ab\xe2\x82\xac", 5).size() == 5);
  CHECK(beginning("\x80\x80\x80\x80\x80\x80", 5).size() == 2);  // none at all: three back at most
  CHECK(beginning("", 0).empty());
}

}  // namespace base_test
