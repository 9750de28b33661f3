// An object of any type as StarPU holds it: a data interface of our own, with the functions of its value_type.
#pragma once

#include <starpu.h>

#include <jackdaw/cluster/flow/engine.hpp>

namespace jackdaw::cluster::detail {

/// What StarPU keeps for each handle and memory node.
struct box {
  const value_type* type;
  void* object;
  bool failed;  // a task that was to write it has thrown, or was skipped; travels with it
};

/// Registers an object that is here, or (null) at another rank.
[[nodiscard]] starpu_data_handle_t register_box(const value_type& type, void* object);

/// What is in main memory.
[[nodiscard]] box& box_of(starpu_data_handle_t handle);

}  // namespace jackdaw::cluster::detail
