// What a command does after it has measured: files are written, figures are printed.
#pragma once

#include <exception>

namespace jackdaw::cli {

/// Keeps what a step throws, so that what was measured is printed all the same, which may have taken hours.
///     last_steps steps;
///     steps.take([&] { write_plot(path, found); });
///     print(out, found);
///     steps.end();
class last_steps {
 public:
  /// Takes a step. What it throws is kept, unless one before it has thrown.
  void take(auto&& step) {
    try {
      step();
    } catch (...) {
      if (!failure_) failure_ = std::current_exception();
    }
  }

  /// Throws what the first step that failed has thrown.
  void end() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::exception_ptr failure_;
};

}  // namespace jackdaw::cli
