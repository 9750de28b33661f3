// The machine as the kernel describes it: lists of processors, topology, pinning, budgets; against false
// file trees.
#include <algorithm>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <jackdaw/base/processors/budget/cpu_budget.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/numa_nodes.hpp>
#include <jackdaw/base/processors/pinning.hpp>
#include <jackdaw/base/processors/topology.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "tests/support/machine/false_root.hpp"
#include "tests/support/machine/variable.hpp"

namespace machine_test {

using namespace jackdaw;
using namespace jackdaw::base;
using tests::false_root;
using tests::variable;

namespace {

/// Two chips of two cores of two logical processors, numbered as on most servers: siblings are 4 apart.
void write_two_chips(const false_root& root) {
  for (unsigned cpu = 0; cpu < 8; ++cpu) {
    const unsigned first = cpu % 4;
    root.cpu(cpu, first / 2, std::to_string(first) + "," + std::to_string(first + 4));
  }
  root.mask("0-7");
}

}  // namespace

TEST_CASE("the nodes of memory are read, holes and nonsense included") {
  const false_root root;
  CHECK(numa_nodes(root.path()).count() == 1);  // nothing is known
  CHECK(numa_nodes(root.path()).of_processor(3) == 0);
  root.write("/sys/devices/system/node/online", "0,2-3,70000\n");
  root.write("/sys/devices/system/node/node0/cpulist", "0-1,4\n");
  root.write("/sys/devices/system/node/node2/cpulist", "2-3,5\n");
  root.write("/sys/devices/system/node/node3/cpulist", "\n");  // memory alone
  root.write("/sys/devices/system/node/node70000/cpulist", "6\n");
  const numa_nodes nodes(root.path());
  CHECK(nodes.count() == 3);
  CHECK(nodes.of_processor(1) == 0);
  CHECK(nodes.of_processor(2) == 2);
  CHECK(nodes.of_processor(4) == 0);
  CHECK(nodes.of_processor(5) == 2);
  CHECK(nodes.of_processor(6) == 0);
  CHECK(nodes.of_processor(-1) == 0);
  CHECK(nodes.of_processor(1 << 20) == 0);
  CHECK(numa_nodes::of_this_machine().count() >= 1);
}

TEST_CASE("lists of processors, as the kernel writes them") {
  CHECK(*parse_cpu_list("0-3,8,10-11\n") == cpu_list{0, 1, 2, 3, 8, 10, 11});
  CHECK(*parse_cpu_list("5") == cpu_list{5});
  CHECK(*parse_cpu_list("3,1-2,2") == cpu_list{1, 2, 3});
  CHECK(parse_cpu_list("\n")->empty());
  for (const char* wrong : {"a", "1-", "-1", "3-1", "1,,2", "1,", "1 2", "0-99999999999"}) {
    CAPTURE(wrong);
    CHECK(!parse_cpu_list(wrong));
  }
}

TEST_CASE("the own mask is read, and a thread that does not exist has none") {
  CHECK(!affinity_of().empty());
  CHECK(affinity_of(0).size() == cpu_budget::affinity());
  CHECK(affinity_of(-1).empty());
}

TEST_CASE("SMT: all logical processors by default, one of each core on demand, within the mask") {
  const false_root root;
  write_two_chips(root);
  const topology whole(*parse_cpu_list("0-7"), root.path());
  CHECK(whole.usable(cpu_use::all).size() == 8);
  CHECK(whole.usable(cpu_use::one_per_core) == cpu_list{0, 1, 2, 3});
  CHECK(whole.usable(cpu_use::strong_cores) == cpu_list{0, 1, 2, 3});  // all are as strong
  CHECK(topology({1, 4, 5}, root.path()).usable(cpu_use::one_per_core) == cpu_list{1, 4});
  CHECK(cpu_budget(root.path()).workers() == 8);
  CHECK(cpu_budget(root.path(), cpu_use::one_per_core).workers() == 4);
  root.mask("2,6");
  CHECK(cpu_budget(root.path()).workers() == 2);
  CHECK(cpu_budget(root.path(), cpu_use::one_per_core).workers() == 1);
}

TEST_CASE("hybrid cores: x86 by kind, Arm by capacity") {
  const false_root root;
  root.mask("0-5");
  for (unsigned cpu = 0; cpu < 4; ++cpu) root.cpu(cpu, 0, cpu < 2 ? "0-1" : "2-3");
  for (unsigned cpu = 4; cpu < 6; ++cpu) root.cpu(cpu, 0, std::to_string(cpu));
  SUBCASE("cpu_core and cpu_atom") {
    root.write("/sys/devices/cpu_core/cpus", "0-3\n");
    root.write("/sys/devices/cpu_atom/cpus", "4-5\n");
  }
  SUBCASE("cpu_capacity") {
    for (unsigned cpu = 0; cpu < 6; ++cpu) {
      root.write("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpu_capacity",
                 cpu < 4 ? "1024\n" : "446\n");
    }
  }
  CHECK(cpu_budget(root.path()).workers() == 6);
  CHECK(cpu_budget(root.path(), cpu_use::one_per_core).workers() == 4);
  CHECK(cpu_budget(root.path(), cpu_use::strong_cores).workers() == 2);
  root.mask("4-5");  // only weak ones are left: they are the strongest there are
  CHECK(cpu_budget(root.path(), cpu_use::strong_cores).workers() == 2);
}

TEST_CASE("a machine that says nothing has a core for each logical processor") {
  const false_root root;
  root.mask("0-2");
  CHECK(cpu_budget(root.path(), cpu_use::one_per_core).workers() == 3);
  CHECK(pinning_order(topology({0, 1, 2}, root.path()), pinning::compact) == cpu_list{0, 1, 2});
}

TEST_CASE("quota: fractions are rounded up, never above the mask") {
  const false_root root;
  root.mask("0-7");
  root.write("/proc/self/cgroup", "0::/\n");
  for (const auto& [quota, workers] :
       {std::pair{"150000", 2U}, {"100000", 1U}, {"1", 1U}, {"799999", 8U}, {"9900000", 8U}}) {
    CAPTURE(quota);
    root.write("/sys/fs/cgroup/cpu.max", std::string(quota) + " 100000\n");
    CHECK(cpu_budget(root.path()).workers() == workers);
    CHECK(working::staffing(scheduler_options{.machine_root = root.path()}).workers == workers);
  }
}

TEST_CASE("quota: control groups are where the kernel says that they are mounted") {
  const false_root root;
  root.mask("0-7");
  const auto workers = [&] { return cpu_budget(root.path()).workers(); };
  SUBCASE("version 2, in a place of its own, with a blank in its name") {
    root.write("/proc/self/mountinfo",
               "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
               "30 22 0:26 / /groups\\040here rw,nosuid shared:4 master:2 - cgroup2 cgroup2 rw,nsdelegate\n");
    root.write("/proc/self/cgroup", "0::/outer/own\n");
    root.write("/groups here/outer/cpu.max", "250000 100000\n");
    root.write("/groups here/outer/own/cpu.max", "max 100000\n");
    root.write("/sys/fs/cgroup/cpu.max", "100000 100000\n");  // not mounted: of no process
    CHECK(workers() == 3);
  }
  SUBCASE("version 2, of which only a part is mounted, as in a container") {
    root.write("/proc/self/mountinfo", "30 22 0:26 /outer /mnt rw - cgroup2 none rw\n");
    root.write("/proc/self/cgroup", "0::/outer/own\n");
    root.write("/mnt/own/cpu.max", "150000 100000\n");
    root.write("/mnt/outer/own/cpu.max", "100000 100000\n");  // another group, /outer/outer/own
    CHECK(workers() == 2);
    root.write("/proc/self/cgroup", "0::/outermost\n");  // not below /outer
    root.write("/mnt/cpu.max", "550000 100000\n");
    CHECK(workers() == 6);
  }
  SUBCASE("version 1, by the controller and not by the name of the folder") {
    root.write("/proc/self/mountinfo",
               "31 22 0:27 / /mnt/sets rw - cgroup cgroup rw,cpuset\n"
               "32 22 0:28 / /mnt/time rw - cgroup cgroup rw,cpuacct,cpu\n"
               "no mount at all\n");
    root.write("/proc/self/cgroup", "5:cpuset:/\n4:cpu,cpuacct:/own\n");
    for (const char* folder : {"/mnt/sets", "/mnt/time/own"}) {
      root.write(std::string(folder) + "/cpu.cfs_period_us", "100000\n");
      root.write(std::string(folder) + "/cpu.cfs_quota_us", folder[5] == 's' ? "100000\n" : "350000\n");
    }
    CHECK(workers() == 4);
  }
  SUBCASE("no control group is mounted, as far as one can see: where they usually are") {
    root.write("/proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
    root.write("/proc/self/cgroup", "0::/\n");
    root.write("/sys/fs/cgroup/cpu.max", "200000 100000\n");
    CHECK(workers() == 2);
  }
}

TEST_CASE("pinning: none, compact, scatter") {
  const false_root root;
  write_two_chips(root);
  const topology whole(*parse_cpu_list("0-7"), root.path());
  CHECK(pinning_order(whole, pinning::none).empty());
  CHECK(pinning_order(whole, pinning::compact) == cpu_list{0, 4, 1, 5, 2, 6, 3, 7});
  CHECK(pinning_order(whole, pinning::scatter) == cpu_list{0, 2, 1, 3, 4, 6, 5, 7});
  const topology part({1, 3, 5}, root.path());
  CHECK(pinning_order(part, pinning::compact) == cpu_list{1, 5, 3});
  CHECK(pinning_order(part, pinning::scatter) == cpu_list{1, 3, 5});
  CHECK(working::staffing(scheduler_options{.pin = pinning::scatter,
                                            .use = cpu_use::one_per_core,
                                            .machine_root = root.path()})
            .pins == cpu_list{0, 2, 1, 3});
}

TEST_CASE("JACKDAW_WORKERS stands for the budget, not for a number that the program asks for") {
  const false_root root;
  root.mask("0-3");
  const scheduler_options here{.machine_root = root.path()};
  {
    const variable unset(nullptr);
    const working::staffing found(here);
    CHECK(found.workers == 4);
    CHECK(found.follow);
  }
  {
    const variable empty("");
    CHECK(working::staffing(here).workers == 4);
  }
  const variable seven("7");
  const working::staffing found(here);
  CHECK(found.workers == 7);
  CHECK(!found.follow);
  CHECK(working::staffing(scheduler_options{.workers = 3}).workers == 3);
  CHECK(!working::staffing(scheduler_options{.workers = 3}).follow);
}

TEST_CASE("a wrong JACKDAW_WORKERS is one clear line") {
  for (const char* wrong : {"0", "many", "4 ", "-1", "4097", "2.5", "99999999999999999999"}) {
    CAPTURE(wrong);
    const variable set(wrong);
    CHECK_THROWS_WITH_AS(working::staffing{scheduler_options{}},
                         (std::string("environment variable JACKDAW_WORKERS is '") + wrong +
                          "'; expected a whole number from 1 to 4096")
                             .c_str(),
                         std::invalid_argument);
    CHECK(working::staffing(scheduler_options{.workers = 2}).workers == 2);  // does not even look
  }
}

TEST_CASE("room to grow, and a budget that is not to be followed") {
  const variable unset(nullptr);
  const false_root root;
  root.mask("0-1");
  const working::staffing growing(scheduler_options{.most_workers = 6, .machine_root = root.path()});
  CHECK(growing.workers == 6);
  CHECK(growing.at_first == 2);
  CHECK(growing.follow);
  const working::staffing still(
      scheduler_options{.follow_budget = false, .most_workers = 6, .machine_root = root.path()});
  CHECK(still.workers == 2);
  CHECK(!still.follow);
  CHECK_THROWS_AS(working::staffing{scheduler_options{.most_workers = 5000}}, std::invalid_argument);
}

}  // namespace machine_test
