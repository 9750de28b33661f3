// The functions of base/processors/numa_nodes.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <cerrno>
#include <string>

#include <sys/syscall.h>
#include <unistd.h>

#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/numa_nodes.hpp>

namespace jackdaw::base {

JACKDAW_INLINE numa_nodes::numa_nodes(const std::string& root) {
  const std::string folder = root + "/sys/devices/system/node/";
  for (const unsigned node : cpu_list_in(folder + "online")) {
    if (node >= most) continue;
    for (const unsigned cpu : cpu_list_in(folder + "node" + std::to_string(node) + "/cpulist")) {
      if (cpu >= of_.size()) of_.resize(cpu + 1);
      of_[cpu] = static_cast<std::uint16_t>(node);
      if (node >= count_) count_ = node + 1;
    }
  }
}

JACKDAW_INLINE const numa_nodes& numa_nodes::of_this_machine() {
  static never_destroyed<numa_nodes> read;
  return *read;
}

JACKDAW_INLINE unsigned numa_nodes::of_address(const void* address) noexcept {
  constexpr unsigned long node_of_address = 1 | 2;  // MPOL_F_NODE | MPOL_F_ADDR
  int node = -1;
  const int errno_before = errno;
  const long failed = ::syscall(SYS_get_mempolicy, &node, nullptr, 0UL, address, node_of_address);
  errno = errno_before;
  return failed == 0 && node >= 0 ? static_cast<unsigned>(node) : unknown;
}

}  // namespace jackdaw::base
