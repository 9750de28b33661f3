// What tests of waits inside tasks have in common.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <system_error>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

namespace jackdaw::tests {

inline void for_each_number(const std::function<void(scheduler&)>& check) {
  for (const unsigned workers : {1U, 2U, 3U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    check(sched);
    CHECK(sched.run([] { return 7; }) == 7);
  }
}

/// What calling this throws: a kind and the text; empty: nothing.
inline std::string thrown_by(const std::function<void()>& call) {
  try {
    call();
  } catch (const stuck& e) { return std::string("stuck: ") + e.what(); } catch (const flow_error& e) {
    return std::string("flow_error: ") + e.what();
  } catch (const std::logic_error& e) {
    return std::string("logic_error: ") + e.what();
  } catch (const std::system_error& e) { return std::string("system_error: ") + e.what(); }
  return "";
}

inline bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace jackdaw::tests
