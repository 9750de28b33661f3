// The functions of base/processors/processor.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <new>

#include <sched.h>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/processor.hpp>

namespace jackdaw::base {

JACKDAW_INLINE int current_processor() noexcept { return sched_getcpu(); }

JACKDAW_INLINE bool change_processor(int from, std::size_t least) noexcept {
  bool moved = false;
  changes_of_place::begun.fetch_add(1);
  try {
    const cpu_list all = affinity_of();
    cpu_list others = all;
    std::erase_if(others, [from](unsigned cpu) { return static_cast<int>(cpu) == from; });
    if (all.size() >= std::max<std::size_t>(least, 2) && others.size() < all.size())
      moved = allow_calling_thread(others) && allow_calling_thread(all);
  } catch (const std::bad_alloc&) {
    moved = false;  // there was no room for the lists: it stays
  }
  changes_of_place::ended.fetch_add(1);
  return moved;
}

}  // namespace jackdaw::base
