// What is said when something is refused.
#pragma once

#include <functional>
#include <string>

#include "apps/support/text/input_error.hpp"

namespace jackdaw::tests {

/// The line with which this is refused; empty when it is not.
inline std::string refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const apps::input_error& error) { return error.what(); }
  return {};
}

}  // namespace jackdaw::tests
