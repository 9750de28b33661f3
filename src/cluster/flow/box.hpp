// An object of any type as StarPU holds it: a data interface of our own, with the functions of its value_type.
#pragma once

#include <cstdint>
#include <exception>

#include <starpu.h>

#include <jackdaw/cluster/flow/engine.hpp>

namespace jackdaw::cluster::detail {

/// Is told of objects that could not be written or read, by any thread.
class travel_listener {
 public:
  travel_listener() = default;
  travel_listener(const travel_listener&) = delete;
  travel_listener& operator=(const travel_listener&) = delete;
  virtual ~travel_listener() = default;
  /// `how`: "sending" or "receiving". `thrown`: what the serial form of its type has thrown; null where an earlier journey
  /// has left no object.
  virtual void did_not_travel(std::uint32_t object, const char* how,
                              const std::exception_ptr& thrown) noexcept = 0;
};

/// What StarPU keeps for each handle and memory node.
struct box {
  const value_type* type;
  void* object;
  std::uint32_t number;  // of the handle
  travel_listener* told;
  bool failed;  // a task that was to write it has thrown, or was skipped; travels with it
};

/// Registers an object that lives here, or at another rank. Null here: it could not be made, and counts as failed.
[[nodiscard]] starpu_data_handle_t register_box(const value_type& type, void* object, bool lives_here,
                                                std::uint32_t number, travel_listener& told);

/// What is in main memory.
[[nodiscard]] box& box_of(starpu_data_handle_t handle);

}  // namespace jackdaw::cluster::detail
