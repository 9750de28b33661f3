// Runtime grammars of recorded runs: with arguments and times. Source: KR02 section 2.2.
#pragma once

#include <string>

#include <jackdaw/trace/read/history.hpp>

namespace jackdaw::apps::grammar {

/// The runtime grammar of a run, as text, in units of a nanosecond. A production for each kind of tasks and each
/// argument (inferred_arguments.hpp). In it: the sequences of tasks that were created, with how often as the weight, and the
/// fitted time between two of them (fit.hpp). What tasks wait for after a join is a join again.
/// Where tasks of a kind and an argument have created more than 24 different sequences, or one of more than 1 000 tasks:
/// which kinds, each as often as there, as many as there, and one time before them.
[[nodiscard]] std::string derived_runtime(const trace::history& run);

}  // namespace jackdaw::apps::grammar
