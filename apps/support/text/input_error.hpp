// The one way in which bad input is reported.
#pragma once

#include <stdexcept>

namespace jackdaw::apps {

/// Wrong input: an option, a file, a line of a file. what() is one line: what is wrong, where (file:line),
/// what was expected. The command prints it and exits with status 2.
class input_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace jackdaw::apps
