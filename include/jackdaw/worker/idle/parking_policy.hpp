// What is common to the idle policies whose workers sleep each in a place of its own.
#pragma once

#include <jackdaw/sync/parking.hpp>

namespace jackdaw::working {

/// The part of an idle policy (worker/idle/idle_policy.hpp) that handles sleepers; put() and wait() are the policy's
/// own.
class parking_policy {
 public:
  explicit parking_policy(unsigned workers) : parking_(workers) {}

  void wake(unsigned id) noexcept { parking_.wake(id); }
  void wake_all() noexcept { parking_.wake_all(); }
  [[nodiscard]] bool none_sleeps() const noexcept { return parking_.sleepers() == 0; }

 protected:
  sync::parking parking_;
};

}  // namespace jackdaw::working
