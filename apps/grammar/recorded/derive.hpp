// Simple grammars of recorded runs. Source: KR02 section 2.2.
#pragma once

#include <cstddef>
#include <string>

#include <jackdaw/trace/read/history.hpp>

namespace jackdaw::apps::grammar {

/// The simple grammar of a run, as text: for each kind of tasks the sequences of tasks that it created, with how
/// often as the weight. Where a kind has more than `most` of them: which kinds they consist of, and how long they
/// are.
[[nodiscard]] std::string derived(const trace::history& run, std::size_t most = 24);

}  // namespace jackdaw::apps::grammar
