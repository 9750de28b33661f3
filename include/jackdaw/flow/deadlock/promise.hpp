// Reservations whose tasks have been submitted with further reads, as a search sees them.
//
// The task of such a reservation begins when its reader does: a task that waits for the further reads
// (flow/task/further_reads.hpp). So the reserved accesses are over only after the reader. Callers: searches, under the
// lock of the reservations. So no reader begins the task meanwhile.
#pragma once

#include <span>
#include <vector>

#include <jackdaw/base/compiled.hpp>
#include <jackdaw/flow/version/waiter.hpp>

namespace jackdaw::dataflow {

class reserved;

struct promise {
  const waiter* reader;
  std::span<const requirement> needs;  // what is reserved
  reserved* of;
};

/// Several, by reader.
class promise_list {
 public:
  promise_list() = default;
  explicit promise_list(std::vector<promise> all);

  [[nodiscard]] const std::vector<promise>& all() const noexcept { return all_; }

  /// Null: the task is no reader of one.
  [[nodiscard]] const promise* find(const waiter& reader) const noexcept;

 private:
  std::vector<promise> all_;
};

}  // namespace jackdaw::dataflow

#ifndef JACKDAW_COMPILED
#include <jackdaw/flow/deadlock/promise_impl.hpp>
#endif
