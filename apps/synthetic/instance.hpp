// An input of the synthetic algorithm, for programs that run its tasks on another runtime.
#pragma once

#include <cstdint>

#include "apps/synthetic/algorithm.hpp"

namespace jackdaw::apps::synthetic {

/// The application is one, once it is prepared. So such a program has the input that the pools have, and the same check.
class instance {
 public:
  instance() = default;
  instance(const instance&) = delete;
  instance& operator=(const instance&) = delete;
  virtual ~instance() = default;

  [[nodiscard]] virtual int k() const = 0;  ///< initial tasks A(k-1) … A(0)
  [[nodiscard]] virtual std::uint64_t f() const = 0;

  /// What a run of all tasks counted: the result that the application checks next.
  virtual void keep(const tally& found) = 0;
};

}  // namespace jackdaw::apps::synthetic
