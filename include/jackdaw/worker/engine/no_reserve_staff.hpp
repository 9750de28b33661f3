// What stands for reserve_staff in an engine without places for reserve threads.
#pragma once

#include <cstdint>

#include <jackdaw/base/function_ref.hpp>

namespace jackdaw::working {

/// Where there are no places for reserve threads.
template <class Engine>
class no_reserve_staff {
 public:
  explicit no_reserve_staff(Engine& /*of*/) noexcept {}
  static void takes_place(unsigned /*place*/) noexcept {}
  [[nodiscard]] static unsigned number(unsigned place) noexcept { return place; }
  static void wait(unsigned /*place*/, base::function_ref<bool()> /*over*/) {}
  static void wait_alone(unsigned /*place*/, auto /*over*/, std::int64_t /*nap*/ = 0) {}
  [[nodiscard]] static bool engage_relief() noexcept { return false; }
  static void wake_reliefs() noexcept {}
  [[nodiscard]] static bool becomes_relief(unsigned /*place*/) noexcept { return false; }
  static void stop() noexcept {}
};

}  // namespace jackdaw::working
