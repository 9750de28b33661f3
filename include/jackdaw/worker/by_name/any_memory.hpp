// A memory manager chosen at run time.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include <jackdaw/memory/manager.hpp>

namespace jackdaw {

/// Any manager behind virtual calls. Not for users: scheduler_choice names one.
class any_memory {
 public:
  template <memory::manager M>
  [[nodiscard]] static any_memory make(unsigned workers) {
    any_memory made;
    made.self_ = std::make_unique<holder<M>>(workers);
    return made;
  }

  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) { return self_->allocate(id, bytes); }
  void deallocate(unsigned id, void* block, std::size_t bytes) { self_->deallocate(id, block, bytes); }
  [[nodiscard]] std::size_t held() const { return self_->held(); }

 private:
  struct face {
    virtual ~face() = default;
    virtual void* allocate(unsigned id, std::size_t bytes) = 0;
    virtual void deallocate(unsigned id, void* block, std::size_t bytes) = 0;
    [[nodiscard]] virtual std::size_t held() const = 0;
  };

  template <class M>
  struct holder final : face {
    explicit holder(unsigned workers) : manager(workers) {}
    void* allocate(unsigned id, std::size_t bytes) override { return manager.allocate(id, bytes); }
    void deallocate(unsigned id, void* block, std::size_t bytes) override {
      manager.deallocate(id, block, bytes);
    }
    [[nodiscard]] std::size_t held() const override { return manager.held(); }
    M manager;
  };

  any_memory() = default;
  std::unique_ptr<face> self_;
};

}  // namespace jackdaw
