// On which processor each worker runs, when it may run on one only.
#pragma once

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>

namespace jackdaw::base {

class topology;

/// Whether workers are bound to processors.
enum class pinning {
  none,     ///< the kernel places them: the default, and right wherever the machine is shared
  compact,  ///< neighbours in number share a core, then a package: for workers that share data
  scatter,  ///< one worker a package in turn, then one a core, siblings last: for memory bandwidth
};

/// The processors of `machine` in the order in which workers 0, 1, … are bound to them; after the last the
/// first comes again. As many as there are places, none for pinning::none.
[[nodiscard]] cpu_list pinning_order(const topology& machine, pinning how);

}  // namespace jackdaw::base

#ifndef JACKDAW_COMPILED
#include <jackdaw/base/processors/pinning_impl.hpp>
#endif
