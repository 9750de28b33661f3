// The topology by hwloc: of machines that hwloc makes up, and of this one, about which both sources have to agree.
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/base/processors/pinning.hpp>
#include <jackdaw/base/processors/topology.hpp>

using namespace jackdaw::base;

namespace {

/// A machine in hwloc's words for such, such as "pack:2 core:4 pu:2".
hwloc_view::machine made_up(const std::string& words) {
  hwloc_topology_t fresh = nullptr;
  REQUIRE(hwloc_topology_init(&fresh) == 0);
  hwloc_view::machine made(fresh, &hwloc_topology_destroy);
  REQUIRE(hwloc_topology_set_synthetic(fresh, words.c_str()) == 0);
  REQUIRE(hwloc_topology_load(fresh) == 0);
  return made;
}

/// Processors `first` to `last` are of a kind, the more efficient the stronger.
void make_kind(const hwloc_view::machine& of, unsigned first, unsigned last, int efficiency) {
  const hwloc_bitmap_t some = hwloc_bitmap_alloc();
  hwloc_bitmap_set_range(some, first, static_cast<int>(last));
  REQUIRE(hwloc_cpukinds_register(of.get(), some, efficiency, 0, nullptr, 0) == 0);
  hwloc_bitmap_free(some);
}

}  // namespace

TEST_CASE("hwloc: cores of two logical processors, on two chips, within the mask") {
  const hwloc_view view(made_up("pack:2 core:2 pu:2"));
  const topology whole(view.places({0, 1, 2, 3, 4, 5, 6, 7}));
  CHECK(whole.usable(cpu_use::all).size() == 8);
  CHECK(whole.usable(cpu_use::one_per_core) == cpu_list{0, 2, 4, 6});
  CHECK(whole.usable(cpu_use::strong_cores) == cpu_list{0, 2, 4, 6});
  CHECK(pinning_order(whole, pinning::scatter) == cpu_list{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(topology(view.places({1, 4, 5})).usable(cpu_use::one_per_core) == cpu_list{1, 4});
}

TEST_CASE("hwloc: two kinds of cores") {
  auto machine = made_up("pack:1 core:6 pu:1");
  SUBCASE("the stronger ones first") {
    make_kind(machine, 0, 1, 10);
    make_kind(machine, 2, 5, 1);
    const hwloc_view view(std::move(machine));
    CHECK(topology(view.places({0, 1, 2, 3, 4, 5})).usable(cpu_use::strong_cores) == cpu_list{0, 1});
    CHECK(topology(view.places({3, 4})).usable(cpu_use::strong_cores) ==
          cpu_list{3, 4});  // the strongest there are
  }
  SUBCASE("the stronger ones last") {
    make_kind(machine, 0, 3, 1);
    make_kind(machine, 4, 5, 10);
    const hwloc_view view(std::move(machine));
    CHECK(topology(view.places({0, 1, 2, 3, 4, 5})).usable(cpu_use::strong_cores) == cpu_list{4, 5});
    CHECK(topology(view.places({0, 1, 2, 3, 4, 5})).usable(cpu_use::all).size() == 6);
  }
}

TEST_CASE("hwloc: a processor that it does not know is a core of its own") {
  const hwloc_view view(made_up("pack:1 core:2 pu:1"));
  CHECK(topology(view.places({0, 1, 7})).usable(cpu_use::strong_cores) == cpu_list{0, 1, 7});
}

TEST_CASE("hwloc and the kernel's files agree about this machine") {
  const cpu_list mask = affinity_of();
  const topology by_hwloc(mask);
  const topology by_files(mask, "/.");
  REQUIRE(by_hwloc.places().size() == by_files.places().size());
  for (std::size_t i = 0; i < mask.size(); ++i) {
    CHECK(by_hwloc.places()[i].cpu == by_files.places()[i].cpu);
    CHECK(by_hwloc.places()[i].core == by_files.places()[i].core);
    CHECK(by_hwloc.places()[i].package == by_files.places()[i].package);
  }
  for (const cpu_use use : {cpu_use::all, cpu_use::one_per_core})
    CHECK(by_hwloc.usable(use) == by_files.usable(use));
}
