// Whether a recorded run follows a grammar. Source: KR02 section 2.2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <jackdaw/trace/read/history.hpp>

#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

/// What a comparison found.
struct agreement {
  static constexpr std::size_t most_lines = 20;

  std::uint64_t tasks = 0;         ///< that were looked at
  std::uint64_t strange = 0;       ///< which no production that applies to them allows
  std::string first;               ///< the first of these, in words
  std::vector<std::string> lines;  ///< of the first ones: "file:line:column: what; expected what"

  [[nodiscard]] bool holds() const noexcept { return strange == 0; }
};

/// Whether every task of `run` did what a production that applies to it does. Arguments are not recorded: they are inferred, from
/// the initial tasks of the grammar down the tree. Where several are possible, one of them has to allow what the task did.
/// Where any are, because they were drawn, or depend on a variable that changes, or because the task above did what
/// it must not, conditions on them are left aside. A join is looked at as the tasks in it, and what comes after it belongs
/// to its task, unless the grammar is a derived one that names such rests.
/// `variables`: values of the shared ones.
[[nodiscard]] agreement compared(const trace::history& run, const task_grammar& with,
                                 const std::vector<std::int64_t>& variables);

}  // namespace jackdaw::apps::grammar
