// The nodes of a machine whose memory has several parts: which processors are near to which part.
//
// Source: Linux, /sys/devices/system/node/node*/cpulist, and get_mempolicy(2) for an address.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/base/compiled.hpp>

namespace jackdaw::base {

class numa_nodes {
 public:
  static constexpr unsigned most = 1024;  ///< more than the kernel can be built for
  static constexpr unsigned unknown = ~0U;

  /// What the kernel says. `root` stands before /sys, for tests with a false file tree. Throws std::bad_alloc.
  explicit numa_nodes(const std::string& root = {});

  /// Those of this machine, read at the first call. Throws std::bad_alloc then.
  [[nodiscard]] static const numa_nodes& of_this_machine();

  /// The highest number of a node that has processors, plus 1. 1 where the kernel does not say.
  [[nodiscard]] unsigned count() const noexcept { return count_; }

  /// 0 for a processor of which nothing is known, or a negative one.
  [[nodiscard]] unsigned of_processor(int cpu) const noexcept {
    return cpu >= 0 && static_cast<std::size_t>(cpu) < of_.size() ? of_[static_cast<std::size_t>(cpu)] : 0;
  }

  /// In whose memory the page of this address lies; `unknown` where the kernel does not say, as in some containers. A
  /// page that was never used gets its place by that. Cost: a system call.
  [[nodiscard]] static unsigned of_address(const void* address) noexcept;

 private:
  unsigned count_ = 1;
  std::vector<std::uint16_t> of_;  // by processor
};

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/processors/numa_nodes_impl.hpp>
#endif
