// The CPU budget by real affinity masks and real cgroups, where this process may change them.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/machine/process/child.hpp"

using namespace jackdaw;

namespace {

namespace files = std::filesystem;

/// Runs tasks until `holds`, for half a minute at most.
template <class Condition>
bool becomes(scheduler& running, Condition holds) {
  const double until = base::seconds_now() + 30;
  while (!holds()) {
    if (base::seconds_now() > until) return false;
    running.run([](worker& w) {
      for (int i = 0; i < 20; ++i) w.put([] { std::this_thread::sleep_for(std::chrono::microseconds(100)); });
    });
  }
  return true;
}

bool write(const files::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  return out.good();
}

/// A control group that limits processor time, with another one inside; removed at the end.
class group {
 public:
  /// Nothing where there is no such hierarchy, or it may not be changed.
  static std::optional<files::path> make() {
    for (const char* mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"}) {
      const files::path outer = files::path(mount) / ("jackdaw-test-" + std::to_string(getpid()));
      std::error_code error;
      const bool v2 = files::exists(files::path(mount) / "cgroup.controllers");
      if (v2) write(files::path(mount) / "cgroup.subtree_control", "+cpu");
      if (!v2 && !files::exists(files::path(mount) / "cpu.cfs_quota_us")) continue;
      if (!files::create_directory(outer, error) || error) continue;
      if (v2) write(outer / "cgroup.subtree_control", "+cpu");
      if (files::create_directory(outer / "inner", error) && !error && limit(outer, "150000")) return outer;
      remove(outer);
    }
    return std::nullopt;
  }

  /// `quota` in microseconds of 100 ms, or "max".
  static bool limit(const files::path& at, const std::string& quota) {
    if (files::exists(at / "cpu.max")) return write(at / "cpu.max", quota + " 100000");
    return write(at / "cpu.cfs_period_us", "100000") &&
           write(at / "cpu.cfs_quota_us", quota == "max" ? "-1" : quota);
  }

  static void remove(const files::path& outer) {
    std::error_code ignored;
    files::remove(outer / "inner", ignored);
    files::remove(outer, ignored);
  }
};

}  // namespace

TEST_CASE("quota: the affinity mask changes while a scheduler runs") {
  const base::cpu_list mask = base::affinity_of();
  if (base::cpu_budget().workers() < 2) {
    MESSAGE("skipped: needs two processors");
    return;
  }
  CHECK(tests::in_child([&] {
    if (!base::bind_calling_thread(mask.front())) return false;
    return scheduler().workers() == 1;  // made within a mask of one processor
  }));
  CHECK(tests::in_child([&] {
    scheduler running;
    if (running.workers() < 2) return false;
    if (!base::bind_calling_thread(mask.back())) return false;
    return becomes(running, [&] { return running.allowed_workers() == 1; });
  }));
}

TEST_CASE("quota: real cgroups, nested, 1.5 processors, changed while a scheduler runs") {
  if (base::affinity_of().size() < 2 || base::cpu_budget().quota()) {
    MESSAGE("skipped: needs two processors, and no quota yet");
    return;
  }
  const auto outer = group::make();
  if (!outer) {
    MESSAGE("skipped: no cgroup here that this process may make and limit");
    return;
  }
  MESSAGE("cgroup ", outer->string());
  CHECK(tests::in_child([&] {
    if (!write(*outer / "inner" / "cgroup.procs", "0")) return false;
    const auto quota = base::cpu_budget().quota();
    if (!quota || *quota < 1.49 || *quota > 1.51) return false;
    scheduler running;
    return running.workers() == 2 && group::limit(*outer / "inner", "50000") &&
           becomes(running, [&] { return running.allowed_workers() == 1; }) &&
           group::limit(*outer / "inner", "max") &&
           becomes(running, [&] { return running.allowed_workers() == 2; }) &&
           group::limit(*outer, "100000") && becomes(running, [&] { return running.allowed_workers() == 1; });
  }));
  group::remove(*outer);
  CHECK(!files::exists(*outer));
}
