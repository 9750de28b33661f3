// An object that lives at one rank, and that tasks of all ranks name.
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/cluster/flow/engine.hpp>
#include <jackdaw/cluster/world.hpp>

namespace jackdaw::cluster {

/// What all handles are. Not for users.
class handle_base {
 public:
  handle_base(const handle_base&) = delete;
  handle_base& operator=(const handle_base&) = delete;

  /// The rank at which the object lives.
  [[nodiscard]] unsigned owner() const noexcept { return engine_->owner_of(number_); }
  /// Whether that is this rank.
  [[nodiscard]] bool is_here() const noexcept { return owner() == world_->rank(); }

  // For flows, not for users.
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  [[nodiscard]] world& of() const noexcept { return *world_; }
  [[nodiscard]] std::unique_ptr<detail::open_reduction>& reduction() noexcept { return reduction_; }
  void settle() {
    if (reduction_ != nullptr) reduction_->settle();
  }
  void move_to(unsigned to) {
    settle();
    engine_->move_object(number_, to);
  }

 protected:
  handle_base(world& of, unsigned owner, const detail::value_type& type, detail::made_object made)
      : world_(&of),
        engine_(&detail::engine_of(of)),
        number_(engine_->add_object(type, owner, std::move(made))) {}
  ~handle_base() {
    if (reduction_ != nullptr) engine_->is_gone(*reduction_);
    reduction_.reset();
    engine_->remove_object(number_);
  }
  [[nodiscard]] void* object() const { return engine_->object(number_); }
  [[noreturn]] void refuse_value() const {
    throw std::logic_error("handle " + std::to_string(number_) + " has no object on rank " +
                           std::to_string(world_->rank()) +
                           "; expected one at its owner, whose constructor has not thrown");
  }

 private:
  world* world_;
  detail::flow_engine* engine_;
  std::uint32_t number_;
  std::unique_ptr<detail::open_reduction> reduction_;
};

/// An object of type T that lives at a rank, its owner. All ranks make the handle, in the same order; the object is
/// made at the owner alone. Tasks that use it elsewhere get copies, which the engine sends.
///     cluster::handle<tile> a(all, owner, rows, columns);
///     tasks.submit(write(a), [](tile& t) { fill(t); });
///     tasks.wait();
///     if (a.is_here()) print(a.value());
///
/// It must outlive the tasks that use it: destroy it after flow::wait(). Cost: some hundred bytes on each rank.
/// Threads: the one that made the world. Errors: where the object's constructor throws, the handle has no object. Tasks
/// that use it are skipped, and the next wait() or fetch() throws flow_error on all ranks, which has that text.
template <has_serial T>
class handle : public handle_base {
 public:
  /// The type of the object.
  using value_type = T;

  /// The object is made from the arguments, at rank `owner`.
  template <class... Arguments>
    requires std::constructible_from<T, Arguments&&...>
  handle(world& of, unsigned owner, Arguments&&... arguments)
      : handle_base(of, owner, detail::value_type_of<T>,
                    made_at(of.rank() == owner, std::forward<Arguments>(arguments)...)) {}

  /// The object itself, at its owner. Only while no task that was submitted uses it. Throws std::logic_error where
  /// there is none, as its constructor has thrown, or it did not arrive when it moved here.
  [[nodiscard]] T& value() {
    JACKDAW_ASSERT(is_here(), "the object of a handle is at its owner; expected flow::fetch on other ranks");
    void* const found = object();
    if (found == nullptr) [[unlikely]]
      refuse_value();
    return *static_cast<T*>(found);
  }
  [[nodiscard]] const T& value() const { return const_cast<handle&>(*this).value(); }

 private:
  template <class... Arguments>
  [[nodiscard]] static detail::made_object made_at(bool here, Arguments&&... arguments) {
    if (!here) return {};
    try {
      return {.object = {new T(std::forward<Arguments>(arguments)...), detail::value_type_of<T>.destroy}};
    } catch (...) { return {.thrown = std::current_exception()}; }
  }
};

}  // namespace jackdaw::cluster
