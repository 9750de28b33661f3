// An idle policy chosen at run time.
#pragma once

#include <memory>
#include <utility>

#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/worker/idle/idle_policy.hpp>

namespace jackdaw {

/// Any idle policy behind virtual calls. Not for users: scheduler_choice names one.
class any_idle {
 public:
  /// How a policy is made for a number of workers.
  using maker = any_idle (*)(unsigned workers);

  any_idle(unsigned workers, maker made_by) : any_idle(made_by(workers)) {}

  template <working::idle_policy I>
  [[nodiscard]] static any_idle make(unsigned workers) {
    any_idle made;
    made.self_ = std::make_unique<holder<I>>(workers);
    return made;
  }

  void put(unsigned id) { self_->put(id); }
  void put_into_filled(unsigned id) { self_->put_into_filled(id); }
  void wake(unsigned id) { self_->wake(id); }
  void wake_all() { self_->wake_all(); }
  [[nodiscard]] bool none_sleeps() const { return self_->none_sleeps(); }

  void wait(unsigned id, base::function_ref<bool()> ready) { self_->wait(id, ready); }

 private:
  struct face {
    virtual ~face() = default;
    virtual void put(unsigned id) = 0;
    virtual void put_into_filled(unsigned id) = 0;
    virtual void wait(unsigned id, base::function_ref<bool()> ready) = 0;
    virtual void wake(unsigned id) = 0;
    virtual void wake_all() = 0;
    [[nodiscard]] virtual bool none_sleeps() const = 0;
  };

  template <class I>
  struct holder final : face {
    explicit holder(unsigned workers) : policy(workers) {}
    void put(unsigned id) override { policy.put(id); }
    void put_into_filled(unsigned id) override { working::tell_of_put(policy, id, queue::was::filled); }
    void wait(unsigned id, base::function_ref<bool()> ready) override { policy.wait(id, ready); }
    void wake(unsigned id) override { policy.wake(id); }
    void wake_all() override { policy.wake_all(); }
    [[nodiscard]] bool none_sleeps() const override { return policy.none_sleeps(); }
    I policy;
  };

  any_idle() = default;
  std::unique_ptr<face> self_;
};

}  // namespace jackdaw
