// What a flow's wait() threw, for tests.
#pragma once

#include <string>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

namespace jackdaw::tests {

/// Calls wait() and returns what it throws as flow_error, which must be.
inline flow_error error_of(auto& tasks) {
  try {
    tasks.wait();
  } catch (const flow_error& e) { return e; }
  FAIL("wait() did not throw");
  return {{{"", nullptr}}, 0};
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace jackdaw::tests
