// The units of one resource: how many are free, and which tasks wait for some.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <jackdaw/flow/resource/unit_request.hpp>
#include <jackdaw/flow/resource/waiting_demands.hpp>

namespace jackdaw::dataflow {

/// Under the lock of all resources: unit_sharing.hpp changes it, and has the functions.
class unit_pool {
 public:
  explicit unit_pool(std::uint64_t how_many);
  unit_pool(const unit_pool&) = delete;
  unit_pool& operator=(const unit_pool&) = delete;
  ~unit_pool();

  [[nodiscard]] std::uint64_t units() const noexcept { return units_; }
  [[nodiscard]] std::uint64_t free_units() const noexcept;
  void name(std::string_view text);
  [[nodiscard]] std::string name() const;

 private:
  friend class unit_sharing;

  [[noreturn]] void refuse_to_end() const noexcept;

  const std::uint64_t units_;
  std::uint64_t free_ = units_;
  waiting_demands standing_;       // one for each task that waits here
  unit_demand* oldest_ = nullptr;  // of all that wait and need some of this, here or at another resource
  unit_demand* newest_ = nullptr;
  unsigned overtaken_ = 0;        // how often the oldest was, since it is the oldest
  bool is_to_be_served_ = false;  // it is in a list of these, through the next one
  unit_pool* next_served_ = nullptr;
  std::string name_;
  unit_pool* next_ = nullptr;   // of all in the process
  unit_pool** link_ = nullptr;  // what points to this; null: of a parent, not used since fork()
};

}  // namespace jackdaw::dataflow
