// A pool that is known at run time only: one with parameters, or one of a user's own.
#pragma once

#include <concepts>
#include <memory>
#include <stdexcept>
#include <utility>

#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/queue/queue.hpp>
#include <jackdaw/task/task.hpp>

namespace jackdaw::pool {

/// Any pool that balances, behind virtual calls. So all configurations of all pools share the code of one scheduler,
/// which is much larger than a pool. Not where the type is known. Cost: a virtual call for each put and get, and those
/// of the pool; docs/lab/scheduler/parameters.md has the figures.
/// TP-P1 (pool/task_pool.hpp): as the pool inside, whose calls these are.
class any_pool {
 public:
  using task_type = locked_task;  // a header that every pool of the library can store
  static constexpr bool balances = true;
  static constexpr bool hides = true;  // it may
  static constexpr queue::order taken_in = queue::order::any;

  /// No pool is made of a number of workers alone: task_pool asks for it. Throws std::logic_error.
  explicit any_pool(unsigned /*workers*/) {
    throw std::logic_error("a pool that is known at run time has a maker");
  }

  /// A P, made of `arguments`.
  template <pool_of_items P, class... Arguments>
    requires std::derived_from<locked_task, typename P::task_type>
  [[nodiscard]] static any_pool make(Arguments&&... arguments) {
    static_assert(P::balances, "a pool whose tasks stay where they were put has no place here");
    any_pool made;
    made.self_ = std::make_unique<holder<P>>(std::forward<Arguments>(arguments)...);
    made.reveals_ = revealing_pool<P>;
    return made;
  }

  /// `was::empty` also where the pool does not say what it found: then every put wakes a worker.
  queue::was put(unsigned id, task_type& item) { return self_->put(id, item); }
  void init(unsigned id, task_type& item) { self_->init(id, item); }
  [[nodiscard]] task_type* get(unsigned id) { return static_cast<task_type*>(self_->get(id)); }
  [[nodiscard]] bool looks_empty(unsigned id) const { return self_->looks_empty(id); }
  [[nodiscard]] unsigned revealed(unsigned id) { return reveals_ ? self_->revealed(id) : 0; }
  /// A pool that cannot retire a worker keeps what it stores, and the worker goes on.
  [[nodiscard]] bool retire(unsigned id) { return self_->retire(id); }

 private:
  struct face {
    virtual ~face() = default;
    virtual queue::was put(unsigned id, task_type& item) = 0;
    virtual void init(unsigned id, task_type& item) = 0;
    [[nodiscard]] virtual task* get(unsigned id) = 0;
    [[nodiscard]] virtual bool looks_empty(unsigned id) const = 0;
    [[nodiscard]] virtual unsigned revealed(unsigned id) = 0;
    [[nodiscard]] virtual bool retire(unsigned id) = 0;
  };

  template <class P>
  struct holder final : face {
    template <class... Arguments>
    explicit holder(Arguments&&... arguments) : pool(std::forward<Arguments>(arguments)...) {}

    queue::was put(unsigned id, task_type& item) override {
      if constexpr (telling_pool<P>) {
        return pool.put(id, item);
      } else {
        static_cast<void>(pool.put(id, item));
        return queue::was::empty;
      }
    }
    void init(unsigned id, task_type& item) override { pool.init(id, item); }
    [[nodiscard]] task* get(unsigned id) override { return pool.get(id); }
    [[nodiscard]] bool looks_empty(unsigned id) const override { return pool.looks_empty(id); }
    [[nodiscard]] unsigned revealed([[maybe_unused]] unsigned id) override {
      if constexpr (revealing_pool<P>) {
        return pool.revealed(id);
      } else {
        return 0;
      }
    }
    [[nodiscard]] bool retire([[maybe_unused]] unsigned id) override {
      if constexpr (retiring_pool<P>) {
        return pool.retire(id);
      } else {
        return false;
      }
    }
    P pool;
  };

  any_pool() = default;
  std::unique_ptr<face> self_;
  bool reveals_ = false;
};

static_assert(task_pool<any_pool>);

}  // namespace jackdaw::pool
