// The functions of flow/event/awaited_event.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <exception>
#include <stdexcept>

#include <jackdaw/flow/event/awaited_event.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE void awaited_event::require_success(bool function_has_failed) const {
  if (thrown_ != nullptr) std::rethrow_exception(thrown_);
  if (!is_dropped_ || function_has_failed) return;
  throw std::runtime_error("its completion was dropped; expected fulfil() or fail() before its destruction");
}

}  // namespace jackdaw::dataflow
