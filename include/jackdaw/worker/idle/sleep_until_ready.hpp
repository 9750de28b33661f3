// Sleep until there is work, in the way of WSL06.
#pragma once

#include <utility>

#include <jackdaw/sync/sleep_until.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>

namespace jackdaw::working {

/// Source: WSL06 section 3.4: a worker without work executes `sleepuntil (!tpool.is_empty (pool))`. So every put
/// wakes all sleepers, and all but one sleep again: to compare with. Cost of a put: a load while no worker sleeps,
/// else a system call. Without puts a sleeping worker looks every 12.8 ms (sync/sleep_until.hpp).
class sleep_until_ready {
 public:
  explicit sleep_until_ready(unsigned /*workers*/) {}

  void put(unsigned /*id*/) noexcept { sleepers_.notify(); }

  template <class Ready>
  void wait(unsigned /*id*/, Ready&& ready) {
    sleepers_.sleep_until(std::forward<Ready>(ready));
  }

  void wake(unsigned /*id*/) noexcept { sleepers_.notify(); }
  void wake_all() noexcept { sleepers_.notify(); }
  [[nodiscard]] bool none_sleeps() const noexcept { return !sleepers_.announced(); }

 private:
  sync::sleepers sleepers_;
};

static_assert(idle_policy<sleep_until_ready>);

}  // namespace jackdaw::working
