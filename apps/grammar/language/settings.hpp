// Other values of shared variables than a grammar's: NAME=VALUE.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

/// Of all shared variables of `of`, in their order, when a run begins. Throws input_error.
[[nodiscard]] std::vector<std::int64_t> values_with(const task_grammar& of,
                                                    const std::vector<std::string>& settings);

}  // namespace jackdaw::apps::grammar
