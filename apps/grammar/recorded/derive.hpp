// Simple grammars of recorded runs, and whether a run follows a grammar. Source: KR02 section 2.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <jackdaw/trace/read/history.hpp>

#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

/// The simple grammar of a run, as text: for each kind of tasks the sequences of tasks that it created, with how
/// often as the weight. Where a kind has more than `most` of them: which kinds they consist of, and how long they
/// are.
[[nodiscard]] std::string derived(const trace::history& run, std::size_t most = 24);

/// What a comparison found.
struct agreement {
  std::uint64_t tasks = 0;    ///< that were looked at
  std::uint64_t strange = 0;  ///< whose kind has no production that creates what they created
  std::string first;          ///< the first of these, in words

  [[nodiscard]] bool holds() const noexcept { return strange == 0; }
};

/// Whether every task of `run` did what some production of its kind does. Arguments and conditions are left
/// aside; a join is looked at as the tasks in it, and what comes after it belongs to its task, unless the grammar is a
/// derived one that names such rests. Throws input_error for a grammar with a count that depends on arguments.
[[nodiscard]] agreement compared(const trace::history& run, const task_grammar& with);

}  // namespace jackdaw::apps::grammar
