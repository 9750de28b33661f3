// A logical processor, and which of them are worth a worker each.
#pragma once

namespace jackdaw::base {

/// Which of the processors that a process may use are worth a worker each.
enum class cpu_use {
  all,           ///< every logical processor: SMT siblings and weak cores, too
  one_per_core,  ///< one logical processor of each core
  strong_cores,  ///< one of each core of the strongest kind
};

/// One logical processor.
struct cpu_place {
  unsigned cpu;       ///< its number
  unsigned core;      ///< the lowest number among the logical processors of its core
  unsigned package;   ///< the chip, by the kernel's number
  unsigned strength;  ///< comparable between processors of one machine; 0 where the kernel says nothing
};

}  // namespace jackdaw::base
