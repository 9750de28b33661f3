// Sleep at once, and be woken in every put.
#pragma once

#include <jackdaw/worker/idle/idle_policy.hpp>
#include <jackdaw/worker/idle/parking_policy.hpp>

namespace jackdaw::working {

/// Source: KR02 section 4.1 and 6.3: conditional waiting, and pthread_cond_signal in every put of the C pools.
/// Deviation: their signal can miss a worker that is about to sleep, which then sleeps until the next put; ours
/// cannot. Cost of a put: two loads while no worker sleeps, else a system call.
class wake_every_put : public parking_policy {
 public:
  using parking_policy::parking_policy;

  void put(unsigned id) noexcept { parking_.wake_one(id); }

  template <class Ready>
  void wait(unsigned id, Ready&& ready) {
    parking_.park_unless(id, ready);
  }
};

static_assert(idle_policy<wake_every_put>);

}  // namespace jackdaw::working
