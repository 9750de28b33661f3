// The functions of worker/oversubscription/worker_limit.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <memory>
#include <new>
#include <optional>

#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>
#include <jackdaw/worker/oversubscription/worker_limit.hpp>

namespace jackdaw::working {

JACKDAW_INLINE worker_limit::worker_limit(const staffing& staff, bool possible, bool visible)
    : allowed_(possible ? staff.at_first : staff.workers), workers_(staff.workers), resting_(staff.workers) {
  if (possible && staff.follow) {
    reader_.emplace(*staff.follow, !staff.pins.empty());
    strides_ = base::owned_array<base::padded<stride>>(workers_);
  } else if (possible && visible && staff.spare) {
    reader_.emplace(*staff.spare, !staff.pins.empty());
    strides_ = base::owned_array<base::padded<stride>>(workers_);
    spare_ = std::make_unique<oversubscription>(workers_, staff.spare->workers());
    allowed_.store(spare_->room(), base::relaxed);
  }
}

JACKDAW_INLINE std::optional<unsigned> worker_limit::workers_now() {
  if (!reader_) return std::nullopt;
  try {
    return reader_->workers();
  } catch (const std::bad_alloc&) { return std::nullopt; }
}

}  // namespace jackdaw::working
