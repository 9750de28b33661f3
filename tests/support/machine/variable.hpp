// Variables of the environment, for tests of what they say.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace jackdaw::tests {

/// A variable of the environment for the time of a test; null: not set.
class variable {
 public:
  explicit variable(const char* value, const char* name = "JACKDAW_WORKERS") : name_(name) {
    if (const char* const now = std::getenv(name_)) before_ = now;
    set(value);
  }
  ~variable() { set(before_ ? before_->c_str() : nullptr); }

 private:
  void set(const char* value) const {
    if (value == nullptr) {
      unsetenv(name_);
    } else {
      setenv(name_, value, 1);
    }
  }
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace jackdaw::tests
