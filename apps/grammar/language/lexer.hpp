// The words of a task grammar, and where they stand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/grammar/language/model.hpp"

namespace jackdaw::apps::grammar {

struct token {
  enum class form : unsigned char { name, number, decimal, sign, end };
  form what;
  std::string text;  ///< of a name without quotation marks
  place where;
  bool quoted = false;  ///< a name in quotation marks is never a keyword

  [[nodiscard]] bool is(std::string_view expected) const {
    return text == expected && (what == form::sign || (what == form::name && !quoted));
  }
};

/// All words of `text`, the last one is the end. Throws input_error.
[[nodiscard]] std::vector<token> words_of(const std::string& file, std::string_view text);

/// A word of the language, which is no name unless in quotation marks.
[[nodiscard]] bool is_keyword(std::string_view word);

/// A name as it has to be written: in quotation marks unless it is a word, and no keyword.
[[nodiscard]] std::string written_name(std::string_view name);

}  // namespace jackdaw::apps::grammar
