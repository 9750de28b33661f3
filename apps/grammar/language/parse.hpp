// From the text of a task grammar to its data.
#pragma once

#include <string>
#include <string_view>

#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

/// `file`: for messages. Throws input_error: file:line:column, what is wrong, what was expected.
[[nodiscard]] task_grammar parse(const std::string& file, std::string_view text);

/// The same from a file of up to 16 MiB. Throws input_error also when it cannot be read.
[[nodiscard]] task_grammar read_grammar(const std::string& path);

}  // namespace jackdaw::apps::grammar
