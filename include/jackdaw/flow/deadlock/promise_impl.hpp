// The functions of flow/deadlock/promise.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <jackdaw/flow/deadlock/promise.hpp>

namespace jackdaw::dataflow {

JACKDAW_INLINE promise_list::promise_list(std::vector<promise> all) : all_(std::move(all)) {
  std::sort(all_.begin(), all_.end(),
            [](const promise& a, const promise& b) { return std::less<>()(a.reader, b.reader); });
}

JACKDAW_INLINE const promise* promise_list::find(const waiter& reader) const noexcept {
  const auto found =
      std::lower_bound(all_.begin(), all_.end(), &reader,
                       [](const promise& a, const waiter* b) { return std::less<>()(a.reader, b); });
  return found != all_.end() && found->reader == &reader ? &*found : nullptr;
}

}  // namespace jackdaw::dataflow
