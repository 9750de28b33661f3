// What a task requires of resources: the part of it that lies in the task.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/flow/resource/resource.hpp>
#include <jackdaw/flow/resource/unit_request.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

/// So many units of a resource, as a task requires them.
struct units_of {
  resource* of;
  std::uint64_t units;

  [[nodiscard]] unit_pool& pool() const noexcept { return of->pool_; }
};

/// Throws std::invalid_argument where what is required of one resource, added up, is more than it has.
void require_enough(std::span<const units_of> all);

/// `Most`: how many resources the task names.
template <std::size_t Most>
class required_units final : public unit_request {
 public:
  required_units(waiter& of, resumption how, int how_urgent, const std::array<units_of, Most>& all) noexcept
      : unit_request(of, how, how_urgent) {
    for (const units_of& each : all) {
      if (each.units != 0) demand_of(each.pool()).units += each.units;
    }
  }

 private:
  unit_demand& demand_of(unit_pool& of) noexcept {
    for (unit_demand& each : demands) {
      if (each.of == &of) return each;
    }
    demands = {all_.data(), demands.size() + 1};
    unit_demand& made = demands.back();
    made.of = &of;
    made.by = this;
    return made;
  }

  std::array<unit_demand, Most> all_{};
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/resource/required_units_impl.hpp>
#endif
