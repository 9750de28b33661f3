// Small computations over all faces, with results that are known.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace jackdaw::tests {

/// In closures, to see that each is destroyed.
class witness {
 public:
  witness() noexcept { ++alive; }
  witness(const witness& /*other*/) noexcept { ++alive; }
  witness& operator=(const witness& /*other*/) noexcept = default;
  ~witness() { --alive; }

  inline static std::atomic<long> alive{0};
};

/// A scheduler and what is computed on it.
class computation {
 public:
  computation() = default;
  computation(const computation&) = delete;
  computation& operator=(const computation&) = delete;
  virtual ~computation() = default;

  /// Whether the result is right. Throws what the library throws. May be called again after that.
  [[nodiscard]] virtual bool is_right() = 0;
};

/// A kind of computation, by name.
struct workload {
  std::string_view name;
  std::unique_ptr<computation> (*make)(unsigned workers);
};

/// One for each face, on schedulers that are their own, or on the one of the process.
[[nodiscard]] std::span<const workload> workloads();

/// Those of them that are in special_workloads.cpp.
[[nodiscard]] std::span<const workload> special_workloads();

/// Tasks that put tasks and wait for others, on a pool by its name.
[[nodiscard]] std::unique_ptr<computation> make_pool_computation(const std::string& pool,
                                                                 const std::string& memory, unsigned workers);

/// Fails the case unless the exception that is being handled is what the documentation promises where memory or threads are missing.
void expect_lack_of_resources();

/// Calls `body`: false where memory or threads were missing. Any other exception fails the case.
[[nodiscard]] bool returns_or_lacks_resources(const auto& body) {
  try {
    body();
    return true;
  } catch (...) { expect_lack_of_resources(); }
  return false;
}

}  // namespace jackdaw::tests
