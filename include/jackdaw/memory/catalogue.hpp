// The memory managers by name.
#pragma once

#include <string_view>
#include <tuple>

#include <jackdaw/memory/distributed.hpp>
#include <jackdaw/memory/free_list.hpp>
#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/supply.hpp>
#include <jackdaw/memory/system.hpp>

namespace jackdaw::memory {

using bs = system_manager;
using dlf = distributed<in_block_list, single_elements>;
using dgbkof = distributed<in_block_list, whole_groups<>>;

template <manager Manager>
struct catalogue_entry {
  using type = Manager;
  std::string_view name;
  std::string_view source;
  std::string_view line;
};

/// Every manager that can be chosen by name. Tests, benches and the command iterate it.
inline constexpr std::tuple catalogue{
    catalogue_entry<bs>{"bs", "KR02 table 1", "the system's malloc and free, a call for every task"},
    catalogue_entry<dlf>{"dlf", "KR02 table 1",
                         "free lists by worker, linked in the block, elements one by one"},
    catalogue_entry<dgbkof>{"dgbkof", "KR02 table 1",
                            "free lists by worker, linked in the block, groups of 64 put in whole"},
};

}  // namespace jackdaw::memory
